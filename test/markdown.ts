/** What the tests of the documentation read from a Markdown page. Pure: text in, findings out. */

export interface Line {
  readonly number: number
  readonly text: string
}

const fence = /^\s*```/

/** The lines outside of code blocks, and those inside. */
function splitCode(page: string): { readonly prose: readonly Line[]; readonly code: readonly Line[] } {
  const prose: Line[] = []
  const code: Line[] = []
  let isCode = false
  for (const [index, text] of page.split('\n').entries()) {
    if (fence.test(text)) isCode = !isCode
    else (isCode ? code : prose).push({ number: index + 1, text })
  }
  return { prose, code }
}

const inlineCode = /`[^`]*`/g

/** Targets of links, as written; code is not searched for any. */
export function linksOf(page: string): string[] {
  const prose = splitCode(page)
    .prose.map(({ text }) => text.replaceAll(inlineCode, ''))
    .join('\n')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
}

/** The anchors that a page offers, as GitHub derives them from its headings. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const headings = splitCode(page).prose.flatMap(({ text }) => /^#{1,6} (.+)$/.exec(text)?.[1] ?? [])
  return new Set(headings.map(anchorOf))
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Lines that should be wrapped. Tables cannot be. */
export function longLinesOf(page: string, most: number): number[] {
  const isLong = ({ text }: Line) => text.length > most && !text.trimStart().startsWith('|')
  return splitCode(page)
    .prose.filter(isLong)
    .map(({ number }) => number)
}

/** The commands of ours that a page shows, in shell blocks and in the text, each as its words. */
export function commandsOf(page: string): string[][] {
  const inline = splitCode(page).prose.flatMap(({ text }) => [...text.matchAll(inlineCode)].map(([span]) => span.slice(1, -1)))
  const shell = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'))
  const shown = [...inline, ...shell.map((line) => line.replace(/ #.*/, ''))]
  return shown.flatMap((text) => [...text.matchAll(command)].map(([, found = '']) => found.trim().split(/\s+/)))
}

const command = /(?:^|[\s|(])((?:npm|\.\/skill-runner) [^`|&;]+)/g
