const longestTitle = 300
const longestSummary = 2000
// Enough to know what a text is about, and a bound on the time it takes.
const looked = 200_000

const bySentence = new Intl.Segmenter('und', { granularity: 'sentence' })
const byWord = new Intl.Segmenter('und', { granularity: 'word' })

/** The title a document gives itself, else its first heading, else its first sentence. */
export function titleOf({ title, blocks }) {
  const heading = blocks.find(({ level }) => level === 1) ?? blocks.find(({ level }) => level > 0) ?? blocks[0]
  const text = title || heading?.text
  if (!text) throw new Error('The attachment holds no words.')
  const [first = text] = sentences(text, 1)
  return cut(title || heading.level > 0 ? text : first, longestTitle)
}

/** The first sentences of the first paragraphs; a text that begins with its title does not say it twice. */
export function summaryOf(document, most) {
  const title = titleOf(document)
  const found = []
  for (const { level, text } of document.blocks.slice(0, 500)) {
    if (level > 0) continue
    if (found.length >= most) break
    found.push(...sentences(text, most + 1).filter((one) => one !== title))
  }
  return cut(found.slice(0, most).join(' '), longestSummary)
}

function sentences(text, most) {
  const found = []
  for (const { segment } of bySentence.segment(text.slice(0, 20_000))) {
    if (segment.trim() !== '') found.push(segment.trim())
    if (found.length >= most) break
  }
  return found
}

const common = new Set(
  `about above after again against all also although always among and another any are around because been before being below between
  both but can cannot could did does doing down during each either even ever every few for from further had has have having her here
  hers him his how however into its itself just like made make many may might more most much must neither never nor not now off often
  once one only other our out over own per rather same several shall she should since some such than that the their them then there
  these they this those through thus too two under until upon use used using very was way well were what when where whether which
  while who whom whose why will with within without would yet you your
  我们 你们 他们 这个 那个 这些 那些 一个 一种 没有 可以 以及 因为 所以 但是 如果 就是 不是 进行 通过 对于 其中 由于 同时 已经 还是 或者`.split(
    /\s+/,
  ),
)

/** Words that come twice or more, the most frequent first, and of equals the earlier. */
export function tagsOf({ blocks }, most) {
  const counts = new Map()
  const text = blocks
    .map((block) => block.text)
    .join('\n')
    .slice(0, looked)
  for (const { segment, isWordLike } of byWord.segment(text)) {
    const word = segment.toLowerCase()
    if (isWordLike && isTelling(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const often = [...counts].filter(([, count]) => count > 1)
  return often
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([word]) => word)
}

/** Han needs two characters to be a word, letters three; a number tells nothing. */
function isTelling(word) {
  const least = /\p{Script=Han}/u.test(word) ? 2 : 3
  return word.length >= least && word.length <= 40 && /\p{L}/u.test(word) && !common.has(word)
}

export function notes({ item_key, format, title, summary, tags, headings }) {
  const lines = [
    `# ${title}`,
    '',
    `Item ${item_key}, read from ${format}.`,
    '',
    '## Summary',
    '',
    summary || 'It holds no sentences.',
  ]
  if (tags.length > 0) lines.push('', '## Tags', '', tags.map((tag) => `\`${tag}\``).join(', '))
  if (headings.length > 0)
    lines.push('', '## Contents', '', ...headings.map(({ level, text }) => `${'  '.repeat(level - 1)}- ${text}`))
  return `${lines.join('\n')}\n`
}

/** Never in the middle of a character. */
const cut = (text, most) =>
  text.length > most
    ? `${text
        .slice(0, most - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
    : text
