import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The files of a package in one version; package.json is made. */
export interface StandInVersion {
  readonly files: Readonly<Record<string, string>>
  readonly manifest?: Readonly<Record<string, unknown>>
}

/** Versions in the order in which they came out: the last one is the newest. */
export type StandInPackages = Readonly<Record<string, Readonly<Record<string, StandInVersion>>>>

/**
 * A registry on loopback that npm itself talks to, so that no test needs the network. `env` has all that a child needs to use it and
 * nothing of the person who runs the tests: neither their settings nor their cache.
 */
export async function openStandIn(packages: StandInPackages, { npm = 'npm' }: { npm?: 'npm' | 'quick' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'asr-registry-'))
  mkdirSync(join(folder, 'home'))
  const programs = npm === 'quick' ? [putQuickNpm(folder, packages)] : []
  const asked: string[] = []
  const held: (() => void)[] = []
  let isHolding = false
  let left = 0

  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? '').slice(1)
    asked.push(url)
    const [name = '', version] = url.replace(/\.tgz$/, '').split('/-/')
    const found = packages[name]
    if (!found) return refuse(response)
    if (version === undefined) return answer(response, JSON.stringify(packument(name, found, baseOf(server.address()))))
    const one = found[version]
    if (!one) return refuse(response)
    const bytes = tarball(manifestOf(name, version, one), one)
    if (!isHolding) return answer(response, bytes)
    // A part of it comes at once, so that the one who waits is in the middle.
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 20))
    response.on('close', () => {
      if (!response.writableFinished) left += 1
    })
    held.push(() => response.end(bytes.subarray(20)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** What npm asked for. */
    asked,
    host: baseOf(server.address()).replace('http://', ''),
    env: {
      PATH: [...programs, process.env['PATH'] ?? ''].join(':'),
      HOME: join(folder, 'home'),
      npm_config_registry: baseOf(server.address()),
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    },
    /** From now on packages stop in the middle. */
    hold(): void {
      isHolding = true
    },
    /** How many have begun to wait. */
    waiting: () => held.length,
    /** How many of them went away. */
    left: () => left,
    /** Those who wait do so for ever, and others are served. */
    forget(): void {
      isHolding = false
      held.length = 0
    },
    release(): void {
      isHolding = false
      for (const go of held.splice(0)) go()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * STAND-IN for npm, for tests that are not about it: a call of npm takes one and a half seconds of the processor, these lines of shell a few
 * milliseconds. It puts the same files at the same place, and says of a version that there is not what npm says.
 */
function putQuickNpm(folder: string, packages: StandInPackages): string {
  const files = join(folder, 'packages')
  for (const [name, versions] of Object.entries(packages)) {
    for (const [version, one] of Object.entries(versions)) {
      const all = { 'package.json': JSON.stringify(manifestOf(name, version, one)), ...one.files }
      for (const [path, text] of Object.entries(all)) putFile(join(files, name, version, path), text)
    }
    putFile(join(files, name, 'newest'), `${Object.keys(versions).at(-1)}\n`)
  }
  putFile(join(folder, 'bin/npm'), quickNpm(files))
  return join(folder, 'bin')
}

function putFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o755 })
}

const quickNpm = (files: string): string => `#!/bin/sh
if [ "$1" = view ]; then exec cat "${files}/$2/newest"; fi
for word do case "$word" in -*) ;; */*@*|[a-z]*@*) wanted="$word";; esac; done
name="\${wanted%@*}"; version="\${wanted##*@}"
if [ ! -d "${files}/$name/$version" ]; then
  echo 'npm error code ETARGET' >&2
  echo "npm error notarget No matching version found for $wanted." >&2
  exit 1
fi
mkdir -p "node_modules/$name" && cp -R "${files}/$name/$version/." "node_modules/$name"
`

const baseOf = (address: AddressInfo | string | null): string =>
  address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''

function answer(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' })
  response.end(body)
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end('{"error":"Not found"}')
}

const manifestOf = (name: string, version: string, { manifest = {} }: StandInVersion) => ({ name, version, ...manifest })

function packument(name: string, versions: Readonly<Record<string, StandInVersion>>, base: string) {
  const entries = Object.entries(versions).map(([version, one]) => {
    const manifest = manifestOf(name, version, one)
    const integrity = `sha512-${createHash('sha512').update(tarball(manifest, one)).digest('base64')}`
    return [version, { ...manifest, dist: { tarball: `${base}/${name}/-/${version}.tgz`, integrity } }] as const
  })
  return { name, 'dist-tags': { latest: Object.keys(versions).at(-1) }, versions: Object.fromEntries(entries) }
}

function tarball(manifest: object, { files }: StandInVersion): Buffer {
  const all = { 'package.json': JSON.stringify(manifest), ...files }
  const parts = Object.entries(all).flatMap(([name, text]) => tarEntry(`package/${name}`, Buffer.from(text)))
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]))
}

/** One file in the oldest of all formats: a header of 512 bytes, then the bytes, filled up to the next 512. */
function tarEntry(name: string, bytes: Buffer): Buffer[] {
  const header = Buffer.alloc(512)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o755, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(bytes.length, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  )
  return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
}
