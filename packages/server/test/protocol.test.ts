import assert from 'node:assert/strict'
import { appendFileSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPlaces } from '@agent-skill-runner/contract/event-parts.ts'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import { componentPointer, openapi, validatorAt } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { type EventName, eventNames, faultOf, typesOf } from './support/event-schemas.ts'
import { openEveryEvent } from './support/every-event.ts'
import { liesAbout } from './support/lies.ts'
import { openLogBench } from './support/log.ts'
import { looseEnds } from './support/loose-ends.ts'

/** The tables of events.md, by hand. */
const told: Record<EventName, readonly string[]> = {
  RaspEvent: [
    ...['lifecycle.run.state_changed', 'lifecycle.run.started', 'lifecycle.run_handle', 'lifecycle.completion'],
    ...['lifecycle.run.terminal', 'agent.turn.started', 'agent.turn.completed', 'agent.turn.failed'],
    ...['agent.message.final', 'agent.message.intermediate', 'agent.reasoning', 'agent.usage'],
    ...['interaction.user_input.required', 'interaction.reply.accepted', 'interaction.auto_decide.timeout'],
    ...['tool.call.started', 'tool.call.completed', 'tool.call.failed'],
    ...['artifact.created', 'artifact.changed', 'artifact.indexed', 'diagnostic.warning', 'raw.stdout', 'raw.stderr'],
  ],
  FcmpEvent: [
    ...['conversation.started', 'conversation.state.changed', 'assistant.reasoning', 'assistant.tool_call'],
    ...['assistant.message.intermediate', 'assistant.message.final', 'user.input.required', 'interaction.reply.accepted'],
    ...['interaction.auto_decide.timeout', 'artifact.created', 'usage.updated', 'diagnostic.warning', 'raw.stdout'],
    ...['raw.stderr', 'conversation.completed', 'conversation.failed', 'conversation.canceled'],
  ],
}

verifies(
  'protocol.closed-schemas',
  'openapi.json has a closed schema for every type, and history refers to both protocols',
  () => {
    for (const name of eventNames) {
      assert.deepEqual(typesOf(name).sort(), [...told[name]].sort())
      assert.ok(JSON.stringify(openapi.components.schemas['EventHistory']).includes(`#${componentPointer(name)}`))
      const listed = openPlaces.filter(({ event }) => event === name)
      assert.deepEqual(
        looseEnds(name).sort(),
        listed.flatMap(({ types, place }) => types.map((type) => `${type} ${place}`)).sort(),
      )
    }
    assert.deepEqual(
      openPlaces.filter(({ reason }) => reason.length < 20),
      [],
    )
  },
)

verifies(
  'protocol.mutated-events-are-rejected',
  'a field dropped, added or changed makes any event of any type invalid',
  async () => {
    await using bench = await openEveryEvent()
    const events = await everyEvent(bench)
    for (const name of eventNames) {
      assert.deepEqual(
        [...new Set(events.filter((known) => known.name === name).map(({ type }) => type))].sort(),
        [...told[name]].sort(),
      )
    }
    for (const { name, event } of events) assert.ok(validatorAt(componentPointer(name))(event), JSON.stringify(event))
    for (const known of events) {
      const rejects = validatorAt(componentPointer(known.name))
      for (const lies of liesAbout(known)) {
        fc.assert(
          fc.property(lies, ({ lie }) => assert.equal(rejects(lie), false)),
          { numRuns: 2 },
        )
      }
    }
  },
)

/** One of each kind, as they stand in the log. */
async function everyEvent(bench: Awaited<ReturnType<typeof openEveryEvent>>) {
  const files = (['rasp', 'fcmp'] as const).flatMap((protocol) =>
    ['run_1', 'run_2', 'run_3'].map(async (run) => ({ protocol, lines: await bench.lines(run, protocol) })),
  )
  return (await Promise.all(files)).flatMap(({ protocol, lines }) =>
    lines.map((line) => {
      const event = JSON.parse(line)
      return {
        name: protocol === 'rasp' ? ('RaspEvent' as const) : ('FcmpEvent' as const),
        type: String(event.type ?? event.event.type),
        event,
      }
    }),
  )
}

verifies(
  'protocol.pairs-are-together',
  'questions, replies and ends are told with the state they lead to, in both protocols',
  async () => {
    await using bench = await openEveryEvent()
    const rasp = (await bench.lines('run_1', 'rasp')).map((line) => JSON.parse(line))
    const fcmp = (await bench.lines('run_1', 'fcmp')).map((line) => JSON.parse(line))
    const talk = rasp.filter(({ event }) => /^(interaction\.|lifecycle\.run\.(state|terminal))/.test(event.type))
    assert.deepEqual(
      talk.map(({ seq, event, data, correlation }) => [
        seq,
        event.type,
        data.trigger ?? null,
        correlation.interaction_id,
        correlation.parent_seq,
      ]),
      [
        [1, 'lifecycle.run.state_changed', 'turn.started', null, null],
        [21, 'interaction.user_input.required', null, 1, null],
        [22, 'lifecycle.run.state_changed', 'turn.needs_input', 1, 21],
        [23, 'interaction.reply.accepted', null, 1, null],
        [24, 'lifecycle.run.state_changed', 'interaction.reply.accepted', 1, 23],
        [25, 'lifecycle.run.state_changed', 'turn.started', null, null],
        [26, 'interaction.user_input.required', null, 2, null],
        [27, 'lifecycle.run.state_changed', 'turn.needs_input', 2, 26],
        [28, 'interaction.auto_decide.timeout', null, 2, null],
        [29, 'lifecycle.run.state_changed', 'interaction.auto_decide.timeout', 2, 28],
        [30, 'lifecycle.run.state_changed', 'turn.started', null, null],
        [32, 'lifecycle.run.state_changed', 'turn.succeeded', null, null],
        [33, 'lifecycle.run.terminal', null, null, 32],
      ],
    )
    const shown = fcmp.filter(({ type }) => /^(user|interaction|conversation\.(state|completed))/.test(type))
    assert.deepEqual(
      shown.map(({ seq, type, data, meta }) => [
        seq,
        type,
        data.to ?? null,
        data.pending_interaction_id ?? null,
        meta.attempt,
        meta.local_seq,
      ]),
      [
        [1, 'conversation.state.changed', 'running', null, 1, 1],
        [16, 'user.input.required', null, null, 1, 16],
        [17, 'conversation.state.changed', 'waiting_user', 1, 1, 17],
        [18, 'interaction.reply.accepted', null, null, 1, 18],
        [19, 'conversation.state.changed', 'queued', null, 1, 19],
        [20, 'conversation.state.changed', 'running', null, 2, 1],
        [21, 'user.input.required', null, null, 2, 2],
        [22, 'conversation.state.changed', 'waiting_user', 2, 2, 3],
        [23, 'interaction.auto_decide.timeout', null, null, 2, 4],
        [24, 'conversation.state.changed', 'queued', null, 2, 5],
        [25, 'conversation.state.changed', 'running', null, 3, 1],
        [26, 'conversation.state.changed', 'succeeded', null, 3, 2],
        [27, 'conversation.completed', null, null, 3, 3],
      ],
    )
    const parents = rasp.filter(({ event }) => /^(tool\.call|agent\.turn)/.test(event.type))
    assert.deepEqual(
      parents.map(({ seq, event, correlation }) => [seq, event.type, correlation.call_id, correlation.parent_seq]),
      [
        [4, 'agent.turn.started', null, null],
        [6, 'tool.call.started', 'c1', null],
        [7, 'tool.call.started', 'c2', null],
        [8, 'tool.call.completed', 'c1', 6],
        [9, 'tool.call.failed', 'c2', 7],
        [13, 'agent.turn.completed', null, 4],
        [14, 'agent.turn.failed', null, null],
      ],
    )
  },
)

verifies(
  'protocol.every-event-is-validated',
  'a server and a log that wrote a wrong event cannot be closed by a test without its failing',
  async () => {
    const app = await startApp({ skills: [{ id: 'quick', sh: 'echo "{}" > "$SKILL_RESULT_FILE"' }] })
    const { request_id } = await app.run('quick')
    const { run_id } = await app.job(request_id)
    const audit = join(app.runFolder(run_id), '.audit')
    const [line = ''] = readFileSync(join(audit, 'fcmp_events.1.jsonl'), 'utf8').split('\n')
    assert.deepEqual(
      [faultOf(JSON.parse(line)), faultOf({ ...JSON.parse(line), extra: 1 })],
      [null, ' must NOT have additional properties'],
    )
    appendFileSync(join(audit, 'fcmp_events.1.jsonl'), `${JSON.stringify({ ...JSON.parse(line), extra: 1 })}\n`)
    await assert.rejects(
      async () => app[Symbol.asyncDispose](),
      /fcmp_events\.1\.jsonl holds an event that openapi\.json does not know/,
    )

    const bench = await openLogBench()
    await mkdir(join(bench.folder, 'run_1'))
    await writeFile(
      bench.files('run_1', 1, 'rasp'),
      `${JSON.stringify({ protocol_version: 'rasp/1.0', event: { type: 'new.type' } })}\n`,
    )
    await assert.rejects(async () => bench[Symbol.asyncDispose](), /RaspEvent has no type new\.type/)
  },
)
