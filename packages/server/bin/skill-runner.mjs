#!/usr/bin/env node
// The command of the npm package. Plain JavaScript that older versions of Node can read too: they are told which one it takes.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeEnv, nodeFlags } from '../../../scripts/setup/node-flags.mjs'
import { ofServer } from '../../../scripts/setup/of-server.mjs'

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url))

const { node } = process.versions
const { leastNode } = JSON.parse(readFileSync(fileOf('../../../runtime/package.json'), 'utf8'))
// By numbers: 24.10 is newer than 24.6.
if (node.localeCompare(leastNode, 'en', { numeric: true }) < 0) {
  console.error(`Agent Skill Runner needs Node ${leastNode} or newer, and this is ${node}. Install one from https://nodejs.org.`)
  process.exit(1)
}

const { serverFolder } = await import('../src/cli/server-folder.js')
const args = process.argv.length > 2 ? process.argv.slice(2) : ['--help']
if (ofServer.includes(args[0])) {
  mkdirSync(serverFolder, { recursive: true, mode: 0o700 })
  process.chdir(serverFolder)
}
const env = { ...nodeEnv, ...process.env, NODE_COMPILE_CACHE: join(serverFolder, 'cache', 'compile') }
process.execve(process.execPath, [process.execPath, ...nodeFlags, fileOf('../src/main.js'), ...args], env)
