import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { confinedArgv } from '../src/process/confine.ts'
import { wrappedEnv } from '../src/sandbox/env.ts'
import { temporaryFolder } from './support/folder.ts'

const skip = spawnSync('bash', ['-c', 'true']).status === 0 ? false : 'bash is not installed'
/** As root bash does not obey PS4. */
const user = process.getuid?.() === 0 ? { uid: 240911, gid: 240911 } : {}

verifies(
  'sandbox.never-root',
  'where /bin/sh is bash, the shell outside of the sandbox runs nothing that the environment of a command brings',
  async (context) => {
    const folder = await temporaryFolder(context)
    chmodSync(folder, 0o777)
    const canary = join(folder, 'canary')
    const env = { SHELLOPTS: 'xtrace', PS4: `$(touch ${canary})` }
    const rlimits = [{ name: 'nofile', soft: 64, hard: 64 }] as const
    const [, ...words] = confinedArgv({
      argv: ['/bin/true'],
      confinement: { joins: [], birthplace: null, oomScore: null, rlimits },
    })
    // It obeys this name, as where it is installed as /bin/sh.
    const confine = (around: Record<string, string>) =>
      spawnSync('bash', words, { argv0: 'sh', env: around, cwd: '/', ...user }).status
    assert.deepEqual([confine(wrappedEnv(env, '/usr/bin/node')), existsSync(canary)], [0, false])
    assert.deepEqual([confine({ PATH: '/usr/bin:/bin', ...env }), existsSync(canary)], [0, true])
  },
  { skip },
)
