import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { type Questionnaire, questionnaireOf, verdictsOf } from './statements.ts'

const id = 'evals.statements-need-a-grader'

const answers = ({ asked }: Questionnaire, passed: (text: string) => boolean) => ({
  verdicts: asked.map(({ id: number, text }) => ({ id: number, passed: passed(text), reason: 'Because.' })),
})

verifies(id, 'verdicts are read in the order of the statements, wherever the control stands', () => {
  for (const secret of ['a', 'b', 'c', 'd', 'e']) {
    const questionnaire = questionnaireOf(['It is true.', 'It is false.'], secret)
    assert.equal(questionnaire.asked.length, 3)
    assert.deepEqual(
      verdictsOf(
        answers(questionnaire, (text) => text === 'It is true.'),
        questionnaire,
      ),
      {
        ok: true,
        verdicts: [
          { passed: true, reason: 'Because.' },
          { passed: false, reason: 'Because.' },
        ],
      },
    )
  }
})

verifies(id, 'of a grader that passes everything, as the output may have told it to, no verdict counts', () => {
  const questionnaire = questionnaireOf(['It is true.'], 'secret')
  const obedient = answers(questionnaire, () => true)
  assert.deepEqual(verdictsOf(obedient, questionnaire), {
    ok: false,
    reason: 'The grader passed a control statement that is false, so its verdicts do not count.',
  })
  // Without the control it would have been believed.
  const unguarded = { ...questionnaire, controlId: -1 }
  assert.equal(verdictsOf(obedient, unguarded).ok, true)
})

verifies(id, 'a grader has to judge each statement exactly once', () => {
  const questionnaire = questionnaireOf(['It is true.'], 'secret')
  const { verdicts } = answers(questionnaire, () => false)
  for (const wrong of [verdicts.slice(1), [...verdicts, ...verdicts], verdicts.map((one) => ({ ...one, id: 1 }))])
    assert.deepEqual(verdictsOf({ verdicts: wrong }, questionnaire), {
      ok: false,
      reason: 'The grader did not judge each statement exactly once.',
    })
})
