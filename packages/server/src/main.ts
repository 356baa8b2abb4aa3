// Before all others: whatever is loaded after it is loaded faster.
import './lib/direct-imports.ts'
import { run } from './cli/run.ts'

process.exitCode = await run(process.argv.slice(2))
