import { SkillRunner } from '@agent-skill-runner/sdk'

/** A server for one call that reports how much of the body has been sent, from 0 to 1. Nothing but XMLHttpRequest knows. */
export const uploadingTo = (onProgress: (part: number) => void): SkillRunner =>
  new SkillRunner({ url: location.origin, patienceMs: 0, fetch: fetchBy(onProgress) })

const fetchBy =
  (onProgress: (part: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      request.responseType = 'arraybuffer'
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new TypeError('The connection was lost.'))
      request.onabort = () => reject(new DOMException('It was left.', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.map((line) => line.split(/: (.*)/s, 2)).filter(([name]) => name) as [string, string][]
  const hasBody = ![204, 205, 304].includes(request.status)
  return new Response(hasBody ? (request.response as ArrayBuffer) : null, { status: request.status, headers })
}
