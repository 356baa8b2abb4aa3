import { type Static, Type } from 'typebox'
import { AnyFile, closed, Instant, nullable, oneOf, open } from './shared.ts'

const artifactSources = ['upload', 'command', 'task', 'job'] as const

const outputProblems = [
  ...(['missing', 'folder', 'link', 'outside', 'special', 'unreadable', 'foreign'] as const),
  ...(['too_large', 'too_large_together', 'project_full', 'failed'] as const),
] as const

const artifactId = Type.String({ minLength: 1, maxLength: 64, description: 'An artifact of the project' })
const path = Type.String({ minLength: 1, maxLength: 4096, description: 'Relative to workdir' })
const name = Type.String({ description: 'What it is called when it is downloaded' })
const content = { bytes: Type.Integer(), sha256: Type.String() }

export const ExecInput = open({ artifact_id: artifactId, mount_path: path })

export const ExecOutput = open({
  path,
  save_as: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^[^/\\\\\\x00-\\x1f]+$',
      description: 'Name of the artifact; default: that of the file',
    }),
  ),
})

/** Of whatever runs in a session. */
export const filesAsked = {
  inputs: Type.Optional(
    Type.Array(ExecInput, { maxItems: 100, description: 'Artifacts that are copied into workdir before it starts' }),
  ),
  outputs: Type.Optional(
    Type.Array(ExecOutput, { maxItems: 100, description: 'Files that become artifacts after its end, however it ended' }),
  ),
}

/** What became of the outputs. */
export const filesTaken = {
  created_artifacts: Type.Array(closed({ artifact_id: Type.String(), path: Type.String(), name, ...content })),
  output_errors: Type.Array(
    closed({ path: Type.String(), code: oneOf(outputProblems), message: Type.String({ description: 'Why it was not taken' }) }),
    { description: 'Outputs that could not be taken; they never make a command fail' },
  ),
}

export const ExecArtifact = closed(
  {
    artifact_id: Type.String(),
    project_id: Type.String(),
    name,
    mime: Type.String({ description: 'By its name' }),
    ...content,
    source: oneOf(artifactSources, 'Who brought it, or what it is an output of'),
    source_id: nullable(Type.String({ description: 'Id of that command, task or job; null: it was uploaded' })),
    created_at: Instant,
  },
  { $id: 'ExecArtifact' },
)

/** As an answer of its own. */
export const ExecArtifactView = closed(ExecArtifact.properties, { $id: 'ExecArtifactView' })

export const ExecArtifactList = closed(
  { artifacts: Type.Array(ExecArtifact), next_cursor: nullable(Type.String({ description: 'null: there are no more' })) },
  { $id: 'ExecArtifactList' },
)

export const ExecArtifactRemoved = closed(
  { artifact_id: Type.String(), removed: Type.Literal(true) },
  { $id: 'ExecArtifactRemoved' },
)

export const ArtifactForm = closed({ file: AnyFile }, { $id: 'ArtifactForm' })

export type ExecInput = Static<typeof ExecInput>
export type ExecOutput = Static<typeof ExecOutput>
export type ExecArtifact = Static<typeof ExecArtifact>
