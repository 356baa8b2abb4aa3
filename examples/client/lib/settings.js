// Environment and arguments → settings. Nothing here reads files or opens anything, so it is easy to test.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * @typedef {object} Settings
 * @property {number} port
 * @property {string} backend      Address of the server, without a slash at its end.
 * @property {string | null} token Sent to the server with every request; never to the browser, never into a recording.
 * @property {string} recordings   The folder of the recordings.
 */
/** @typedef {{ kind: 'valid', settings: Settings, notices: string[] }} Valid */
/** @typedef {Valid | { kind: 'help' } | { kind: 'invalid', problem: string }} Read */

const portName = 'SKILL_RUNNER_E2E_CLIENT_PORT'
const backendName = 'SKILL_RUNNER_E2E_CLIENT_BACKEND_BASE_URL'
const tokenName = 'SKILL_RUNNER_E2E_CLIENT_BACKEND_TOKEN'
const defaultPort = 8011
const defaultBackend = 'http://127.0.0.1:8000'

export const help = `Usage: node main.js [--port <number>] [--recordings <folder>]

Starts the example client of Agent Skill Runner on 127.0.0.1: web pages that run skills on a server over HTTP,
and record what was sent and received.

  --port <number>        port to listen on, before ${portName}; 0: any free port
  --recordings <folder>  where recordings are written; default: the folder recordings beside this program
  --help                 print this text

Environment:
  ${portName}              port to listen on; default, also if the value is invalid: ${defaultPort}
  ${backendName}  address of the server; default: ${defaultBackend}
  ${tokenName}     token of the server, if it asks for one`

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 * @returns {Read}
 */
export function readSettings(env, args) {
  const options = readOptions(args)
  if (typeof options === 'string') return { kind: 'invalid', problem: `${options} See --help.` }
  if (options.help) return { kind: 'help' }
  if (options.port !== undefined && options.port !== '0' && !isPort(options.port))
    return { kind: 'invalid', problem: `--port must be a number from 0 to 65535, not ${JSON.stringify(options.port)}.` }
  const backend = readBackend(env[backendName] || defaultBackend)
  if (backend === null)
    return {
      kind: 'invalid',
      problem: `${backendName} must be an http or https address without a password, such as ${defaultBackend}.`,
    }
  const token = env[tokenName] || null
  // Other characters cannot be sent in a header.
  if (token !== null && !/^[!-~]+$/.test(token))
    return { kind: 'invalid', problem: `${tokenName} has characters that a token cannot have, such as a blank or a line break.` }
  const { port, notices } = options.port === undefined ? readPort(env[portName]) : { port: Number(options.port), notices: [] }
  return { kind: 'valid', settings: { port, backend, token, recordings: options.recordings ?? besideThisProgram }, notices }
}

const besideThisProgram = fileURLToPath(new URL('../recordings', import.meta.url))

/** @param {string[]} args */
function readOptions(args) {
  const options = /** @type {const} */ ({
    port: { type: 'string' },
    recordings: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  })
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * An invalid port is no reason not to start: the default is used, and a notice says so.
 *
 * @param {string | undefined} text
 * @returns {{ port: number, notices: string[] }}
 */
function readPort(text) {
  if (!text) return { port: defaultPort, notices: [] }
  if (isPort(text)) return { port: Number(text), notices: [] }
  const shown = JSON.stringify(text.slice(0, 40))
  return { port: defaultPort, notices: [`${portName} must be a number from 1 to 65535, not ${shown}. Using ${defaultPort}.`] }
}

/** @param {string} text */
const isPort = (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535

/** @param {string} text */
function readBackend(text) {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, origin, pathname } = new URL(text)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return null
  return origin + pathname.replace(/\/+$/, '')
}
