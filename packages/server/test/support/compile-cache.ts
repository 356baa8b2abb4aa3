import { fileURLToPath } from 'node:url'

/** For servers and commands that are started as people start them, through the bootstrap: without it each start takes twice as long. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/compile', import.meta.url)),
}
