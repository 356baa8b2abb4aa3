// The example client. `node main.js` starts it, `node main.js --help` explains it.
import { openClient } from './lib/client.js'
import { help, readSettings } from './lib/settings.js'

const read = readSettings(process.env, process.argv.slice(2))
if (read.kind === 'help') console.log(help)
else if (read.kind === 'invalid') fail(read.problem, 2)
else await start(read)

/** @param {import('./lib/settings.js').Valid} valid */
async function start({ settings, notices }) {
  for (const notice of notices) console.error(notice)
  const client = await openClient(settings).catch((error) => fail(whyNot(error, settings.port), 1))
  console.log(`The example client listens on ${client.url}`)
  console.log(`It calls the server at ${settings.backend} and records into ${settings.recordings}`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => client.close())
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {number} port
 */
function whyNot(error, port) {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Set SKILL_RUNNER_E2E_CLIENT_PORT to another one.`
  return `The example client could not start: ${error.message}`
}

/**
 * @param {string} problem
 * @param {number} code
 * @returns {never}
 */
function fail(problem, code) {
  console.error(problem)
  process.exit(code)
}
