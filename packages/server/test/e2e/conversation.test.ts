import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job, JobResult } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { startServer } from '../support/server.ts'
import { begin, goOn, pendingOf, replayOnly, says, talkSkill } from '../support/talk.ts'
import { until } from '../support/until.ts'

const yaml = (text: string) => `Please choose.\n\n<ASK_USER_YAML>\n${text}\n</ASK_USER_YAML>`
const usage = (input: number) => ({ event: { type: 'usage', input_tokens: input, output_tokens: 1 } })

/** Asks for a word and for a confirmation, and gives both back; it goes on with a file from one turn to the next. */
const twoQuestions = talkSkill('two-questions', [
  [
    usage(10),
    { write: { path: 'artifacts/notes.md', text: 'first' } },
    says(yaml('kind: single_select\nprompt: Which word?\noptions: [heron, {value: crane, label: A crane}]')),
  ],
  [
    { echo_prompt: true },
    usage(20),
    { write: { path: 'artifacts/notes.md', text: 'second' } },
    says(yaml('kind: confirmation\nprompt: "{{ replies[0] }}?"')),
  ],
  [usage(40), says('{{ {"word": replies[0]} | tojson }}\n__SKILL_DONE__: true')],
])

verifies(
  'talk.whole-cycle',
  'replay: question, reply and the same session again lead to the marker and a validated result',
  async () => {
    await using app = await startApp({ env: replayOnly, skills: [twoQuestions] })
    const first = await begin(app, 'two-questions')
    const id = first.request_id
    assert.deepEqual(
      [first.status, first.attempt_number, first.pending_interaction_id, first.interaction_count, first.finished_at],
      ['waiting_user', 1, 1, 1, null],
    )
    const { pending } = await pendingOf(app, id)
    assert.deepEqual(pending, {
      interaction_id: 1,
      kind: 'choose_one',
      prompt: 'Which word?',
      options: [
        { value: 'heron', label: 'heron' },
        { value: 'crane', label: 'A crane' },
      ],
      ui_hints: {},
      default_decision_policy: null,
      required_fields: [],
      context: { text: 'Please choose.' },
      asked_at: pending?.asked_at,
      expires_at: null,
    })
    assert.equal((await app.get(`/v1/jobs/${id}/result`)).status, 409)

    const second = await goOn(app, id, 1, 'crane')
    assert.deepEqual([second.status, second.attempt_number, second.pending_interaction_id], ['waiting_user', 2, 2])
    assert.equal((await pendingOf(app, id)).pending?.prompt, 'crane?')
    const third = await goOn(app, id, 2, true)
    assert.deepEqual(
      [third.status, third.attempt_number, third.pending_interaction_id, third.interaction_count, third.warnings, third.error],
      ['succeeded', 3, null, 2, [], null],
    )
    assert.deepEqual(third.usage, { input_tokens: 70, output_tokens: 3, cached_tokens: 0, cost_usd: null })
    const { result } = (await app.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)).body
    assert.deepEqual([result.data, result.artifacts.map(({ path }) => path)], [{ word: 'crane' }, ['artifacts/notes.md']])
    const folder = app.runFolder(third.run_id)
    assert.equal(readFileSync(join(folder, 'artifacts/notes.md'), 'utf8'), 'second')

    const meta = (attempt: number) => JSON.parse(readFileSync(join(folder, `.audit/meta.${attempt}.json`), 'utf8'))
    const session: string = meta(1).session_handle
    assert.ok(session)
    assert.deepEqual(
      [1, 2, 3].map((attempt) => [meta(attempt).session_handle, meta(attempt).resumed_session, meta(attempt).can_resume]),
      [
        [session, null, true],
        [session, session, true],
        [session, session, true],
      ],
    )
    assert.match(readFileSync(join(folder, '.audit/stdin.2.log'), 'utf8'), /crane/)
    await until('nobody goes on with a run that has ended', () => readdirSync(join(app.data, 'sessions')).length === 0)
    assert.deepEqual(await lifeOf(app, id), [
      'queued>running turn.started null',
      'user.input.required 1',
      'running>waiting_user turn.needs_input 1',
      'interaction.reply.accepted 1',
      'waiting_user>queued interaction.reply.accepted null',
      'queued>running turn.started null',
      'user.input.required 2',
      'running>waiting_user turn.needs_input 2',
      'interaction.reply.accepted 2',
      'waiting_user>queued interaction.reply.accepted null',
      'queued>running turn.started null',
      'running>succeeded turn.succeeded null',
      'conversation.completed',
    ])
  },
)

/** The states of a conversation and what moved it, as told to a front end. */
async function lifeOf(app: Pick<Awaited<ReturnType<typeof startApp>>, 'events'>, id: string): Promise<string[]> {
  return (await app.events(id)).flatMap(({ type, data }) => {
    const { from, to, trigger, pending_interaction_id: pending, interaction_id: interaction } = data as Record<string, unknown>
    if (type === 'conversation.state.changed') return [`${from}>${to} ${trigger} ${pending}`]
    if (interaction !== undefined) return [`${type} ${interaction}`]
    return /^conversation\.(completed|failed|canceled)$/.test(type) ? [type] : []
  })
}

verifies('talk.whole-cycle', 'the script of a hybrid skill prepares a conversation once', async () => {
  const hybrid = talkSkill('hybrid', [[says('Go on?')], [says('{"word":"x"}\n__SKILL_DONE__: true')]], {
    sh: 'echo once >> "$SKILL_ARTIFACTS_DIR/prepared"',
    runner: {
      entrypoint: { type: 'hybrid', script: { command: 'sh scripts/run.sh' }, prompt: { result_mode: 'stdout' } },
    },
  })
  await using app = await startApp({ env: replayOnly, skills: [hybrid] })
  const { request_id } = await begin(app, 'hybrid')
  const { status, run_id } = await goOn(app, request_id, 1, 'yes')
  assert.deepEqual([status, readFileSync(join(app.runFolder(run_id), 'artifacts/prepared'), 'utf8')], ['succeeded', 'once\n'])
})

verifies(
  'talk.whole-cycle',
  'a session that is not the old one, is gone, or was never named ends the conversation with that reason',
  async () => {
    const strays = talkSkill('strays', [
      [says('Go on?')],
      [
        { event: { type: 'session', handle: 'another' } },
        { wait_for: 'artifacts/never' },
        says('{"word":"x"}\n__SKILL_DONE__: true'),
      ],
    ])
    const nameless = talkSkill('nameless', [], {
      files: { 'assets/replay/default.json': JSON.stringify({ steps: [says('Go on?')] }) },
    })
    await using app = await startApp({ env: replayOnly, skills: [strays, nameless, twoQuestions] })
    const reasonOf = ({ status, error }: Job) => [status, error?.code, (error?.details as { reason: string } | undefined)?.reason]
    const failed = (reason: string) => ['failed', 'SESSION_RESUME_FAILED', reason]

    const stray = await begin(app, 'strays')
    assert.deepEqual(reasonOf(await goOn(app, stray.request_id, 1, 'yes')), failed('The engine began another session.'))

    const gone = await begin(app, 'two-questions')
    rmSync(join(app.data, 'sessions', gone.run_id, '1'), { recursive: true })
    assert.deepEqual(reasonOf(await goOn(app, gone.request_id, 1, 'crane')), failed('The files of the session are gone.'))

    const forgotten = await begin(app, 'two-questions')
    rmSync(join(app.data, 'sessions', forgotten.run_id, '1', '.replay'), { recursive: true })
    const after = await goOn(app, forgotten.request_id, 1, 'crane')
    assert.deepEqual(reasonOf(after).slice(0, 2), ['failed', 'SESSION_RESUME_FAILED'])

    assert.deepEqual(
      reasonOf(await begin(app, 'nameless')),
      failed('Nobody could answer its question. The engine named no session.'),
    )
  },
)

verifies(
  ['torture.waiting-runs-go-on', 'torture.second-restart-changes-nothing'],
  'a run that waits is kept by a restart, told once for each question, and can be answered afterwards',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-talk-'))
    const start = (skills = [twoQuestions]) => startServer({ folder, skills, env: replayOnly })
    const recovery = ({ status, recovery_state, recovery_reason, error }: Job) => [
      status,
      recovery_state,
      recovery_reason,
      error?.code ?? null,
    ]
    try {
      const first = await start()
      const { request_id: id } = await begin(first, 'two-questions')
      const lost = await begin(first, 'two-questions')
      await first.kill()
      rmSync(join(first.data, 'sessions', lost.run_id), { recursive: true })

      const second = await start()
      const kept = await second.job(id)
      assert.deepEqual(recovery(kept), ['waiting_user', 'recovered_waiting', 'resumable_waiting_preserved', null])
      assert.equal(kept.pending_interaction_id, 1)
      assert.deepEqual(recovery(await second.job(lost.request_id)), [
        'failed',
        'failed_reconciled',
        'session_handle_invalid',
        'SESSION_RESUME_FAILED',
      ])
      const events = await second.events(id)
      await second.kill()

      const third = await start()
      assert.deepEqual([await third.job(id), await third.events(id)], [kept, events], 'a second restart changes nothing')
      const next = await goOn(third, id, 1, 'heron')
      assert.deepEqual([next.status, next.pending_interaction_id, next.recovered_at], ['waiting_user', 2, kept.recovered_at])
      await third.kill()

      await using fourth = await start()
      const again = await fourth.job(id)
      assert.deepEqual(recovery(again), ['waiting_user', 'recovered_waiting', 'resumable_waiting_preserved', null])
      assert.ok((again.recovered_at ?? '') > (kept.recovered_at ?? ''), 'the second question was not told of before')
      assert.equal((await goOn(fourth, id, 2, true)).status, 'succeeded')
      assert.deepEqual(
        (await lifeOf(fourth, id)).filter((line) => line.includes('restart')),
        ['waiting_user>waiting_user restart.preserve_waiting 1', 'waiting_user>waiting_user restart.preserve_waiting 2'],
      )
      await until('old sessions are gone', () => !existsSync(join(fourth.data, 'sessions', next.run_id)))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
