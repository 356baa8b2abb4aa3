import assert from 'node:assert/strict'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { capture } from '../../src/process/capture.ts'
import { temporaryFolder } from './folder.ts'

const isRoot = process.getuid?.() === 0
const isOrdinaryLeg = process.env['SANDBOX_TEST_LEG'] === 'ordinary'

const systemLinks = ['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`])

/**
 * The last test of a file that holds for a root server and for an ordinary one: root runs the very file once more as another user, in a place
 * where that user can read the clone, wherever the clone lies. Skipped there are those that are about root, and this one.
 */
export function asOrdinaryUser(fileUrl: string, skippedThere: number): void {
  const skip = isRoot && !isOrdinaryLeg ? false : 'this is the ordinary user; root is proven when root runs the suite'
  test('all of this holds for an ordinary user', { skip }, async (context) => {
    const tmp = join(await temporaryFolder(context), 'tmp')
    await mkdir(tmp)
    await chmod(tmp, 0o1777)
    const repository = fileURLToPath(new URL('../../../..', import.meta.url))
    const file = fileURLToPath(fileUrl).replace(repository, '/repo/')
    const { code, stdout, stderr } = await capture(
      [
        ...(['/usr/bin/bwrap', '--die-with-parent', '--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc'] as const),
        ...systemLinks,
        ...['--dev-bind', '/dev', '/dev', '--bind', '/proc', '/proc', '--bind', tmp, '/tmp'],
        ...['--ro-bind', repository, '/repo', '--dir', '/opt', '--ro-bind', process.execPath, '/opt/node', '--chdir', '/tmp'],
        ...['/usr/bin/setpriv', '--reuid=240950', '--regid=240950', '--clear-groups', '/opt/node', '--test-reporter=tap', file],
      ],
      { timeoutMs: 600_000, env: { PATH: '/usr/bin:/bin', SANDBOX_TEST_LEG: 'ordinary' } },
    )
    assert.equal(code, 0, `${stdout}\n${stderr}`)
    assert.match(stdout, new RegExp(`^# fail 0\n# cancelled 0\n# skipped ${skippedThere}$`, 'm'))
  })
}
