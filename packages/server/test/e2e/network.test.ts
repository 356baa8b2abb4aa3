import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { fixture } from '../support/children.ts'
import { blocked, serve, worldOf } from '../support/gate.ts'
import type { TestSkill } from '../support/skills.ts'

const somewhere = '93.184.216.34'
const reason = 'the host is not on the allow list of this run'

/** A skill that tries what its input says, and answers with what came of it. */
const tries = (id: string, automation: object, more: TestSkill['runner'] = {}): TestSkill => ({
  id,
  sh: `node "$SKILL_DIR/scripts/behind-gate.mjs" $(node -p 'JSON.parse(require("fs").readFileSync(0)).parameter.tries.join(" ")') >"$TMPDIR/out"
node -e 'console.log(JSON.stringify({ came: require("fs").readFileSync(process.env.TMPDIR + "/out", "utf8").trim().split("\\n") }))'`,
  files: { 'scripts/behind-gate.mjs': readFileSync(fixture('behind-gate.mjs'), 'utf8') },
  runner: { automation, ...more },
})

/** A server on the host's loopback, in a world where it is also all there is on the internet. */
async function internet(context: TestContext) {
  const port = await serve(context, (request, response) => response.end(`host ${request.headers.host}\n`))
  return { port, gateWorld: worldOf({ 'listed.example': [somewhere], 'private.example': ['10.0.0.1'] }, port) }
}

verifies(
  'engines.allow-list-is-tried',
  'a script reaches the hosts of its list and nobody else, and its run tells whom it tried',
  async (context) => {
    const { port, gateWorld } = await internet(context)
    const list = { network: 'allowlist', allowlist: ['listed.example', 'private.example', '10.0.0.1'] }
    await using app = await startApp({ gateWorld, skills: [tries('listing', list), tries('closed', { network: 'off' })] })
    const attack = [
      'get:http://listed.example/',
      'get:http://private.example/',
      'get:http://other.example/',
      `connect:127.0.0.1:${port}`,
    ]

    const { status, result } = await app.run('listing', { parameter: { tries: [...attack, 'get:http://other.example/'] } })
    assert.deepEqual(
      [status, result?.data],
      [
        'succeeded',
        {
          came: [
            'get http://listed.example/: 200 host listed.example',
            `get http://private.example/: 403 ${blocked('private.example', 'the host leads to an address that is not public')}`,
            `get http://other.example/: 403 ${blocked('other.example', reason)}`,
            `connect 127.0.0.1:${port}: ECONNREFUSED`,
            `get http://other.example/: 403 ${blocked('other.example', reason)}`,
          ],
        },
      ],
    )
    assert.deepEqual(
      result?.validation_warnings.map(({ code, details }) => [code, details]),
      [
        ['NETWORK_ALLOWLIST_NOT_APPLIED', { entries: ['10.0.0.1'] }],
        ['NETWORK_REFUSED', { host: 'private.example', port: 80, reason: 'the host leads to an address that is not public' }],
        ['NETWORK_REFUSED', { host: 'other.example', port: 80, reason }],
      ],
    )
    assert.equal(app.logged.filter((line) => line.includes('outbound connection failed')).length, 2)
    // One without a list has not even the proxy.
    const off = await app.run('closed', { parameter: { tries: attack.slice(0, 1) } })
    assert.deepEqual(
      [off.result?.data, off.result?.validation_warnings],
      [{ came: ['get http://listed.example/: EAI_AGAIN'] }, []],
    )
  },
)

test('a script that fails after it was refused somebody says whom', async (context) => {
  const { gateWorld } = await internet(context)
  const skill = { ...tries('giving-up', { network: 'allowlist', allowlist: ['listed.example'] }) }
  const sh = `node "$SKILL_DIR/scripts/behind-gate.mjs" get:http://other.example:8080/ >&2; exit 3`
  await using app = await startApp({ gateWorld, skills: [{ ...skill, sh }] })
  const { result } = await app.run('giving-up')
  assert.deepEqual(
    [result?.error?.code, result?.error?.details],
    [
      'SCRIPT_FAILED',
      {
        exit_code: 3,
        stderr_tail: `get http://other.example:8080/: 403 ${blocked('other.example', reason)}\n`,
        not_reached: [{ host: 'other.example', port: 8080, reason }],
      },
    ],
  )
})

test('a script that fails because it has no network says so, and what to do; one that fails otherwise does not', async () => {
  const get = (id: string, url: string): TestSkill => ({
    ...tries(id, {}),
    sh: `node "$SKILL_DIR/scripts/behind-gate.mjs" get:${url} >&2; exit 3`,
  })
  await using app = await startApp({ skills: [get('naming', 'http://other.example/'), get('local', 'http://127.0.0.1:9/')] })
  const details = async (skill: string) => (await app.run(skill)).result?.error?.details
  const network =
    'The script has no network. Set automation.network of runner.json to "allowlist", and list the hosts in automation.allowlist.'
  assert.deepEqual(await details('naming'), { exit_code: 3, stderr_tail: 'get http://other.example/: EAI_AGAIN\n', network })
  assert.deepEqual(await details('local'), { exit_code: 3, stderr_tail: 'get http://127.0.0.1:9/: ECONNREFUSED\n' })
})

test('a normalizer reaches the hosts of the list, as the script does', async (context) => {
  const { gateWorld } = await internet(context)
  const skill = tries(
    'normalized',
    { network: 'allowlist', allowlist: ['listed.example'] },
    { normalizer: { command: 'sh scripts/fix.sh' } },
  )
  const fix = `came=$(node "$SKILL_DIR/scripts/behind-gate.mjs" get:http://listed.example/ get:http://other.example/ | tr '\\n' ';')
printf '{"came":"%s"}' "$came" >"$SKILL_RESULT_FILE"`
  const output = { type: 'object', properties: { came: { type: 'string' } }, required: ['came'] }
  const files = { ...skill.files, 'scripts/fix.sh': fix }
  await using app = await startApp({ gateWorld, skills: [{ ...skill, output, files, sh: `echo '{"other":1}'` }] })
  const { result } = await app.run('normalized')
  assert.deepEqual(result?.data, {
    came: `get http://listed.example/: 200 host listed.example;get http://other.example/: 403 ${blocked('other.example', reason)};`,
  })
})

verifies(
  'engines.allow-list-is-tried',
  'without a sandbox nothing holds a run to its list, and the run says so',
  async (context) => {
    const { port, gateWorld } = await internet(context)
    const skill = tries('listing', { network: 'allowlist', allowlist: ['listed.example'] })
    await using app = await startApp({ gateWorld, skills: [skill], env: { SKILL_RUNNER_SANDBOX: 'off' } })
    const { status, result } = await app.run('listing', { parameter: { tries: [`connect:127.0.0.1:${port}`] } })
    assert.deepEqual([status, result?.data], ['succeeded', { came: [`connect 127.0.0.1:${port}: connected`] }])
    assert.deepEqual(
      result?.validation_warnings.map(({ code }) => code),
      ['SANDBOX_NOT_IN_FORCE', 'NETWORK_ALLOWLIST_NOT_APPLIED'],
    )
  },
)
