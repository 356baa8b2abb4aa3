import type { EngineEvent } from '../domain/engine-event.ts'
import type { Exit, Launch, Line } from '../domain/launch.ts'
import type { Places } from '../domain/sandbox.ts'

/** A CLI agent we know how to launch and read. It describes and never acts: no process, no file, no clock. */
export interface Engine {
  readonly id: string
  /** Goes into the source of every RASP event, with how sure the parser is of what it reads. */
  readonly parserName: string
  readonly confidence: number
  readonly can: { readonly resume: boolean; readonly outputSchema: boolean }
  /** The file or folder of the host that holds its program; a child sees it read-only, at the request's `program`. */
  readonly program: string
  /** Why it cannot run a skill with these files; null: it can. */
  obstacle(skillFiles: readonly string[]): string | null
  /** What a job with this skill may ask for as `model`, the default first. */
  models(skillFiles: readonly string[]): readonly string[]
  /** A JSON file of the skill whose texts are rendered as a prompt is, for the launch; null: none is needed. */
  scriptOf(model: string, skillFiles: readonly string[]): string | null
  /** Pure: same request, same launch. */
  launch(request: LaunchRequest): EngineLaunch
  /** A fresh one per attempt. */
  parser(): EngineParser
}

/** All paths are those that the child will see. */
export interface LaunchRequest {
  readonly prompt: string
  readonly model: string
  /** What `scriptOf` named, rendered. */
  readonly script: string | null
  readonly program: string
  readonly places: Places
}

/** The engine's part of a launch. */
export interface EngineLaunch extends Pick<Launch, 'argv' | 'env' | 'stdin' | 'network'> {
  /** To be put into the private home before the start. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

export interface EngineParser {
  /** Never throws; what it does not know is `unparsed`. Every byte of the line is in the span of some event. */
  push(line: Line): EngineEvent[]
  end(exit: Exit): EngineEvent[]
}
