#!/usr/bin/env node
/**
 * STAND-IN for iFlow CLI 0.5.19, for tests only. The vendor ended the service and the package is gone, so the real program cannot be had.
 * This one keeps to what is documented and recorded of it (test/captures/iflow): flags, settings, variables, sign-in, calls of the model,
 * what stands on stdout and stderr, sessions. Whatever it does not know it refuses loudly, with exit code 70, instead of guessing.
 *
 * For tests its settings may hold `standIn`: `layout: "swapped"` puts the answer on stderr and the rest on stdout, `attempts` and
 * `backoffMs` shorten its retries, `tellsAndEndsWell: true` makes a failed call end with the block and exit code 0.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { requireAccount } from './iflow/account.mjs'
import { flagsOf } from './iflow/flags.mjs'
import { GivenUp, openModel } from './iflow/model.mjs'
import { channelsOf } from './iflow/print.mjs'
import { openSession } from './iflow/session.mjs'
import { settingsFor } from './iflow/settings.mjs'
import { openTools } from './iflow/tools.mjs'
import { Ended, Unknown } from './iflow/unknown.mjs'

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof Ended) {
    process.stderr.write(error.message)
    process.exitCode = 1
  } else {
    const what = error instanceof Unknown ? error.message : error.stack
    process.stderr.write(`STAND-IN OF IFLOW: ${what}\n`)
    process.exitCode = 70
  }
}

async function main(words) {
  const flags = flagsOf(words)
  if (flags.version) return tell('0.5.19\n')
  if (flags.help) return tell(readFileSync(new URL('./iflow/help.txt', import.meta.url), 'utf8'))
  const settings = settingsFor(flags)
  const account = requireAccount(settings)
  const prompt = promptOf(flags)
  return turn({ flags, settings, account, prompt, print: channelsOf(settings) })
}

function tell(text) {
  process.stdout.write(text)
  return 0
}

/** `-p` is appended to what comes by stdin, if anything does. */
function promptOf({ prompt = '' }) {
  const piped = process.stdin.isTTY ? '' : readFileSync(0, 'utf8')
  const whole = [piped, prompt].filter((part) => part !== '').join('\n\n')
  if (whole.trim() === '')
    throw new Ended(
      'No input provided via stdin. Input can be provided by piping data into iflow or using the --prompt option.\n',
    )
  return whole
}

async function turn({ flags, settings, account, prompt, print }) {
  const began = performance.now()
  const session = openSession(flags.resume, account.model)
  if (flags.resume !== undefined) print.aside(`\nℹ️  Resuming session ${session.id} (${session.count} messages loaded)\n`)
  const tools = openTools(flags, settings, print)
  const model = openModel(account, settings, tools.declared, print)
  session.asked(prompt)
  const info = { 'session-id': session.id, 'conversation-id': randomUUID() }
  try {
    const { rounds, usage } = await converse(session, model, tools, print)
    const tokenUsage = { input: usage.input, output: usage.output, total: usage.input + usage.output }
    end({ ...info, assistantRounds: rounds, executionTimeMs: Math.round(performance.now() - began), tokenUsage }, flags, print)
    return 0
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error
    print.aside(`Error when talking to iFlow API\n[API Error: ${error.message}]\n`)
    if (settings.standIn?.tellsAndEndsWell !== true) return 1
    const tokenUsage = { input: 0, output: 0, total: 0 }
    end({ ...info, assistantRounds: 0, executionTimeMs: Math.round(performance.now() - began), tokenUsage }, flags, print)
    return 0
  }
}

/** Until the model calls no tool. What it says in between is printed without an end of line; only the last word gets one. */
async function converse(session, model, tools, print) {
  for (let rounds = 1; ; rounds += 1) {
    const { text, calls, usage } = await model.call(session.messages())
    print.words(text)
    session.answered(text, calls, usage)
    if (calls.length === 0) {
      print.words('\n')
      // As recorded: the tokens of the last call alone.
      return { rounds, usage }
    }
    for (const call of calls) session.returned(call, await tools.run(call))
  }
}

function end(info, { outputFile }, print) {
  const text = JSON.stringify(info, null, 2)
  if (outputFile !== undefined) writeFileSync(outputFile, text)
  print.aside(`\n<Execution Info>\n${text}\n</Execution Info>\n`)
}
