/** Gives a file to the person, as a download. */
export function saveAs(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has taken it by then; there is no event that says so.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
