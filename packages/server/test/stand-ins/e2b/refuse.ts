import type { ServerResponse } from 'node:http'

/** Something that the stand-in does not know: the request fails, and the test with it. */
export type Refuse = (response: ServerResponse, problem: string) => void

export const answer = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
