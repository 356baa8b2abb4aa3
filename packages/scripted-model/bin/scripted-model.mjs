#!/usr/bin/env node
// The sources are TypeScript: the bootstrap brings a Node that runs them where this one is older.
process.argv.splice(2, 0, 'scripted-model')
await import('../../../bootstrap.mjs')
