import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { componentPointer, validatorAt } from './answers.ts'

interface Received {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

type Answer = (response: ServerResponse) => void

export const says =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** Takes the message and never answers. */
export const hangs: Answer = () => {}
export const hangsUp: Answer = (response) => void response.destroy()

/** Who is told: a real HTTP server on loopback, that can be away for a while. */
export async function startReceiver() {
  const got: Received[] = []
  const plan: Answer[] = []
  let usual = says(204)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    got.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() })
    const answer = plan.shift() ?? usual
    answer(response)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const leave = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    /** All that arrived, in order, repeats too. */
    got,
    /** How the next ones are answered, and then the usual way again. */
    next: (...answers: Answer[]) => void plan.push(...answers),
    usually(answer: Answer) {
      usual = answer
    },
    leave,
    comeBack: () => listen(port),
    async [Symbol.asyncDispose]() {
      await leave()
    },
  }
}

/** What a message says, once the public library took it and it fits the document. */
export function verified({ headers, body }: Received, secret: string) {
  const message = new Webhook(secret).verify(body, headers)
  const validate = validatorAt(componentPointer('WebhookMessage'))
  if (!validate(message)) throw new Error(`openapi.json does not know this message: ${JSON.stringify(validate.errors)}`)
  return message as { type: string; timestamp: string; data: Record<string, unknown> }
}
