import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { readFrontMatter } from './front-matter.ts'

function read(text: string, isStrict = true, id = 'a') {
  const problems: string[] = []
  const warnings: string[] = []
  const front = readFrontMatter(
    text,
    { id, isStrict },
    (problem) => problems.push(problem),
    (warning) => warnings.push(warning),
  )
  return { front, problems, warnings }
}

const head = (fields: string) => `---\n${fields}\n---\n# Body\n`

verifies('registry.skill-md-rules', 'front matter gives name and description, with any line ends and in any language', () => {
  const expected = { front: { name: 'a-1', description: 'Does it: well. 中文', version: null }, problems: [], warnings: [] }
  const more = "description: 'Does it: well. 中文'\nlicense: MIT\nmetadata: {a: b}\nallowed-tools: Bash Read"
  for (const isStrict of [true, false]) {
    assert.deepEqual(read(head(`name: a-1\n${more}`), isStrict, 'a-1'), expected)
    assert.deepEqual(read("\ufeff---\r\nname: a-1\r\ndescription: 'Does it: well. 中文'\r\n---\r\n", isStrict, 'a-1'), expected)
    assert.deepEqual(read("---\nname: a-1\ndescription: 'Does it: well. 中文'\n---", isStrict, 'a-1'), expected)
  }
})

verifies('registry.skill-md-rules', 'every field that breaks a rule is named', () => {
  const { problems } = read(
    head('name: A--b\ndescription: ""\nlicense: [MIT]\ncompatibility: 5\nmetadata: a\nallowed-tools: {a: b}'),
  )
  assert.deepEqual(problems, [
    'SKILL.md: name may hold lower-case letters, digits and single hyphens between them.',
    'SKILL.md: description must be a text of 1 to 1024 characters.',
    'SKILL.md: compatibility must be a text of 1 to 500 characters.',
    'SKILL.md: license must be a text.',
    'SKILL.md: metadata must map texts to texts.',
    'SKILL.md: allowed-tools must be a text or a list of texts.',
  ])
})

verifies('registry.skill-md-rules', 'lengths are counted in characters, and the longest of each is taken', () => {
  const told = (fields: Record<string, string>) =>
    read(
      head(
        Object.entries({ name: 'a', description: 'b', ...fields })
          .map((field) => field.join(': '))
          .join('\n'),
      ),
      true,
      fields['name'] ?? 'a',
    ).problems
  const longest = { name: 'n'.repeat(64), description: '文'.repeat(1024), compatibility: '😀'.repeat(500) }
  assert.deepEqual(told(longest), [])
  for (const [field, text] of Object.entries(longest))
    assert.match(
      told({ [field]: `${text}x` }).join(),
      new RegExp(`^SKILL.md: ${field} must be a text of 1 to [0-9]+ characters.$`),
    )
  for (const name of ['-a', 'a-', 'a--b', 'a_b', 'a.b', 'Ä', 'a b'])
    assert.deepEqual(told({ name: `"${name}"` }), [
      'SKILL.md: name may hold lower-case letters, digits and single hyphens between them.',
    ])
})

verifies('registry.skill-md-rules', 'keys that nobody knows are passed over, and odd metadata is a warning', () => {
  const rest = 'description: b\nversion: 1.2\nmodel: [x]\nhooks: {a: {b: 1}}\nmetadata: {version: 1.0, nested: {a: b}}'
  assert.deepEqual(read(head(`name: a\n${rest}\nallowed-tools: [Bash, Read]`)), {
    front: { name: 'a', description: 'b', version: null },
    problems: [],
    warnings: ['SKILL.md: metadata must map texts to texts; values of other kinds are passed over.'],
  })
})

verifies(
  'packages.wild-skills-load',
  'where the rules are not strict, what breaks one is a warning, and the folder names the skill',
  () => {
    const fields = 'name: My Skill\ndescription: b\nlicense: [MIT]\ncompatibility: 5\nmetadata: [a]\nallowed-tools: {a: b}'
    assert.deepEqual(read(head(fields), false, 'my_skill'), {
      front: { name: 'my_skill', description: 'b', version: null },
      problems: [],
      warnings: [
        'SKILL.md: name may hold lower-case letters, digits and single hyphens between them; "my_skill" is used.',
        'SKILL.md: compatibility must be a text of 1 to 500 characters.',
        'SKILL.md: license must be a text.',
        'SKILL.md: metadata must map texts to texts.',
        'SKILL.md: allowed-tools must be a text or a list of texts.',
      ],
    })
    assert.deepEqual(read(head('name: other\ndescription: b'), false), {
      front: { name: 'a', description: 'b', version: null },
      problems: [],
      warnings: ['SKILL.md: name must be "a", the name of the folder; "a" is used.'],
    })
    const long = 'x'.repeat(1025)
    assert.deepEqual(read(head(`description: ${long}`), false), {
      front: { name: 'a', description: long, version: null },
      problems: [],
      warnings: [
        'SKILL.md: name must be a text of 1 to 64 characters; "a" is used.',
        'SKILL.md: description must be a text of 1 to 1024 characters; it is longer, and used in full.',
      ],
    })
  },
)

verifies('packages.wild-skills-load', 'where the rules are not strict, front matter that is no YAML is read line by line', () => {
  const cases: [head: string, description: string, why: RegExp][] = [
    ['name: a\ndescription: Use when: x', 'Use when: x', /Nested mappings/],
    ['name: a\ndescription: **bold** words', '**bold** words', /Unexpected scalar/],
    ['name: a\ndescription: *all*', '*all*', /Alias resolution is disabled/],
    ['name: a\ndescription: @me', '@me', /reserved character @/],
    ['name: a\ndescription: "no end', 'no end', /Missing closing "quote/],
    ['name: a\nversion: 1\nversion: 2\ndescription: b', 'b', /Map keys must be unique/],
    ['name: a\ndescription: one\nand two\nversion: 1', 'one and two', /Implicit keys|multiline/],
    ['name: a\n{b}: x\ndescription: b', 'b', /all keys must be strings/],
    ['- name: a\n- description: b', 'Body', /must be a list of fields/],
  ]
  for (const [text, description, why] of cases) {
    const { front, problems, warnings } = read(head(text), false)
    assert.deepEqual({ front, problems }, { front: { name: 'a', description, version: null }, problems: [] }, text)
    assert.match(warnings[0] ?? '', why)
    assert.match(warnings[0] ?? '', /; name and description were read line by line\.$/)
  }
})

verifies('packages.wild-skills-load', 'where the rules are not strict, the first paragraph stands in for a description', () => {
  const begins = 'SKILL.md must begin with front matter between two lines of ---, of 16 KiB at most'
  const named = 'SKILL.md: name must be a text of 1 to 64 characters; "a" is used.'
  const described = 'SKILL.md: description must be a text of 1 to 1024 characters'
  assert.deepEqual(read('# Title\n\nDoes it.\nAnd more.\n\nThen.\n', false), {
    front: { name: 'a', description: 'Does it. And more.', version: null },
    problems: [],
    warnings: [`${begins}; there is none.`, named, `${described}; the first paragraph is used.`],
  })
  assert.deepEqual(read('---\nname: a\ndescription: No end.\n\n# Title\n', false), {
    front: { name: 'a', description: 'No end.', version: null },
    problems: [],
    warnings: [`${begins}; what stands there was read line by line.`],
  })
  assert.deepEqual(read('', false), { front: null, problems: [`${described}.`], warnings: [`${begins}; there is none.`, named] })
})

test('a text without front matter, or with too much of it, is refused', () => {
  const expected = ['SKILL.md must begin with front matter between two lines of ---, of 16 KiB at most.']
  for (const text of ['', '# Title', '---\nname: a\n', head(`name: a\ndescription: ${'x'.repeat(20_000)}`)])
    assert.deepEqual(read(text).problems, expected)
  assert.deepEqual(read('---\n---\n').problems, ['SKILL.md: the front matter must be a list of fields.'])
})

test('aliases, repeated keys and broken YAML are refused', () => {
  const reasons = [
    [head('name: &a x\ndescription: *a'), /not valid YAML: Alias/],
    [head('name: a\nname: b\ndescription: x'), /not valid YAML: Map keys must be unique/],
    [head('name: [a'), /not valid YAML/],
    [head('[1, 2]'), /must be a list of fields/],
  ] as const
  for (const [text, reason] of reasons) assert.match(read(text).problems.join(), reason)
})

test('keys that mean something to the language pollute nothing', () => {
  assert.equal(read(head('__proto__: {canary: 1}\ndescription: a: b'), false).front?.description, 'a: b')
  const { front } = read(head('name: a\ndescription: x\n__proto__: {canary: 1}\nconstructor: {prototype: {canary: 1}}'))
  assert.deepEqual(front, { name: 'a', description: 'x', version: null })
  assert.equal(Object.hasOwn(Object.prototype, 'canary'), false)
})

test('what hostile YAML costs grows with its length, at worst by the square', () => {
  for (const piece of ['[', '{a: ', '- ', '? ', '&a ', '"', '[a]: b\n', 'a: b: c\n', 'k']) {
    const small = costOf(hostile(piece, 4000))
    const large = costOf(hostile(piece, 16_000))
    // Four times as long: 16 times by the square, 64 by the cube, and beyond all bounds if it grew faster.
    assert.ok(large <= 40 * Math.max(small, leastCost), `${JSON.stringify(piece)}: ${small} µs, then ${large} µs`)
  }
})

/** Less is noise. */
const leastCost = 20_000

/** Of this process alone, so that others on the machine do not count. In microseconds. */
function costOf(text: string): number {
  const before = process.cpuUsage()
  assert.notDeepEqual(read(head(text)).problems, [])
  read(head(text), false)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const hostile = (piece: string, length: number): string =>
  piece === 'k' ? Array.from({ length: length / 8 }, (_, i) => `k${i}: 1`).join('\n') : piece.repeat(length / piece.length)
