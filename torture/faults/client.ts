import { errorOf } from '../../packages/server/test/support/answers.ts'
import { type Ask, type Asking, openClient } from '../client.ts'
import type { Tally } from '../tally.ts'
import type { FaultyServer } from './server.ts'

/** Whether requests may fail now, and how many did. */
export interface Trouble {
  isOn: boolean
  met: number
}

/** A request that fails while there is trouble counts as one without an answer: nobody knows whether it was done. */
export function openFaultyClient(url: string, server: FaultyServer, trouble: Trouble, tally: Tally): Ask {
  const ask = openClient(url, { isAlive: () => server.isAlive() && !trouble.isOn })
  return async <T>(method: 'GET' | 'POST', path: string, asking?: Asking) => {
    const told = await ask<T>(method, path, asking)
    if (!trouble.isOn || (told !== null && told.body !== null && told.status < 500)) return told
    trouble.met += 1
    tally.add(told?.body ? `answered ${told.status} ${errorOf(told.body).code}` : 'not answered')
    return null
  }
}
