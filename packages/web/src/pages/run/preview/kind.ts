/** How a file can be shown. */
export type PreviewKind = 'picture' | 'pdf' | 'markdown' | 'json' | 'csv' | 'log' | 'text'

/** By the end of its name: what a run says of a file is never trusted with more than a way to show it. */
const endings: readonly (readonly [PreviewKind, RegExp])[] = [
  // No SVG: it is a document that can hold scripts, so it is shown as the text that it is.
  ['picture', /\.(png|jpe?g|gif|webp|avif|bmp|ico)$/i],
  ['pdf', /\.pdf$/i],
  ['markdown', /\.(md|markdown)$/i],
  ['json', /\.json$/i],
  ['csv', /\.(csv|tsv)$/i],
  ['log', /(\.log|(^|\/)(stdout|stderr)\.txt)$/i],
]

export const kindOf = (path: string): PreviewKind => endings.find(([, ending]) => ending.test(path))?.[0] ?? 'text'

/** Kinds that a browser shows from the bytes of the file; the others are read as text. */
export const isOfBytes = (kind: PreviewKind): kind is 'picture' | 'pdf' => kind === 'picture' || kind === 'pdf'
