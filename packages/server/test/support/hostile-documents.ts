/** What is said of a document: of which file, and how. */
export type Told = readonly [entry: string | null, message: string | RegExp]

interface Hostile<Text, Answer> {
  readonly what: string
  readonly text: Text
  /** Nothing: it is taken, and does nothing. */
  readonly told: Answer
}

const head = (fields: string) => `---\n${fields}\n---\n`
const right = 'name: x\ndescription: A skill.'
const inYaml = (message: string | RegExp): readonly Told[] => [['SKILL.md', message]]
const noYaml = (why: string) => inYaml(`SKILL.md: the front matter is not valid YAML: ${why}.`)

const levels = [...'abcdef']
export const yamlBomb = levels
  .map(
    (name, i) =>
      `${name}: &${name} [${
        i === 0
          ? '"x","x","x","x","x","x","x","x","x"'
          : Array(9)
              .fill(`*${levels[i - 1]}`)
              .join()
      }]`,
  )
  .join('\n')

export const hostileYaml: readonly Hostile<string, readonly Told[]>[] = [
  { what: 'a bomb of aliases', text: head(`${right}\n${yamlBomb}`), told: noYaml('Alias resolution is disabled') },
  { what: 'one alias', text: head('name: &n x\ndescription: *n'), told: noYaml('Alias resolution is disabled') },
  { what: 'merge keys', text: head(`${right}\na: &a {b: c}\nd:\n  <<: *a`), told: noYaml('Alias resolution is disabled') },
  { what: 'an anchor that holds itself', text: head(`${right}\na: &a [*a]`), told: noYaml('Alias resolution is disabled') },
  { what: 'an anchor that nobody uses', text: head(`${right}\na: &a b`), told: [] },
  { what: 'lists in lists, eight thousand deep', text: head(`${right}\na: ${'['.repeat(8000)}`), told: inYaml(/not valid YAML/) },
  { what: 'a list of seven thousand', text: head(`${right}\ntags: [${Array(7000).fill(1).join()}]`), told: [] },
  {
    what: 'more than 16 KiB',
    text: head(`${right}\na: ${'b'.repeat(17_000)}`),
    told: inYaml('SKILL.md must begin with front matter between two lines of ---, of 16 KiB at most.'),
  },
  {
    what: 'more than a mebibyte behind it',
    text: `${head(right)}${'x'.repeat(2 ** 20)}`,
    told: inYaml('SKILL.md is larger than 1024 KiB.'),
  },
  { what: 'a function by its tag', text: head(`${right}\na: !!js/function "function () { globalThis.canary = 1 }"`), told: [] },
  { what: 'bytes and sets by their tags', text: head(`${right}\na: !!binary aGVsbG8=\nb: !!set {a, b}`), told: [] },
  {
    what: 'a name of digits',
    text: head('name: 123\ndescription: A skill.'),
    told: inYaml('SKILL.md: name must be a text of 1 to 64 characters.'),
  },
  { what: 'a number of a thousand digits', text: head(`${right}\nversion: ${'9'.repeat(1000)}`), told: [] },
  {
    what: 'a key twice',
    text: head(`${right}\ndescription: Another.`),
    told: noYaml('Map keys must be unique at line 3, column 1'),
  },
  {
    what: 'a list for a key',
    text: head(`${right}\n? [a]\n: b`),
    told: noYaml('With stringKeys, all keys must be strings at line 3, column 3'),
  },
  {
    what: 'a second document',
    text: head(`${right}\n...\nname: y`),
    told: inYaml(/not valid YAML: Source contains multiple documents/),
  },
  {
    what: 'keys of the language',
    text: head(`${right}\n__proto__: {canary: 1}\nconstructor: {prototype: {canary: 1}}\nmetadata: {__proto__: x}`),
    told: [],
  },
  { what: 'half of a pair of characters', text: head('name: x\ndescription: "\\ud800"'), told: [] },
]

const manifest = 'assets/runner.json'
const inManifest = (...messages: readonly string[]): readonly Told[] =>
  messages.map((message) => [manifest, `${manifest}: ${message}`])
const whole = (more: string) => `{"id":"x","version":"1.0.0","execution_modes":["auto"],${more}}`
const script = (command: string) => ({ entrypoint: { type: 'script', script: { command } } })

export const hostileManifests: readonly Hostile<object | string, readonly Told[]>[] = [
  {
    what: 'keys of the language',
    text: whole('"__proto__":{"canary":1},"constructor":{"prototype":{"canary":1}},"prototype":1'),
    told: [],
  },
  {
    what: 'everything below __proto__',
    text: `{"__proto__":${whole('"a":1')}}`,
    told: inManifest(
      'id must be "x", the name of the folder and of the skill.',
      'execution_modes is missing; a skill that is installed has to have it, such as ["auto"].',
    ),
  },
  {
    what: 'a key twice, the last of them wrong',
    text: whole('"id":"y"'),
    told: inManifest('id must be "x", the name of the folder and of the skill.'),
  },
  { what: 'a key twice, the last of them right', text: `{"id":"y",${whole('"a":1').slice(1)}`, told: [] },
  {
    what: 'what is no number',
    text: whole('"max_attempt":NaN'),
    told: [[manifest, /^assets\/runner\.json is not valid JSON: /]],
  },
  {
    what: 'numbers without end',
    text: whole('"max_attempt":1e999,"automation":{"timeout_sec":1e999}'),
    told: inManifest(
      'max_attempt must be a whole number, 1 or more.',
      'automation.timeout_sec must be a whole number of seconds from 1 to 86400.',
    ),
  },
  {
    what: 'a time of minus nothing',
    text: whole('"automation":{"timeout_sec":-0}'),
    told: inManifest('automation.timeout_sec must be a whole number of seconds from 1 to 86400.'),
  },
  {
    what: 'a hundred thousand brackets',
    text: whole(`"a":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    told: [[manifest, 'assets/runner.json is nested too deeply.']],
  },
  {
    what: 'more than 256 KiB',
    text: { a: 'x'.repeat(300_000) },
    told: [[manifest, 'assets/runner.json is larger than 256 KiB.']],
  },
  {
    what: 'paths that lead out',
    text: { schemas: { input: '../../../etc/passwd', parameter: '/etc/passwd', output: 'assets\\output.schema.json' } },
    told: [
      ...inManifest(
        'schemas.input must be a path inside the folder: it holds ...',
        'schemas.parameter must be a path inside the folder: it is absolute.',
        'schemas.output must be a path inside the folder: it holds a backslash.',
      ),
      [null, '../../../etc/passwd is missing.'],
      [null, '/etc/passwd is missing.'],
      [null, 'assets\\output.schema.json is missing.'],
    ],
  },
  {
    what: 'a NUL in a path and in a command',
    text: { ...script('sh\0scripts/run.sh'), schemas: { input: 'assets/input\0.json' } },
    told: [
      ...inManifest('entrypoint.script.command holds a NUL.', 'schemas.input must be a path inside the folder: it holds a NUL.'),
      [null, 'assets/input\0.json is missing.'],
    ],
  },
  {
    what: 'results outside of the run',
    text: { entrypoint: { type: 'prompt', prompt: { result_file: '../../x', template: '../../etc/passwd' } } },
    told: inManifest(
      'entrypoint.prompt.result_file must be a path inside the folder: it holds ...',
      'entrypoint.prompt.template must be a path inside the folder: it holds ...',
      'entrypoint.prompt.template names ../../etc/passwd, which does not exist.',
    ),
  },
  {
    what: 'patterns that grow in braces',
    text: {
      artifacts: [
        { role: 'a', pattern: '{a,b}'.repeat(7) },
        { role: 'a', pattern: '{{a,b},c}' },
        { role: 'a', pattern: '*a'.repeat(200) },
      ],
    },
    told: inManifest(
      'artifacts[0].pattern is not a pattern inside artifacts/: it has more than 64 alternatives.',
      'artifacts[1].pattern is not a pattern inside artifacts/: its braces do not match, or are nested.',
      'artifacts[2].pattern is not a pattern inside artifacts/: it is longer than 240 characters.',
    ),
  },
  {
    what: 'patterns by the thousand',
    text: { artifacts: Array.from({ length: 5000 }, (_, i) => ({ role: 'a', pattern: `${i}` })) },
    told: inManifest('artifacts must have 200 patterns at most, each alternative in braces counted.'),
  },
  {
    what: 'few patterns of many alternatives',
    text: { artifacts: Array(4).fill({ role: 'a', pattern: '{a,b}'.repeat(6) }) },
    told: inManifest('artifacts must have 200 patterns at most, each alternative in braces counted.'),
  },
  {
    what: 'engines by the thousand',
    text: { engines: ['replay', ...Array(9000).fill('replay')] },
    told: [],
  },
  {
    what: 'numbers where texts belong',
    text: { id: 1, version: 1, entrypoint: 1, schemas: { input: 1 }, artifacts: [1], automation: 1, normalizer: 1, engines: [1] },
    told: [
      ...inManifest(
        'id must be "x", the name of the folder and of the skill.',
        'entrypoint must be an object.',
        'version must be a semantic version such as 1.0.0.',
      ),
      [manifest, /^assets\/runner\.json: engines\[0\] 1 is not an engine \(/],
      ...inManifest(
        'engines leaves no engine to run on.',
        'schemas.input must be a path inside the folder: it is empty.',
        'artifacts[0].role must be a text.',
        'artifacts[0].pattern is not a pattern inside artifacts/: it is empty.',
        'automation must be an object.',
        'normalizer must be an object.',
        'normalizer.command must be a command, as a text.',
      ),
      [null, ' is missing.'],
    ],
  },
  {
    what: 'an id of a hundred thousand letters',
    text: { id: 'x'.repeat(100_000) },
    told: inManifest('id must be "x", the name of the folder and of the skill.'),
  },
]

const file = 'assets/output.schema.json'
const schemaOf = (more: object) => JSON.stringify({ type: 'object', ...more })
const many = (count: number, one: unknown) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, one]))
const nested = (levels: number): string => `${'{"allOf":['.repeat(levels)}{}${']}'.repeat(levels)}`
const circle = (place: string) => `${file}: ${place} refers back to itself, so that no check would end.`
const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' }
const pattern = (text: string) => schemaOf({ properties: { a: { pattern: text } } })

const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [`d${i}`, { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] }]),
)

export const hostileSchemas: readonly Hostile<string, string | RegExp | null>[] = [
  { what: 'ten megabytes', text: schemaOf({ title: 'x'.repeat(10_000_000) }), told: `${file} is larger than 1024 KiB.` },
  {
    what: 'a hundred thousand properties',
    text: schemaOf({ properties: many(100_000, true) }),
    told: `${file} is larger than 1024 KiB.`,
  },
  {
    what: 'five thousand schemas',
    text: schemaOf({ properties: many(5000, {}) }),
    told: `${file}: It holds more than 1000 objects. Simplify it.`,
  },
  {
    what: 'a choice of three hundred',
    text: schemaOf({ oneOf: Array(300).fill({ required: ['a'] }) }),
    told: `${file}: It has a list of more than 200 objects or booleans. Simplify it.`,
  },
  {
    what: 'a choice of two thousand booleans',
    text: schemaOf({ oneOf: Array(2000).fill(true) }),
    told: `${file}: It has a list of more than 200 objects or booleans. Simplify it.`,
  },
  {
    what: 'patterns of names by the hundred, in several places',
    text: schemaOf({ patternProperties: many(101, true), properties: { a: { patternProperties: many(100, true) } } }),
    told: `${file}: It has more than 200 names in patternProperties. Simplify it.`,
  },
  {
    what: 'an enum of half a million',
    text: schemaOf({ enum: Array(500_000).fill(0) }),
    told: `${file}: It has a list of more than 2000 values. Simplify it.`,
  },
  {
    what: 'an id of half a megabyte that all references go through',
    text: schemaOf({
      $id: `https://example.com/${'n'.repeat(500_000)}/`,
      $defs: many(450, { $anchor: 'a' }),
      properties: many(450, { $ref: '#a' }),
    }),
    told: `${file}: It has a name or a reference of more than 1000 characters. Shorten it.`,
  },
  {
    what: 'names of twenty kilobytes',
    text: schemaOf({ $defs: { ['n'.repeat(20_000)]: { properties: many(900, {}) } } }),
    told: `${file}: It has a name or a reference of more than 1000 characters. Shorten it.`,
  },
  {
    what: 'five enums whose values are compared with each other',
    text: schemaOf({
      ...draft07,
      anyOf: Array(5).fill({ enum: Array.from({ length: 1990 }, (_, i) => `${'x'.repeat(80)}${i}`) }),
    }),
    told: null,
  },
  {
    what: 'an enum of more values than are compared',
    text: schemaOf({ ...draft07, enum: Array.from({ length: 9000 }, (_, i) => `${'x'.repeat(80)}${i}`) }),
    told: `${file}: It has a list of more than 2000 values. Simplify it.`,
  },
  {
    what: 'allOf in allOf, a hundred deep',
    text: `{"type":"object","allOf":[${nested(100)}]}`,
    told: `${file}: It is nested deeper than 100 levels. Simplify it.`,
  },
  {
    what: 'allOf in allOf, nine thousand deep',
    text: `{"type":"object","allOf":[${nested(9000)}]}`,
    told: `${file} is nested too deeply.`,
  },
  { what: 'a reference to itself', text: schemaOf({ $ref: '#' }), told: circle('The schema') },
  {
    what: 'a reference to itself by its name, in a choice',
    text: schemaOf({ $id: 'http://a/b', anyOf: [{ $ref: 'b' }] }),
    told: `${file}: /anyOf/0 refers back to itself, so that no check would end.`,
  },
  {
    what: 'two references to each other',
    text: schemaOf({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
    told: circle('/$defs/b'),
  },
  {
    what: 'a dynamic reference to itself',
    text: schemaOf({ $dynamicAnchor: 'n', $dynamicRef: '#n' }),
    told: circle('The schema'),
  },
  {
    what: 'a reference to its own anchor',
    text: schemaOf({ properties: { a: { $anchor: 'n', $ref: '#n' } } }),
    told: circle('/properties/a'),
  },
  {
    what: 'a circle from id to id',
    text: schemaOf({
      $ref: 'urn:x:a',
      $defs: { a: { $id: 'urn:x:a', $ref: 'urn:x:b' }, b: { $id: 'urn:x:b', $ref: 'urn:x:a' } },
    }),
    told: `${file}: /$defs/b refers back to itself, so that no check would end.`,
  },
  {
    what: 'references that double forty times',
    text: schemaOf({ $ref: '#/$defs/d0', $defs: { ...doubling, d40: {} } }),
    told: `${file}: It takes longer than it may, to compile or to check {} with. Simplify it.`,
  },
  { what: 'a pattern that is none', text: pattern('('), told: `${file}: Invalid regular expression: /(/u: Unterminated group` },
  {
    what: 'a pattern of a hundred thousand groups',
    text: pattern('('.repeat(100_000) + ')'.repeat(100_000)),
    told: /Invalid regular expression: /,
  },
  {
    what: 'a pattern of a hundred thousand choices',
    text: pattern(Array.from({ length: 100_000 }, (_, i) => `a${i}`).join('|')),
    told: null,
  },
  { what: 'a pattern that repeats a thousand thousand times', text: pattern('((a{1000}){1000}){1000}'), told: null },
  {
    what: 'properties of the language',
    text: '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}},"$defs":{"__proto__":{"canary":1}},"required":["__proto__","toString"]}',
    told: null,
  },
  {
    what: 'a reference to __proto__',
    text: '{"type":"object","$ref":"#/$defs/__proto__/canary","__proto__":{"canary":1}}',
    told: `${file}: The schema refers to "#/$defs/__proto__/canary", which is not in this file. Nothing is fetched.`,
  },
  {
    what: 'numbers at the edge',
    text: schemaOf({ properties: { a: { multipleOf: 5e-324, maximum: 1e308, maxLength: 1e300, minItems: 1e15 } } }),
    told: null,
  },
  {
    what: 'numbers past the edge',
    text: '{"type":"object","properties":{"a":{"maximum":1e999},"b":{"multipleOf":0},"c":{"maxLength":-1}}}',
    told: `${file}: /properties/a/maximum must be number; /properties/b/multipleOf must be > 0; /properties/c/maxLength must be >= 0`,
  },
  { what: 'what is no number', text: '{"type":"object","minProperties":NaN}', told: /is not valid JSON: / },
  {
    what: 'numbers where texts belong',
    text: schemaOf({ properties: { a: { $ref: 1, pattern: 2, type: 3 } } }),
    told: /\/properties\/a\/\$ref must be string; /,
  },
  { what: 'an async schema', text: schemaOf({ $async: true }), told: `${file}: $async is not supported.` },
]
