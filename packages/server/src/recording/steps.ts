import type { RaspData, RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { RecordedStep } from '@agent-skill-runner/contract/recording.ts'

/** What was printed as it was is played too; where a script of the skill printed as well, it will do so again by itself. */
export interface Raw {
  readonly stdout: boolean
  readonly stderr: boolean
}

/**
 * What an engine said in one attempt, in the words of replay_ndjson. Lines of stderr come last and in one piece: which of them came before
 * which event is chance, and two recordings of the same are to be equal.
 */
export function stepsOf(events: readonly RaspEvent[], raw: Raw): RecordedStep[] {
  const steps: RecordedStep[] = []
  let [stdout, stderr] = ['', '']
  const printSoFar = (): void => {
    if (stdout !== '') steps.push({ stdout: withoutNewline(stdout) })
    stdout = ''
  }
  for (const event of events) {
    if (event.event.type === 'raw.stderr' && raw.stderr) stderr += textOf(event)
    if (event.event.type === 'raw.stdout' && raw.stdout) stdout += textOf(event)
    const said = saidBy(event)
    if (said === null) continue
    printSoFar()
    steps.push({ event: said })
  }
  printSoFar()
  return stderr === '' ? steps : [...steps, { stderr: withoutNewline(stderr) }]
}

/** A step prints a line, so the last newline is its own. */
const withoutNewline = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

const textOf = (event: RaspEvent): string => dataOf(event, 'raw.stdout').text

/** The line that says the same; null: it is of the server, which will say it again by itself. */
function saidBy(event: RaspEvent): Record<string, unknown> | null {
  const { type } = event.event
  switch (type) {
    case 'lifecycle.run_handle':
      return { type: 'session', handle: dataOf(event, type).handle_id }
    case 'agent.turn.started':
      return { type: 'turn', phase: 'started' }
    case 'agent.turn.completed':
      return { type: 'turn', phase: 'completed' }
    case 'agent.turn.failed':
      return { type: 'turn', phase: 'failed', reason: dataOf(event, type).reason }
    case 'agent.message.final':
      return { type: 'message', text: dataOf(event, type).text, final: true }
    case 'agent.message.intermediate':
      return { type: 'message', text: dataOf(event, type).text, final: false }
    case 'agent.reasoning':
      return { type: 'reasoning', text: dataOf(event, type).text }
    case 'agent.usage':
      return { type: 'usage', ...dataOf(event, type) }
    case 'tool.call.started':
      return tool('started', dataOf(event, type))
    case 'tool.call.completed':
      return tool('completed', dataOf(event, type))
    case 'tool.call.failed':
      return tool('failed', dataOf(event, type))
    case 'diagnostic.warning':
      return noticed(event, dataOf(event, type))
    default:
      return null
  }
}

const tool = (phase: string, { call_id, name, input, output_preview, exit_code }: RaspData['tool.call.started']) => ({
  type: 'tool',
  phase,
  id: call_id,
  name,
  input,
  output: output_preview,
  exit_code,
})

/** What an engine reported has a place in its output; a warning of the server has none. */
const noticed = ({ raw_ref }: RaspEvent, { code, message }: RaspData['diagnostic.warning']) =>
  raw_ref !== null && code === 'ENGINE_ERROR_REPORTED' ? { type: 'notice', message } : null

/** The type of the event decides the type of its data; the compiler cannot see through the nesting. */
const dataOf = <T extends RaspEvent['event']['type']>(event: RaspEvent, _type: T) =>
  event.data as Extract<RaspEvent, { event: { type: T } }>['data']

/**
 * All turns of a conversation are in one session, so each says its name, and the same one: that which the engine gave it, unless that is
 * none that replay takes. What says nothing of sessions stays without one, if it is alone.
 */
export function inOneSession(turns: readonly (readonly RecordedStep[])[]): RecordedStep[][] {
  const handle = turns.flat().find(isSession)?.event['handle']
  if (handle === undefined && turns.length === 1) return turns.map((steps) => [...steps])
  const isName = typeof handle === 'string' && /^[\w.-]{1,100}$/.test(handle)
  const session = { event: { type: 'session', handle: isName ? handle : 'recorded' } }
  return turns.map((steps) =>
    steps.some(isSession) ? steps.map((step) => (isSession(step) ? session : step)) : [session, ...steps],
  )
}

const isSession = (step: RecordedStep): step is Extract<RecordedStep, { event: unknown }> =>
  'event' in step && step.event['type'] === 'session'
