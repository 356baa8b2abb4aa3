import type { Instant } from './run.ts'

/** An artifact that is copied into the folder of a command before it starts. */
export interface ExecInput {
  readonly artifactId: string
  /** Below the folder of the command. */
  readonly mountPath: string
}

/** A file that becomes an artifact when its command has ended. */
export interface ExecOutput {
  /** Below the folder of the command. */
  readonly path: string
  /** Null: as the file is called. */
  readonly saveAs: string | null
}

/** What a command asks to be brought and taken. */
export interface FilesAsked {
  readonly inputs: readonly ExecInput[]
  readonly outputs: readonly ExecOutput[]
}

export const noFilesAsked: FilesAsked = { inputs: [], outputs: [] }

/** A file of a project that outlives what made it. Its content never changes. */
export interface ExecArtifact {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly mime: string
  readonly source: 'upload' | 'command' | 'task' | 'job'
  /** Null: it was uploaded. */
  readonly sourceId: string | null
  readonly createdAt: Instant
}

/** What an artifact counts as where those of a project are added up: each is a file and a row, which many small ones would take for nothing. */
export const countedBytes = (bytes: number): number => Math.max(bytes, leastCounted)

export const leastCounted = 65_536

/** An artifact as its command tells it. */
export interface CreatedArtifact extends Pick<ExecArtifact, 'name' | 'bytes' | 'sha256'> {
  readonly artifactId: string
  /** Where it lay. */
  readonly path: string
}

export type OutputProblem =
  | 'missing'
  | 'folder'
  | 'link'
  | 'outside'
  | 'special'
  | 'unreadable'
  | 'foreign'
  | 'too_large'
  | 'too_large_together'
  | 'project_full'
  | 'failed'

export interface OutputError {
  readonly path: string
  readonly code: OutputProblem
  readonly message: string
}

/** What became of the outputs of a command. */
export interface FilesTaken {
  readonly artifacts: readonly (ExecArtifact & { readonly path: string })[]
  readonly errors: readonly OutputError[]
}

export const noFilesTaken: FilesTaken = { artifacts: [], errors: [] }

export const createdOf = ({ artifacts }: FilesTaken): CreatedArtifact[] =>
  artifacts.map(({ id: artifactId, path, name, bytes, sha256 }) => ({ artifactId, path, name, bytes, sha256 }))

const longestName = 255

/** What an artifact is called whose sender called it so: browsers of old send whole paths. */
export function artifactName(text: string): string {
  const last = text.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
  const name = last.replaceAll(/[\x00-\x1f\x7f]/g, '').slice(0, longestName)
  return ['', '.', '..'].includes(name.trim()) ? 'file' : name
}
