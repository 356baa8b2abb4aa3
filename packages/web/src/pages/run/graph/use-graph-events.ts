import { useQuery } from '@tanstack/react-query'
import { runner } from '../../../api/runner.ts'
import { graphTypes, type RaspEvent } from './graph-of.ts'

/** What a graph of more than so many events would show, nobody could see. */
const mostEvents = 5000

/** The events that a graph is made from; `next` names those that were not read. */
export const useGraphEvents = (id: string, isOver: boolean, newest: number) =>
  useQuery({
    queryKey: ['graph', id, isOver, newest],
    queryFn: async ({ signal }) => {
      const events: RaspEvent[] = []
      let next: number | null = 1
      while (next !== null && events.length < mostEvents) {
        const page = await runner.jobs.history(id, {
          protocol: 'rasp',
          types: graphTypes.join(','),
          from_seq: next,
          limit: 1000,
          signal,
        })
        events.push(...page.events.filter((event): event is RaspEvent => event.protocol_version === 'rasp/1.0'))
        next = page.next_from_seq
      }
      return { events, isCut: next !== null }
    },
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  })
