import type { FastifyInstance } from 'fastify'

/** Tells under which methods a path exists, so that a wrong one is answered 405 with Allow and not 404. */
export function allowedMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { methods: readonly string[]; url: string }[] = []
  // Made for the first wrong request: the start is faster without them.
  const patterns = new Map<string, RegExp>()
  app.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: [method].flat(), url })
  })
  const matches = (url: string, path: string): boolean => {
    const pattern = patterns.get(url) ?? patternOf(url)
    patterns.set(url, pattern)
    return pattern.test(path)
  }
  return (asked) => {
    const path = asked.split('?', 1)[0] ?? ''
    const methods = routes.filter(({ url }) => matches(url, path)).flatMap((route) => route.methods)
    return [...new Set(methods)].sort()
  }
}

function patternOf(url: string): RegExp {
  const pattern = url.split('/').map(patternOfPart).join('/')
  return new RegExp(`^${pattern}$`)
}

/** `*`, `:name`, `name`, `name::verb`, or `:name(pattern)::verb`. */
function patternOfPart(part: string): string {
  if (part === '*') return '.*'
  const [, name = '', verb = ''] = /^(.*?)(::.+)?$/.exec(part) ?? []
  const escaped = (text: string) => text.replaceAll(/[^\w-]/g, '\\$&')
  const named = verb === '' ? '[^/]+' : '[^/:]+'
  return `${name.startsWith(':') ? named : escaped(name)}${escaped(verb.slice(1))}`
}
