import type { ServerResponse } from 'node:http'

/** Messages of a Connect stream: a byte of flags, four of length, and JSON. */
export const framed = (message: object, flags = 0): Buffer => {
  const text = Buffer.from(JSON.stringify(message))
  const head = Buffer.alloc(5)
  head.writeUInt8(flags, 0)
  head.writeUInt32BE(text.length, 1)
  return Buffer.concat([head, text])
}

/** The one message of a request that is answered by a stream. */
export const unframed = (body: Buffer) => JSON.parse(body.subarray(5, 5 + body.readUInt32BE(1)).toString())

const lastOfStream = 2

export const endStream = (response: ServerResponse, error?: { readonly code: string; readonly message: string }): void =>
  void response.end(framed(error ? { error } : {}, lastOfStream))
