type Told = Record<string, unknown>

/** The messages in a response: one as JSON, any number as server-sent events, or none. */
export async function* messagesIn(response: Response): AsyncGenerator<Told> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    for await (const data of eventsIn(response)) yield JSON.parse(data) as Told
    return
  }
  const text = await response.text()
  if (text !== '') yield readOne(text, response)
}

/** Whatever stands between us and the server may answer in words of its own. */
function readOne(text: string, { status }: Response): Told {
  try {
    return JSON.parse(text) as Told
  } catch {
    const message = `The answer is not JSON (HTTP ${status}): ${text.slice(0, 200)}`
    return { jsonrpc: '2.0', id: null, error: { code: -32000, message, data: { code: 'UNREACHABLE' } } }
  }
}

async function* eventsIn({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    rest += text
    const frames = rest.split(/\r?\n\r?\n/)
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const data = frame.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? line.slice(5).trimStart() : []))
      if (data.length > 0) yield data.join('\n')
    }
  }
}
