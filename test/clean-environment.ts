/** As in a new shell: nothing of the npm that runs this test, and for another user another home. */
export function cleanEnvironment(home: string | null): NodeJS.ProcessEnv {
  const ours = /^(npm_|SKILL_RUNNER_|NODE_(?!EXTRA_CA_CERTS)|LOG_|INIT_CWD$|PORT$|HOST$)/
  const inherited = Object.entries(process.env).filter(([name]) => !ours.test(name))
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(inherited), PATH: path.join(':'), ...(home ? { HOME: home } : {}) }
}
