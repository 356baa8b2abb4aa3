import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createRegistry, type DescMessage, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf'
import { fileDesc } from '@bufbuild/protobuf/codegenv2'
import { file_google_protobuf_timestamp } from '@bufbuild/protobuf/wkt'

/** The protobuf files of envd, as the client itself carries them. */
const bundle = readFileSync(fileURLToPath(import.meta.resolve('e2b')), 'utf8')

const carried = [...bundle.matchAll(/fileDesc\)?\(\s*["'`]([A-Za-z0-9+/=]+)["'`]/g)].map(([, text = '']) =>
  fileDesc(text, [file_google_protobuf_timestamp]),
)

const registry = createRegistry(...carried)

function messageOf(name: string): DescMessage {
  const message = registry.getMessage(name)
  if (!message) throw new Error(`The client carries no message ${name}.`)
  return message
}

/** A message that came, as JSON; throws where it has a field that the protocol does not have. */
export const checked = (name: string, json: JsonValue): JsonValue => {
  const schema = messageOf(name)
  return toJson(schema, fromJson(schema, json))
}

/** The methods of a service, by the paths at which they are asked for. */
export const methodPaths: ReadonlySet<string> = new Set(
  ['process.Process', 'filesystem.Filesystem'].flatMap((name) =>
    (registry.getService(name)?.methods ?? []).map((method) => `/${name}/${method.name}`),
  ),
)
