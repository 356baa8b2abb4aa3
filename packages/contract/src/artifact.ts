import { type Static, Type } from 'typebox'
import { closed, nullable } from './shared.ts'

export const Artifact = closed(
  {
    role: Type.String(),
    path: Type.String({ examples: ['artifacts/notes.md'] }),
    filename: Type.String(),
    mime: Type.String(),
    size: Type.Integer(),
    sha256: nullable(
      Type.String({ description: 'Null before the end of the run: files are hashed when nobody writes them any more' }),
    ),
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
