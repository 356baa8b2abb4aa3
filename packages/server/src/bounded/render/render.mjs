// Fills in templates that a skill supplied: {"templates": […], "variables": {…}} on stdin, the texts as a JSON list on stdout.
// The interpreter knows values and a few functions of its own and nothing of the host, but it has no bounds: `range(99999999)`
// takes the heap in one step, and a worker thread that does so takes the whole process with it. So this is a process.
import { text } from 'node:stream/consumers'
import { Template } from './jinja.mjs'

const brokenTemplate = 65
const tooMuch = 66

try {
  const { templates, variables } = JSON.parse(await text(process.stdin))
  process.stdout.write(JSON.stringify(templates.map((template) => new Template(template).render(variables))))
} catch (error) {
  process.stderr.write(error.message)
  // The stack ran out, or a text grew past what can be: a limit, and not a mistake in the template.
  process.exitCode = error instanceof RangeError ? tooMuch : brokenTemplate
}
