import { checks } from './test/checks.ts'
import { Children } from './test/children.ts'
import { runSteps } from './test/steps.ts'

/** `npm run check`: format, types, generated files and the import table; what every change can be held to in half a minute. */
const children = new Children()
process.exit(await runSteps(children, [checks(children)]))
