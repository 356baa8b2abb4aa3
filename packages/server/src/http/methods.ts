import type { FastifyInstance } from 'fastify'

/** Tells under which methods a path exists, so that a wrong one is answered 405 with Allow and not 404. */
export function allowedMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { methods: readonly string[]; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: [method].flat(), pattern: patternOf(url) })
  })
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
    return [...new Set(methods)].sort()
  }
}

function patternOf(url: string): RegExp {
  const pattern = url
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replaceAll(/[^\w-]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${pattern}$`)
}
