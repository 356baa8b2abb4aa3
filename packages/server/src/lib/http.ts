/**
 * Node's own http. An `import` statement reads everything that a module exports, `WebSocket` among it, and with that loads all of undici:
 * 15 ms and 14 MB at every start.
 */
export const { createServer, request } = process.getBuiltinModule('node:http')
