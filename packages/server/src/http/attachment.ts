/** Content-Disposition for a file of any name: plain letters for old clients, the real name for all others (RFC 6266, RFC 8187). */
export function attachment(filename: string): string {
  const plain = filename.replaceAll(/[^\w .()+,=@-]/gu, '_')
  const exact = encodeURIComponent(filename).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
