import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { cutBefore, decoded, type Encoding, encodingOf } from './text-encoding.ts'

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Node writes neither of these, so what it reads from every two bytes is turned around. */
function tableOf(
  encoding: 'gb18030' | 'big5',
  leads: readonly number[],
  trails: readonly number[],
): ReadonlyMap<string, number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, number[]>()
  for (const lead of leads) {
    for (const trail of trails) {
      try {
        const character = decoder.decode(Uint8Array.of(lead, trail))
        if ([...character].length === 1 && !table.has(character)) table.set(character, [lead, trail])
      } catch {
        // No character has these bytes.
      }
    }
  }
  return table
}

const trails = { gb18030: range(0xa1, 0xfe), big5: [...range(0x40, 0x7e), ...range(0xa1, 0xfe)] }
const all = {
  gb18030: tableOf('gb18030', range(0x81, 0xfe), range(0x40, 0xfe)),
  big5: tableOf('big5', range(0xa1, 0xf9), trails.big5),
}
/** The characters that both standards put first, and that a text is almost wholly made of. */
const everyday = {
  gb18030: [...tableOf('gb18030', range(0xb0, 0xd6), trails.gb18030).keys()],
  big5: [...tableOf('big5', range(0xa4, 0xc5), trails.big5).keys()],
}

/** Four bytes for what the table of two does not have: U+10000 and up count on from 90 30 81 30. */
function fourBytes(point: number): number[] {
  const rank = point - 0x10000
  return [
    0x90 + Math.floor(rank / 12600),
    0x30 + (Math.floor(rank / 1260) % 10),
    0x81 + (Math.floor(rank / 10) % 126),
    0x30 + (rank % 10),
  ]
}

function bytesOf(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  return Buffer.from(
    [...text].flatMap((character) => {
      const point = character.codePointAt(0) ?? 0
      if (point < 0x80) return [point]
      const known = all[encoding].get(character)
      if (known) return known
      assert.ok(encoding === 'gb18030' && point >= 0x10000, `${character} cannot be written in ${encoding}`)
      return fourBytes(point)
    }),
  )
}

const marks = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const

const written: readonly [name: string, encoding: Encoding, text: string][] = [
  ['an English text', 'utf-8', 'Hello, world.\n'],
  ['an empty file', 'utf-8', ''],
  ['a text of many letters', 'utf-8', 'naïve Größe, 你好世界, 😀 \u{20000}\n'],
  ['what a terminal was told', 'utf-8', '\x1b[32mdone\x1b[0m\x07\r\n'],
  ['a simplified text', 'gb18030', '人工智能技术的发展正在改变我们的生活方式，也带来了新的问题。\n第二行文字。'],
  ['a short simplified text', 'gb18030', '你好'],
  ['a table with simplified words', 'gb18030', 'name,value\n价格,12\n数量,3\n'],
  ['a traditional text in GB18030', 'gb18030', '這是一個測試檔案，繁體中文。'],
  ['a rare character of four bytes', 'gb18030', '这个字是\u{20000}，很少见。'],
  ['a traditional text', 'big5', '人工智慧技術的發展正在改變我們的生活方式，也帶來了新的問題。\n第二行文字。'],
  ['a greeting in Big5', 'big5', '你好，世界。這是一個測試檔案。'],
  ['a table with traditional words', 'big5', 'name,value\n價格,12\n數量,3\n'],
  ['a text of Windows', 'utf-16le', 'Größe: 你好\r\n'],
  ['the same the other way round', 'utf-16be', 'Größe: 你好\r\n'],
]

for (const [name, encoding, text] of written) {
  verifies('management.file-preview', `${name} is ${encoding}, and reads as it was written`, () => {
    const bytes = bytesOf(text, encoding)
    assert.equal(encodingOf(bytes), encoding)
    assert.equal(decoded(bytes, encoding), text)
  })
}

test('a mark tells, and is no part of the text', () => {
  for (const [encoding, mark] of Object.entries(marks) as [keyof typeof marks, readonly number[]][]) {
    const bytes = Buffer.concat([Buffer.from(mark), bytesOf('你好, 世界', encoding)])
    assert.deepEqual([encodingOf(bytes), decoded(bytes, encoding)], [encoding, '你好, 世界'])
  }
})

const latin = 'Une naïveté très élégante, dévouée à la forêt où naît la rivière.'

const noText: readonly [name: string, bytes: Buffer][] = [
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a program', Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex')],
  ['nothing but NULs', Buffer.alloc(4096)],
  ['numbers of 32 bits', Buffer.from(new Uint32Array([1, 20, 300, 4000]).buffer)],
  ['text with a NUL in it', Buffer.from('one\0two three')],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
  ['half of a pair of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
  ['control characters', Buffer.from([1, 2, 3, 4, 5, 65, 66])],
  ['French in Latin-1', Buffer.from(latin, 'latin1')],
  ['bytes that no encoding has', Buffer.from([0x41, 0xff, 0xff, 0x42, 0x80, 0x80])],
]

for (const [name, bytes] of noText)
  verifies('management.file-preview', `${name}: no text`, () => assert.equal(encodingOf(bytes), null))

test('a text is told by its first 64 KiB, in every encoding, whatever follows and wherever that cuts it', () => {
  const lines: Readonly<Record<Encoding, string>> = {
    ...{ 'utf-8': 'naïve 你好😀\n', 'utf-16le': 'Größe 😀\r\n', 'utf-16be': 'Größe 😀\r\n' },
    ...{ gb18030: '人工智能技术的发展，正在改变。\n', big5: '人工智慧技術的發展，正在改變。\n' },
  }
  for (const [encoding, line] of Object.entries(lines) as [Encoding, string][]) {
    const text = bytesOf(line, encoding)
    const beginning = Buffer.alloc(64 * 1024, text)
    assert.equal(encodingOf(Buffer.concat([beginning, Buffer.alloc(1000, 0xff)])), encoding)
    assert.equal(encodingOf(Buffer.concat([beginning.subarray(0, -2), Buffer.alloc(1000, 0xff)])), null, encoding)
  }
})

test('one control character in a hundred is borne, and not one more', () => {
  const text = (controls: number) => Buffer.from('\x01'.repeat(controls) + 'x'.repeat(1000 - controls))
  assert.deepEqual([encodingOf(text(10)), encodingOf(text(11))], ['utf-8', null])
})

test('Korean is not taken for Chinese once there is enough of it to tell', () => {
  // Twenty of the most frequent syllables, again and again, in an order that changes.
  const syllables = new TextDecoder('euc-kr')
  const frequent = [
    0xc0cc, 0xb4d9, 0xb4c2, 0xc0bb, 0xb0a1, 0xbfa1, 0xb0ed, 0xc0c7, 0xc1f6, 0xb7ce, 0xc7cf, 0xb1e2, 0xbbe7, 0xc0da, 0xb8a6,
  ]
  const bytes = Buffer.from(
    range(0, 299).flatMap((at) => {
      const code = frequent[(at * 7 + Math.floor(at / 15)) % frequent.length] ?? 0
      return [code >> 8, code & 0xff]
    }),
  )
  assert.match(syllables.decode(bytes), /^\p{Script=Hangul}+$/u)
  assert.equal(encodingOf(bytes), null)
})

const texts: Readonly<Record<Encoding, fc.Arbitrary<string>>> = {
  'utf-8': fc.string({ unit: 'binary', maxLength: 60 }),
  'utf-16le': fc.string({ unit: 'grapheme', maxLength: 8 }),
  'utf-16be': fc.string({ unit: 'grapheme', maxLength: 8 }),
  gb18030: fc.shuffledSubarray(everyday.gb18030, { minLength: 20, maxLength: 200 }).map((characters) => characters.join('')),
  big5: fc.shuffledSubarray(everyday.big5, { minLength: 20, maxLength: 200 }).map((characters) => characters.join('')),
}
/** As much of it as tells UTF-16 from names with NULs between them. */
const plain = fc.string({ unit: fc.constantFrom(...'abc xyz,.\n\t0123'), minLength: 24, maxLength: 40 })

verifies('management.file-preview', 'whatever is written in one of the five is told apart, and reads as it was written', () => {
  for (const encoding of ['gb18030', 'big5'] as const) {
    fc.assert(
      fc.property(texts[encoding], plain, (chinese, english) => {
        const text = `${english}${chinese}\n${english}`
        const bytes = bytesOf(text, encoding)
        assert.deepEqual([encodingOf(bytes), decoded(bytes, encoding)], [encoding, text])
      }),
    )
  }
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    fc.assert(
      fc.property(texts[encoding], plain, (letters, english) => {
        const text = `${english}${letters.replaceAll(/\p{Cc}|\p{Cn}|\p{Co}/gu, '')}`
        const bytes = bytesOf(text, encoding)
        assert.deepEqual([encodingOf(bytes), decoded(bytes, encoding)], [encoding, text])
      }),
    )
  }
  fc.assert(
    fc.property(texts['utf-8'], (letters) => {
      const text = letters.replaceAll(/\p{Cc}|\ufeff/gu, '')
      assert.deepEqual([encodingOf(Buffer.from(text)), decoded(Buffer.from(text), 'utf-8')], ['utf-8', text])
    }),
  )
})

verifies(
  'management.file-preview',
  'a text is cut between two characters, wherever that is asked for, and as late as it can be',
  () => {
    for (const encoding of Object.keys(texts) as Encoding[]) {
      fc.assert(
        fc.property(texts[encoding], fc.nat(500), (text, at) => {
          const bytes = bytesOf(text, encoding)
          const borders = [0]
          for (const character of text) borders.push((borders.at(-1) ?? 0) + bytesOf(character, encoding).length)
          const wanted = borders.findLast((border) => border <= at)
          assert.equal(cutBefore(bytes, at, encoding), wanted)
        }),
      )
    }
  },
)

verifies('management.file-preview', 'any bytes at all get an answer, and where that says text they can be read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (array) => {
      const bytes = Buffer.from(array)
      const encoding = encodingOf(bytes)
      if (encoding === null) return
      // All but a last character that is not all there.
      const text = new TextDecoder(encoding).decode(bytes, { stream: true })
      assert.equal(/[\0\ufffd]/.test(text), false)
    }),
  )
})
