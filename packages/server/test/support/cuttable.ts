import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** What happens to the next commit on its way. */
export type Cut = 'before it arrives' | 'when it is answered'

/** Between a store and Postgres: passes everything on, and cuts a connection where a test says so. */
export async function openCuttable(socket: string) {
  const open = new Set<Socket>()
  const asked = new Set<string>()
  let cut: Cut | null = null
  let accident: () => Promise<void> = async () => {}
  let isOver: Promise<void> = Promise.resolve()
  const server = createServer(async (near) => {
    await isOver
    const far = createConnection(socket)
    const end = () => {
      near.destroy()
      far.destroy()
    }
    near.once('data', (bytes) => {
      for (const name of namesIn(bytes)) asked.add(name)
    })
    let isAnswered = false
    for (const one of [near, far]) {
      open.add(one)
      one.on('error', end)
      one.on('close', () => {
        open.delete(one)
        end()
      })
    }
    near.on('data', (bytes) => {
      const isCommit = cut !== null && bytes.includes('commit\0')
      if (isCommit && cut === 'before it arrives') {
        cut = null
        isOver = accident()
        return end()
      }
      if (isCommit) {
        cut = null
        isAnswered = true
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => (isAnswered ? end() : near.write(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    /** Nobody reaches Postgres before what happens then is over. */
    cutNextCommit(how: Cut, happens = async () => {}): void {
      cut = how
      accident = happens
    },
    /** What connections asked for as they were opened, by name. */
    asked: (): string[] => [...asked].sort(),
    /** Whether the commit that was to be cut has come. */
    hasCut: () => cut === null,
    /** From here on nothing comes through, and nobody is told. Answers what ends it. */
    silence(): () => void {
      const silent = [...open]
      for (const one of silent) one.pause()
      return () => {
        for (const one of silent) one.resume()
      }
    },
    /** How many connections are open on this side. */
    connections: () => open.size / 2,
    async [Symbol.asyncDispose]() {
      for (const one of open) one.destroy()
      server.close()
    },
  }
}

/** After the length and the version, each with its value. */
const namesIn = (opening: Buffer): string[] =>
  opening
    .toString('latin1', 8)
    .split('\0')
    .filter((name, index) => name !== '' && index % 2 === 0)
