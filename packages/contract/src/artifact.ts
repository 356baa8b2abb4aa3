import { type Static, Type } from 'typebox'
import { closed, nullable } from './shared.ts'

export const Artifact = closed(
  {
    role: Type.String(),
    path: Type.String({ examples: ['artifacts/notes.md'] }),
    filename: Type.String(),
    mime: Type.String(),
    size: Type.Integer(),
    sha256: nullable(Type.String({ description: 'null until the run ends: files are hashed once they can no longer change' })),
    required: Type.Boolean(),
    url: Type.String({ description: 'Relative to this server' }),
  },
  { $id: 'Artifact' },
)

export const ArtifactList = closed(
  {
    request_id: Type.String(),
    artifacts: Type.Array(Type.String()),
    items: Type.Array(Artifact),
  },
  { $id: 'ArtifactList' },
)

export type Artifact = Static<typeof Artifact>
export type ArtifactList = Static<typeof ArtifactList>
