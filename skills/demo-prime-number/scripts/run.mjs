// The whole skill. What a script gets and gives:
//   stdin and $SKILL_INPUT_FILE   {"input": …, "parameter": …}; a file input holds the path of the file
//   $SKILL_ARTIFACTS_DIR          where artifacts go
//   $SKILL_RESULT_FILE            where the result goes (printing it on stdout would do as well)
//   exit code                     0, or the run has failed and the end of stderr says why
// $SKILL_DIR is the folder of this skill and $SKILL_RUN_DIR that of the run, which is also where we start.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const largest = 1_000_000_000
const most = 10_000

try {
  main(process.env)
} catch (error) {
  say(error.message)
  process.exitCode = 1
}

function main({ SKILL_INPUT_FILE, SKILL_ARTIFACTS_DIR, SKILL_RESULT_FILE }) {
  // 0 is stdin: the same text comes both ways.
  const { input, parameter } = JSON.parse(readFileSync(SKILL_INPUT_FILE || 0, 'utf8'))
  const numbers = numbersOf(input)
  const result = examine(numbers, parameter.divisor ?? 10)
  const artifact = (name) => join(SKILL_ARTIFACTS_DIR, name)
  writeFileSync(artifact('primes.json'), `${JSON.stringify(result.primes)}\n`)
  writeFileSync(artifact('report.md'), report(result))
  // Last, so that a result is there only when everything else is.
  writeFileSync(SKILL_RESULT_FILE, JSON.stringify(result))
  say(`done: ${result.prime_count} primes among ${result.count} numbers`)
}

function numbersOf({ numbers = [], input_file: file }) {
  const all = [...numbers, ...(file ? readLines(file) : [])]
  if (all.length === 0) throw new Error('There are no numbers: give input.numbers, or upload input_file.')
  if (all.length > most) throw new Error(`There are ${all.length} numbers; ${most} is the most.`)
  return all
}

function readLines(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) return []
    if (!/^\d{1,10}$/.test(text) || Number(text) > largest) {
      throw new Error(
        `Line ${index + 1} of input_file is not a whole number from 0 to ${largest}: ${JSON.stringify(text.slice(0, 40))}`,
      )
    }
    return [Number(text)]
  })
}

function examine(numbers, divisor) {
  say(`looking at ${numbers.length} numbers`)
  const step = Math.ceil(numbers.length / 4)
  const found = numbers.filter((number, index) => {
    if ((index + 1) % step === 0) say(`looked at ${index + 1} of ${numbers.length}`)
    return isPrime(number)
  })
  const primes = [...new Set(found)]
  return {
    count: numbers.length,
    primes,
    prime_count: primes.length,
    divisor,
    divisible_count: numbers.filter((number) => number % divisor === 0).length,
    largest_prime: primes.length > 0 ? primes.reduce((a, b) => Math.max(a, b)) : null,
  }
}

/** By trial: a number below 10^9 needs at most 10,541 divisions, since beyond 3 every prime is 6k ± 1. */
function isPrime(number) {
  if (number < 4) return number > 1
  if (number % 2 === 0 || number % 3 === 0) return false
  for (let k = 5; k * k <= number; k += 6) {
    if (number % k === 0 || number % (k + 2) === 0) return false
  }
  return true
}

function report({ count, primes, prime_count, divisor, divisible_count, largest_prime }) {
  const shown = primes.slice(0, 20).join(', ') + (primes.length > 20 ? ', …' : '')
  const rows = [
    ['Numbers', count],
    ['Different primes', prime_count],
    ['Largest prime', largest_prime ?? 'none'],
    [`Divisible by ${divisor}`, divisible_count],
    ['The primes', shown || 'none'],
  ]
  return `# Prime numbers\n\n| What | Found |\n|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
