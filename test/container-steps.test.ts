import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { root } from './copy-tree.ts'
import { buildImage, packContext, removeImage, startImage, stepsOf } from './image.ts'
import { verifies } from './verifies.ts'

/** The steps of Containerfile, performed by a stand-in for a container engine: there is none here. */

const skip =
  process.getuid?.() === 0 && existsSync('/usr/sbin/debootstrap') ? false : 'the steps of an image need root and debootstrap'

const token = { SKILL_RUNNER_TOKEN: 'a-token-of-sixteen' }
const job = ['skill-runner', 'run', 'demo-prime-number', '--input', 'numbers=[2,3]', '--no-cache', '--quiet']
const primes = { count: 2, primes: [2, 3], prime_count: 2, divisor: 10, divisible_count: 0, largest_prime: 3 }

let context = ''
let image: Awaited<ReturnType<typeof buildImage>>
before(async () => {
  if (skip) return
  context = await packContext()
  image = await buildImage(stepsOf(readFileSync(join(root, 'Containerfile'), 'utf8')), context)
})
after(() => {
  if (skip) return
  removeImage(image)
  rmSync(context, { recursive: true })
})

verifies(
  'setup.container-steps',
  'the image is built step by step, and serves as an ordinary user with an init and a sandbox that works; a stop ends it well',
  async () => {
    await using container = await startImage(image, token, 'whole')
    assert.equal((await container.healthcheck()).code, 0)
    const ran = await container.exec(...job)
    assert.deepEqual([ran.code, JSON.parse(ran.stdout), ran.stderr], [0, primes, ''])
    const { stdout } = await container.exec('skill-runner', 'doctor')
    assert.match(stdout, /^ok +sandbox +Sandbox: bubblewrap\.$/m)
    const first = await container.exec('cat', '/proc/1/comm', '/proc/1/status')
    assert.match(first.stdout, /^tini\n/)
    assert.match(first.stdout, /^Uid:\t10001\t10001\t10001\t10001$/m)
    assert.match(first.stdout, /^CapEff:\t0+$/m)
    assert.equal(await container.stop(), 0, container.said())
  },
  { skip },
)

verifies(
  'setup.container-steps',
  'where the engine covers parts of /proc there is no sandbox: the start says so with the flag that helps, and so does each run',
  async () => {
    await using container = await startImage(image, token, 'covered')
    const advice =
      'Nothing may mount a /proc of its own here. In a container, run it with --security-opt systempaths=unconfined (Podman: --security-opt unmask=ALL)'
    assert.ok(container.said().includes(advice), container.said())
    const ran = await container.exec(
      'skill-runner',
      'run',
      'demo-prime-number',
      '--input',
      'numbers=[2,3]',
      '--no-cache',
      '--json',
    )
    assert.ok(ran.stdout.includes(advice), `${ran.stdout}\n${ran.stderr}`)
  },
  { skip },
)

verifies(
  'setup.container-steps',
  'without a token it does not start',
  async () => {
    await assert.rejects(startImage(image, {}, 'whole'), /HOST=0\.0\.0\.0 is not loopback, and there is no token/)
  },
  { skip },
)
