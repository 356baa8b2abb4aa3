import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { interactionKinds, type Question } from '../domain/conversation.ts'
import { markersIn } from './marker.ts'
import { questionOf } from './question.ts'

const block = (yaml: string): string => `<ASK_USER_YAML>\n${yaml}\n</ASK_USER_YAML>`

const open = (prompt: string, more: Partial<Question> = {}): Question => ({
  kind: 'open_text',
  prompt,
  options: [],
  uiHints: {},
  defaultDecisionPolicy: null,
  requiredFields: [],
  context: null,
  ...more,
})

const texts = (...values: readonly string[]) => values.map((value) => ({ value, label: value }))

const silence = 'The agent ended its turn without saying anything. How should it go on?'

test('a message without a block is a question as a whole', () => {
  const table: readonly (readonly [string | null, string])[] = [
    ['Who is it for?', 'Who is it for?'],
    ['\n 给谁用？\n\n请告诉我。\n', '给谁用？\n\n请告诉我。'],
    ['Is this right?\n\n```json\n{"a": 1}\n```', 'Is this right?\n\n```json\n{"a": 1}\n```'],
    ['{"a": 1}', '{"a": 1}'],
    ['A question is put between ASK_USER_YAML marks.', 'A question is put between ASK_USER_YAML marks.'],
    [null, silence],
    ['', silence],
    [' \n\t\r\n', silence],
    ['__SKILL_DONE__: true', silence],
    ['</ASK_USER_YAML>', silence],
  ]
  assert.deepEqual(
    table.map(([message]) => [message, questionOf(message)]),
    table.map(([message, prompt]) => [message, { question: open(prompt), problem: null }]),
  )
})

test('a block says everything about a question', () => {
  const message = `Some words first.

${block(`kind: choose_one
prompt: "给谁用？"
options:
  - {value: me, label: 我自己}
  - {id: team, title: 我的团队}
  - everyone
ui_hints: {allow_other: true, style: {columns: 2, colors: [red, null, 1.5]}}
default_decision_policy: Take the first.
required_fields: [name]
context: |
  Two lines
  of context.`)}

And some after.`
  assert.deepEqual(questionOf(message), {
    question: {
      kind: 'choose_one',
      prompt: '给谁用？',
      options: [
        { value: 'me', label: '我自己' },
        { value: 'team', label: '我的团队' },
        { value: 'everyone', label: 'everyone' },
      ],
      uiHints: { allow_other: true, style: { columns: 2, colors: ['red', null, 1.5] } },
      defaultDecisionPolicy: 'Take the first.',
      requiredFields: ['name'],
      context: 'Two lines\nof context.',
    },
    problem: null,
  })
})

test('kinds have other names, in any case', () => {
  const table = {
    ...Object.fromEntries(interactionKinds.map((kind) => [kind, kind])),
    decision: 'choose_one',
    single_select: 'choose_one',
    confirmation: 'confirm',
    clarification: 'open_text',
    'Single-Select': 'choose_one',
    '"  RISK ACK "': 'risk_ack',
  }
  for (const [said, kind] of Object.entries(table)) {
    const understood = questionOf(block(`kind: ${said}\nprompt: Well?`))
    assert.deepEqual(understood, { question: open('Well?', { kind: kind as Question['kind'] }), problem: null }, said)
  }
})

verifies('talk.fields-under-one-name', 'fields under one root key are read like fields without it', () => {
  const under = (root: string, more = '') =>
    questionOf(
      block(
        `${root}:\n  kind: choose_one\n  prompt: Which?\n  options: [a, {value: b, label: B}]\n  ui_hints: {wide: true}${more}`,
      ),
    )
  const asked = {
    question: open('Which?', {
      kind: 'choose_one',
      options: [...texts('a'), { value: 'b', label: 'B' }],
      uiHints: { wide: true },
    }),
    problem: null,
  }
  for (const root of ['ask_user', 'ASK_USER', 'ask_user_yaml', '"ask_user"']) assert.deepEqual(under(root), asked, root)
  assert.equal(questionOf(block('ask_user:\n  kind: open_text')).question.prompt, 'kind: open_text')
  // With another name beside it, it is a field that nobody knows.
  assert.deepEqual(questionOf(block('ask_user: {kind: confirm}\nprompt: P')), { question: open('P'), problem: null })
  assert.deepEqual(questionOf(block('ask_user: Which?')), { question: open('ask_user: Which?'), problem: null })
})

test('a kind that is missing or unknown follows from the rest, and an unknown one is told', () => {
  const table: readonly (readonly [string, Partial<Question>])[] = [
    ['options: [a, b]', { kind: 'choose_one', options: texts('a', 'b') }],
    ['options: [a]\nrequired_fields: [x]', { kind: 'choose_one', options: texts('a'), requiredFields: ['x'] }],
    ['required_fields: [x]', { kind: 'fill_fields', requiredFields: ['x'] }],
    ['options: []', { kind: 'open_text' }],
    ['options:', { kind: 'open_text' }],
  ]
  for (const [yaml, more] of table) {
    assert.deepEqual(questionOf(block(`prompt: P\n${yaml}`)), { question: open('P', more), problem: null })
    assert.deepEqual(questionOf(block(`prompt: P\nkind: rating\n${yaml}`)), {
      question: open('P', more),
      problem: 'In the question block, the kind "rating" is not known.',
    })
  }
})

test('options are what is written, each once', () => {
  const options = (list: string) => questionOf(block(`prompt: P\noptions:\n${list}`)).question.options
  assert.deepEqual(options('  - 3.9\n  - 3.10\n  - 007\n  - true\n  - yes\n  - 12345678901234567890\n  - 1e3'), [
    ...texts('3.9', '3.10', '007', 'true', 'yes', '12345678901234567890', '1e3'),
  ])
  assert.deepEqual(options('  - a\n  - "a "\n  - {value: a, label: Other}\n  - b'), texts('a', 'b'))
  assert.deepEqual(options('  - ~\n  -\n  - ""\n  - null\n  - {}\n  - b'), [...texts('{}', 'b')])
  assert.deepEqual(options('  - {value: 1.0}\n  - {label: L}\n  - {id: i, text: T}\n  - {value: v, id: i, label: L, text: T}'), [
    { value: '1.0', label: '1.0' },
    { value: 'L', label: 'L' },
    { value: 'i', label: 'T' },
    { value: 'v', label: 'L' },
  ])
  assert.deepEqual(
    options('  - A: the first one\n  - B: the\n      second\n  - [x, y]\n  - {value: {deep: 1}}'),
    texts('A: the first one', 'B: the second', '[x, y]', '{value: {deep: 1}}'),
  )
  assert.deepEqual(options('  - __proto__\n  - constructor'), texts('__proto__', 'constructor'))
})

test('required fields are names, each once', () => {
  assert.deepEqual(questionOf(block('prompt: P\nrequired_fields: [city, {name: 邮编, type: text}, city, 7, __proto__]')), {
    question: open('P', { kind: 'fill_fields', requiredFields: ['city', '邮编', '7', '__proto__'] }),
    problem: null,
  })
})

test('what cannot be read is passed over and told', () => {
  const table: readonly (readonly [string, string])[] = [
    ['context: [a]', 'context is not a text'],
    ['default_decision_policy: {a: b}', 'default_decision_policy is not a text'],
    ['options: a, b', 'options is not a list'],
    ['required_fields: {a: b}', 'required_fields is not a list'],
    ['required_fields: [{title: a}, ~]', 'required_fields contains an invalid name'],
    ['ui_hints: wide', 'ui_hints is not a map'],
    ['ui_hints: [wide]', 'ui_hints is not a map'],
    [`ui_hints: {a: ${'['.repeat(16)}${']'.repeat(16)}}`, 'ui_hints is nested deeper than 16 levels'],
  ]
  for (const [yaml, problem] of table)
    assert.deepEqual(questionOf(block(`prompt: P\n${yaml}`)), {
      question: open('P'),
      problem: `In the question block, ${problem}.`,
    })
  assert.equal(
    questionOf(block('prompt: [P]\nkind: {a: b}')).problem,
    'In the question block, kind is not a text. In the question block, prompt is not a text.',
  )
})

test('a block that nobody can read is shown as it is', () => {
  const table: readonly (readonly [string, RegExp])[] = [
    ['prompt: Which: a or b?', /^The question block is not valid YAML: Nested mappings .* at line 1, column 9\.$/],
    ['prompt: a\nprompt: b', /^The question block is not valid YAML: Map keys must be unique at line 2, column 1\.$/],
    ['prompt: [a', /^The question block is not valid YAML: .*\.$/],
    ['prompt: &a x\ncontext: *a', /^The question block is not valid YAML: Alias resolution is disabled\.$/],
    ['prompt: x\ncontext: *a', /^The question block is not valid YAML: Alias resolution is disabled\.$/],
    ['prompt: x\nunknown: [&a [b, b], &c [*a, *a]]', /^The question block is not valid YAML: Alias resolution is disabled\.$/],
    ['? [a, b]\n: c', /^The question block is not valid YAML: .*\.$/],
    ['Who is it for?', /^The question block holds no fields\.$/],
    ['- a\n- b', /^The question block holds no fields\.$/],
  ]
  for (const [yaml, reason] of table) {
    const beside = questionOf(`Please tell me.\n\n${block(yaml)}`)
    assert.deepEqual(beside.question, open('Please tell me.', { context: yaml }))
    assert.match(beside.problem ?? '', reason)
    const alone = questionOf(block(yaml))
    assert.deepEqual(alone, { question: open(yaml), problem: beside.problem })
  }
  const nothing = { question: open(silence), problem: 'The question block holds no fields.' }
  assert.deepEqual([questionOf(block('')), questionOf('<ASK_USER_YAML></ASK_USER_YAML>')], [nothing, nothing])
})

test('brackets by the thousand are not read at all', () => {
  const { question, problem } = questionOf(`A\n${block('['.repeat(5000))}`)
  assert.deepEqual([question.prompt, problem], ['A', 'The question block is nested too deeply.'])
})

test('a block of more than 8 KiB is not read', () => {
  const fill = (length: number) => `prompt: P\n${'#'.repeat(length - 10)}`
  assert.deepEqual(questionOf(block(fill(8192))), { question: open('P'), problem: null })
  assert.deepEqual(questionOf(`A\n${block(fill(16_385))}`), {
    question: open('A', { context: `prompt: P\n${'#'.repeat(16_373)}…` }),
    problem: 'The question block is longer than 8192 characters.',
  })
})

test('without a prompt the text around the block is asked, else a first line', () => {
  const table: readonly (readonly [string, string])[] = [
    [`Before.\n\n${block('kind: open_text')}\n\nAfter.`, 'Before.\n\nAfter.'],
    [`Before ${block('kind: open_text')} after`, 'Before\n\nafter'],
    [`Before.\n${block('prompt: ""')}`, 'Before.'],
    [`Before.\n${block('prompt:')}`, 'Before.'],
    [`Before.\n\n\`\`\`yaml\n${block('kind: open_text')}\n\`\`\`\nAfter.`, 'Before.\n\nAfter.'],
    [`Before.\n~~~\n\n${block('kind: open_text')}\r\n~~~`, 'Before.'],
    [`\`\`\`\nkept\n${block('kind: open_text')}\n\`\`\``, '```\nkept\n\n```'],
    [block('kind: open_text\ncontext: |\n  Line one.\n  Line two.'), 'Line one.'],
    [block('# Who?\nkind: open_text'), '# Who?'],
  ]
  for (const [message, prompt] of table) assert.equal(questionOf(message).question.prompt, prompt, message)
})

test('a fence inside the block, indentation and any line ends are read', () => {
  const asked = { question: open('P', { kind: 'confirm' }), problem: null }
  for (const message of [
    '<ASK_USER_YAML>```yaml\nkind: confirm\nprompt: P\n```</ASK_USER_YAML>',
    block('```yaml\nkind: confirm\nprompt: P\n```'),
    block('\n~~~\r\nkind: confirm\r\nprompt: P\r\n~~~  \r\n'),
    block('  kind: confirm\n  prompt: P'),
    block('---\nkind: confirm\nprompt: P\n---'),
    '<ask_user_yaml>{kind: confirm, prompt: P}</ask_user_yaml>',
  ])
    assert.deepEqual(questionOf(message), asked, message)
})

test('what is said around a question is its context, unless it brings one or is asked itself', () => {
  const indented = `1. First:\n   <ASK_USER_YAML>\n   kind: confirm\n   prompt: P\n   </ASK_USER_YAML>`
  const contextOf = (message: string) => questionOf(message).question.context
  assert.deepEqual(questionOf(indented).question, open('P', { kind: 'confirm', context: '1. First:' }))
  assert.equal(contextOf(`Before.\n${block('prompt: P')}\nAfter.`), 'Before.\n\nAfter.')
  assert.equal(contextOf(`Before.\n${block('prompt: P\ncontext: Own.')}`), 'Own.')
  assert.equal(contextOf(`Which?\n${block('kind: confirm')}`), null)
  assert.equal(contextOf(block('prompt: P')), null)
})

test('of several blocks the last complete one is asked, and none of the others is shown', () => {
  const first = block('prompt: first')
  assert.equal(questionOf(`${first}\n${block('prompt: second')}`).question.prompt, 'second')
  assert.equal(questionOf(`${first}\nWell?\n<ASK_USER_YAML>\nprompt: second`).question.prompt, 'first')
  assert.equal(questionOf(`I use <ASK_USER_YAML> now.\n${first}`).question.prompt, 'first')
  assert.equal(questionOf(`${first}\nThat was </ASK_USER_YAML>.`).question.prompt, 'first')
  assert.equal(questionOf(`A\n${first}\nB\n${block('kind: confirm')}\nC`).question.prompt, 'A\n\nB\n\nC')
})

test('a block that never ends is told, and shown without its mark', () => {
  assert.deepEqual(questionOf('Well?\n\n<ASK_USER_YAML>\nkind: confirm\nprompt: P'), {
    question: open('Well?\n\nkind: confirm\nprompt: P'),
    problem: 'The question block has no end.',
  })
})

test('what is too long is cut: of a field the end, of a message the beginning', () => {
  const { question } = questionOf(
    block(`prompt: P\noptions: [${'文'.repeat(501)}, {value: v, label: ${'l'.repeat(501)}}]
required_fields: [${'f'.repeat(201)}]\ndefault_decision_policy: ${'p'.repeat(2001)}`),
  )
  assert.deepEqual(question.options, [
    { value: `${'文'.repeat(499)}…`, label: `${'文'.repeat(499)}…` },
    { value: 'v', label: `${'l'.repeat(499)}…` },
  ])
  assert.deepEqual(question.requiredFields, [`${'f'.repeat(199)}…`])
  assert.equal(question.defaultDecisionPolicy, `${'p'.repeat(1999)}…`)
  assert.equal(questionOf(`${'x'.repeat(20_000)}\nWho?`).question.prompt, `…${'x'.repeat(16_378)}\nWho?`)
  assert.equal(questionOf(`${'😀'.repeat(9000)}?`).question.prompt, `…${'😀'.repeat(8191)}?`)
})

test('a hundred options and names are taken, and more are told', () => {
  const numbers = Array.from({ length: 101 }, (_, index) => `${index}`)
  assert.deepEqual(questionOf(block(`prompt: P\noptions: [${numbers}]\nrequired_fields: [${numbers}]`)), {
    question: open('P', {
      kind: 'choose_one',
      options: texts(...numbers.slice(0, 100)),
      requiredFields: numbers.slice(0, 100),
    }),
    problem:
      'In the question block, only the first 100 of 101 options are used. In the question block, only the first 100 of 101 required fields are used.',
  })
})

test('keys that mean something to the language pollute nothing', () => {
  const { question, problem } = questionOf(
    block('prompt: P\n__proto__: {canary: 1}\nui_hints: {__proto__: {canary: 1}, constructor: {prototype: {canary: 1}}, a: 1}'),
  )
  assert.deepEqual([question.uiHints, problem], [{ constructor: { prototype: { canary: 1 } }, a: 1 }, null])
  assert.deepEqual(
    [Object.hasOwn(Object.prototype, 'canary'), Object.getPrototypeOf(question.uiHints)],
    [false, Object.prototype],
  )
})

test('hints are JSON, whatever version of YAML the block claims', () => {
  const yaml = '%YAML 1.1\n---\nprompt: P\nui_hints: {d: 2001-01-01, b: !!binary aGk=, s: !!set {x}, i: .inf, n: .nan, t: yes}'
  assert.deepEqual(questionOf(block(yaml)), {
    question: open('P', { uiHints: { d: null, b: null, s: null, i: null, n: null, t: true } }),
    problem: null,
  })
})

test('marks are never shown, not even those that taking others away would make', () => {
  const table: readonly (readonly [string, string])[] = [
    ['a </ASK_USER_YAML> b', 'a … b'],
    ['<<ASK_USER_YAML>ASK_USER_YAML>', '<…ASK_USER_YAML>'],
    [`<ASK_USER_${block('kind: confirm')}YAML>`, '<ASK_USER_\n\nYAML>'],
    ['So: __SKILL_DONE__: true. Right?\n\n__SKILL_DONE__: true\n', 'So: …. Right?'],
    [block('prompt: "Write __SKILL_DONE__: true?"'), 'Write …?'],
  ]
  for (const [message, prompt] of table) assert.equal(questionOf(message).question.prompt, prompt, message)
})

const pieces = fc.constantFrom(
  ...['<ASK_USER_YAML>', '</ASK_USER_YAML>', '__SKILL_DONE__: true', '__SKILL_DONE__', '```', '```yaml\n', '\n', '\n', ' ', '  '],
  ...[
    'kind: ',
    'prompt: ',
    'options: ',
    'ui_hints: ',
    'required_fields: ',
    'context: ',
    'confirm',
    '- ',
    '[',
    ']',
    '{',
    '}',
    ', ',
  ],
  ...[
    'a',
    '文',
    '😀',
    ':',
    '&a ',
    '*a',
    '"',
    "'",
    '|',
    '>',
    '#',
    '?',
    '!!set ',
    '%YAML 1.1\n',
    '---\n',
    '1.0',
    '~',
    '\t',
    '<<: ',
  ],
)

test('any message becomes a question that can be asked and stored', () => {
  const messages = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''))
  const withBlock = fc.tuple(messages, messages, messages).map(([a, b, c]) => a + block(b) + c)
  fc.assert(
    fc.property(fc.oneof(messages, withBlock, fc.string({ unit: 'binary' })), (message) => {
      const { question, problem } = questionOf(message)
      assert.ok(interactionKinds.includes(question.kind))
      assert.ok(question.prompt.trim() !== '' && question.prompt.length <= 16_384)
      assert.doesNotMatch(question.prompt, /<\/?ASK_USER_YAML>/i)
      assert.equal(markersIn(question.prompt), 0)
      assert.equal(new Set(question.options.map(({ value }) => value)).size, question.options.length)
      assert.ok([...question.options.flatMap(({ value, label }) => [value, label])].every((text) => text !== ''))
      assert.ok(problem === null || /^The question block .*\.$|^In the question block, .*\.$/s.test(problem), String(problem))
      assert.deepEqual(JSON.parse(JSON.stringify(question)), question)
    }),
    { numRuns: 2000 },
  )
})

test('what a long message costs grows with its length', () => {
  for (const piece of [
    '<ASK_USER_YAML>',
    '</ASK_USER_YAML>',
    '<',
    '<ASK_USER_YAML></ASK_USER_YAML>',
    '```\n',
    ' ',
    '\n',
    '\n```\n ',
  ]) {
    const small = costOf(piece.repeat(250_000 / piece.length))
    const large = costOf(piece.repeat(1_000_000 / piece.length))
    // Four times as long: 16 times by the square.
    assert.ok(large <= 10 * Math.max(small, leastCost), `${JSON.stringify(piece)}: ${small} µs, then ${large} µs`)
  }
})

test('what hostile YAML costs grows with its length, at worst by the square', () => {
  for (const piece of ['[', '{a: ', '- ', '? ', '&a ', '"', '[a]: b\n', 'a: b: c\n', '- - ', '|\n ', 'a\n']) {
    const small = costOf(block(`options: ${piece.repeat(4000 / piece.length)}`))
    const large = costOf(block(`options: ${piece.repeat(16_000 / piece.length)}`))
    // Four times as long: 16 times by the square, 64 by the cube.
    assert.ok(large <= 40 * Math.max(small, leastCost), `${JSON.stringify(piece)}: ${small} µs, then ${large} µs`)
  }
})

/** Less is noise. */
const leastCost = 20_000

/** Of this process alone, so that others on the machine do not count. In microseconds. */
function costOf(message: string): number {
  const before = process.cpuUsage()
  questionOf(`${message}x`)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
