import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { engineReason } from './engine-reason.ts'
import { sentenceText } from './sentence-text.ts'
import { sentencesZh } from './sentences-zh.ts'

const server = join(import.meta.dirname, '../../../server/src')
const sourceOf = (pattern: string): string =>
  globSync(pattern, { cwd: server })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(server, path), 'utf8'))
    .join('\n')

verifies('web.server-sentences', 'what is wrong with a package is said in Chinese, down to the last part of it', () => {
  const said = {
    'artifacts[0].pattern is not a pattern inside artifacts/: it is empty.':
      'artifacts[0].pattern 不是 artifacts/ 之内的模式：为空。',
    'max_attempt must be a whole number, 1 or more.': 'max_attempt 必须是不小于 1 的整数。',
    'automation.timeout_sec must be a whole number of seconds from 1 to 86400.':
      'automation.timeout_sec 必须是 1 到 86400 之间的整数（秒）。',
    'entrypoint.script.command names run.py, which does not exist; the nearest is run.sh.':
      'entrypoint.script.command 指向不存在的 run.py；最接近的是 run.sh。',
    'type must be "object".': 'type 必须是 "object"。',
    '/type must be equal to one of the allowed values; /properties must be object':
      '/type 必须是允许的值之一；/properties 必须是对象。',
    'SKILL.md must begin with front matter between two lines of ---, of 16 KiB at most.':
      'SKILL.md 必须以两行 --- 之间的 front matter 开头，最多 16 KiB。',
    'is at the top level, beside other entries': '位于顶层，与其他内容并列。',
    'it differs from "A" in nothing but upper and lower case or accents': '与 "A" 只有大小写或重音不同。',
    'must NOT have fewer than 2 characters': '至少要有 2 个字符。',
    'must be string': '必须是文本。',
    'is required': '是必需的。',
    'must be one of "a", "b"': '必须是以下值之一："a", "b"。',
    'blocked by the sandbox policy: commands have no network; do not try another way':
      '被沙箱策略阻止：命令没有网络；请勿尝试其他途径。',
    'blocked by the sandbox policy: host a.example; do not try another way':
      '被沙箱策略阻止：不能访问主机 a.example；请勿尝试其他途径。',
    'The data folder cannot be written to (EACCES).': '数据目录不能写入（EACCES）。',
    'SKILL.md must begin with front matter between two lines of ---, of 16 KiB at most; there is none.':
      'SKILL.md 必须以两行 --- 之间的 front matter 开头，最多 16 KiB；没有找到。',
    'assets/input.schema.json: paper is a file input, and its type is not string. Is "x-input-source": "inline" missing?':
      'assets/input.schema.json：paper 是文件输入，但类型不是 string。是否缺少 "x-input-source": "inline"？',
    'assets/runner.json: max_attempt must be a whole number, 1 or more.; assets/x.json is missing.':
      'assets/runner.json: max_attempt 必须是不小于 1 的整数。缺少 assets/x.json。',
    'assets/parameter.schema.json: type must be "object".': 'assets/parameter.schema.json: type 必须是 "object"。',
    'Version 1.2.3 was downloaded, but does not work. It does not start: no': '版本 1.2.3 已下载，但无法使用。无法启动：no。',
    'It was not done in time.': '没有及时完成。',
    'Something that nobody has translated.': 'Something that nobody has translated.',
  }
  for (const [english, chinese] of Object.entries(said)) {
    assert.equal(sentenceText('zh', english), chinese)
    assert.equal(sentenceText('en', english), english)
  }
})

verifies('web.server-sentences', 'no sentence is translated that the server no longer says', () => {
  const source = sourceOf('**/*.ts').replaceAll("\\'", "'")
  // The words of the library that checks schemas.
  const ofLibrary =
    /^(\{\} must (be (equal|object|array|string|number)|match a schema|NOT )|must (be (string|number|integer|boolean|array|object|null|multiple|[<>])|match |NOT ))/
  const pieces = Object.keys(sentencesZh)
    .filter((english) => !ofLibrary.test(english))
    .map(
      (english) =>
        english
          .split('{}')
          .toSorted((a, b) => b.length - a.length)[0]
          ?.trim() ?? '',
    )
  assert.deepEqual(
    pieces.filter((piece) => !source.includes(piece)),
    [],
  )
})

verifies('web.server-sentences', 'every problem that the readers of a package note has a translation', () => {
  const source = sourceOf('skills/{runner-json,notes,artifacts,entrypoint,misspelt,check-scripts,json-file,files}.ts')
  const notes = [...source.matchAll(/(?:problem|note)\(\s*(?:(?:'[^']*'|`[^`]*`|\w+),\s*)?(['`])((?:(?!\1).)+)\1,?\s*\)/g)]
  const pushed = [...source.matchAll(/problems\.push\((['`])((?:(?!\1).)+)\1\)/g)]
  const sentences = [...notes, ...pushed].map(([, , text = '']) => text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7'))
  assert.ok(sentences.length > 30, `only ${sentences.length} were found`)
  const isKnown = (sentence: string) => [sentence, `field ${sentence}.`].some((one) => sentenceText('zh', one) !== one)
  assert.deepEqual(
    sentences.filter((sentence) => !isKnown(sentence)),
    [],
  )
})

verifies('web.server-sentences', 'why an engine is not ready is said by its code, with what the server adds', () => {
  const told = (code: Parameters<typeof engineReason>[2], reason: string) => engineReason('zh', 'qwen', code, reason)
  assert.deepEqual(told('not_installed', 'It is not installed. Install it: ./skill-runner engine install qwen'), {
    text: '没有安装。安装命令：./skill-runner engine install qwen',
    more: null,
  })
  assert.deepEqual(told('signed_out', 'Nobody is signed in. Sign in: ./skill-runner engine login qwen'), {
    text: '没有登录。登录命令：./skill-runner engine login qwen',
    more: null,
  })
  const ownWay = 'Set OPENAI_API_KEY and OPENAI_BASE_URL for the server: qwen has no other sign-in any more.'
  assert.deepEqual(told('signed_out', `Nobody is signed in. ${ownWay}`), {
    text: '没有登录。请为服务器设置 OPENAI_API_KEY 和 OPENAI_BASE_URL：qwen 已没有其他登录方式。',
    more: null,
  })
  const damaged = 'Version 1.0.0 is damaged. Install it again: ./skill-runner engine install qwen --version 1.0.0'
  assert.deepEqual(told('program_unusable', damaged), { text: '它的程序无法使用：', more: damaged })
  assert.deepEqual(engineReason('en', 'qwen', 'program_unusable', damaged), { text: damaged, more: null })
  assert.equal(sentenceText('zh', damaged), '版本 1.0.0 已损坏。请重新安装：./skill-runner engine install qwen --version 1.0.0。')
})
