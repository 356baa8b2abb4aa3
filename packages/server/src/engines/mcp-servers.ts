import { hostAndPort } from '../lib/host-and-port.ts'
import { isFields, isText } from './fields.ts'
import type { Settings } from './settings.ts'

/** Where the settings of the CLIs name MCP servers, and their addresses in each. Only an operator may set any of these. */
const tables = ['mcp_servers', 'mcpServers', 'mcp']
const addresses = ['url', 'httpUrl']

/** The hosts of MCP servers that are reached by the network; those that are programs run in the sandbox. */
export const mcpHosts = (settings: Settings): readonly string[] =>
  tables
    .flatMap((table) => serversIn(settings[table]).flatMap(([, server]) => urlsIn(server)))
    .flatMap((url) => hostAndPort(url) ?? [])

/** The same settings, with every MCP server under the name that the gate knows it by. */
export function mcpBehindGate(settings: Settings, nameFor: (url: string) => string): Settings {
  const renamed = tables.flatMap((table) => {
    const servers = serversIn(settings[table])
    return servers.length === 0 ? [] : [[table, { ...objectAt(settings, table), ...renamedServers(servers, nameFor) }] as const]
  })
  return { ...settings, ...Object.fromEntries(renamed) }
}

type Server = readonly [name: string, server: Settings]

const objectAt = (settings: Settings, name: string): object => (isFields(settings[name]) ? settings[name] : {})

const serversIn = (table: unknown): Server[] =>
  isFields(table) ? Object.entries(table).flatMap(([name, server]) => (isFields(server) ? [[name, server] as const] : [])) : []

const urlsIn = (server: Settings): string[] => addresses.map((name) => server[name]).filter(isText)

const renamedServers = (servers: readonly Server[], nameFor: (url: string) => string) =>
  Object.fromEntries(
    servers.map(([name, server]) => {
      const urls = addresses.flatMap((key) => (isText(server[key]) ? [[key, nameFor(server[key])] as const] : []))
      return [name, { ...server, ...Object.fromEntries(urls) }]
    }),
  )
