/** Where a link in a document may lead: to the web or to a mailbox, when a person follows it. Null: it is shown as text. */
export function linkTarget(href: string | undefined): string | null {
  const url = href === undefined ? null : URL.parse(href)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

/**
 * The artifact that a picture in a document stands for, as a path in the run. Null: it is elsewhere, so it is not loaded. A picture is
 * asked for without anybody's doing, and a request to another host would tell that the document is being read.
 */
export function pictureTarget(document: string, src: string | undefined): string | null {
  if (!src || /^([a-z][a-z0-9+.-]*:|[/\\])/i.test(src) || !document.startsWith('artifacts/')) return null
  const root = 'http://here/'
  const path = URL.parse(src, root + document.split('/').map(encodeURIComponent).join('/'))
  if (!path?.href.startsWith(`${root}artifacts/`)) return null
  try {
    return decodeURIComponent(path.pathname.slice(1))
  } catch {
    return null
  }
}
