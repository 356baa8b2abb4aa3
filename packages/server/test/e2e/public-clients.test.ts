import { EventSource } from 'eventsource'
import { createEventSource } from 'eventsource-client'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { endless, type Heard, type Judge, judgeThroughDrops } from '../support/through-drops.ts'

verifies(
  'stream.public-clients-agree',
  'two public clients that are dropped twice come back by themselves and understand the history, byte for byte',
  async () => {
    await using app = await startApp({ skills: [endless] })
    await judgeThroughDrops(app, async (path) => [eventsource(app.url + path), eventsourceClient(app.url + path)])
  },
)

function eventsource(url: string): Judge {
  const heard: Heard[] = []
  let visits = 0
  const source = new EventSource(url)
  source.addEventListener('open', () => visits++)
  source.addEventListener('chat_event', ({ lastEventId, data }) => heard.push({ id: lastEventId, data }))
  return { heard: async () => heard, visits: async () => visits, close: async () => source.close() }
}

function eventsourceClient(url: string): Judge {
  const heard: Heard[] = []
  let visits = 0
  const client = createEventSource({
    url,
    onConnect: () => visits++,
    onMessage: ({ event, id = '', data }) => {
      if (event === 'chat_event') heard.push({ id, data })
    },
  })
  return { heard: async () => heard, visits: async () => visits, close: async () => client.close() }
}
