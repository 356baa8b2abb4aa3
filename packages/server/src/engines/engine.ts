import type { BudgetUnit } from '../domain/budget.ts'
import type { EngineEvent, Tokens } from '../domain/engine-event.ts'
import type { Exit, Launch, Line } from '../domain/launch.ts'
import type { Places } from '../domain/sandbox.ts'
import type { Account } from './account.ts'
import type { Cli } from './cli.ts'
import type { EngineFailure } from './failure.ts'
import type { Catalogue, Listed, ModelsProbe } from './models.ts'
import type { ProbeKit } from './probe-kit.ts'
import type { Settings, SettingsRules } from './settings.ts'

/** A CLI agent we know how to launch and read. It describes and never acts: no process, no file, no clock. */
export interface Engine {
  readonly id: string
  /** Goes into the source of every RASP event, with how sure the parser is of what it reads. */
  readonly parserName: string
  readonly confidence: number
  /** It prints what it also says as a message, so its raw lines wait for that; absent: it does not, and nothing waits. */
  readonly echoes?: boolean
  readonly can: { readonly resume: boolean; readonly outputSchema: SchemaDialect | false }
  /** Where it looks for skills, below the workspace; absent: where most do, in `.agents/skills`. */
  readonly skillsFolder?: string
  /** Whether the usage it reports is that of the turn or of the whole session so far. */
  readonly usageIs: 'per_turn' | 'per_session'
  /** What its usage tells of every turn that asked a model, and when; a budget in a unit that is absent is rejected. */
  readonly reports: Partial<Readonly<Record<BudgetUnit, UsageComes>>>
  /** Its output does not tell which tools it used; absent: it does. Once started, it may have used some. */
  readonly hidesTools?: true
  /** How its program is had and asked; a text: the program is our own, and this is where it lies. */
  readonly cli: Cli | string
  /** What can be set; null: nothing. */
  readonly settings: SettingsRules | null
  /** How it signs in; null: it needs nobody. */
  readonly account: Account | null
  /** Why it cannot run a skill with these files; null: it can. */
  obstacle(skillFiles: readonly string[]): string | null
  models(known: Known): Catalogue
  /** Asks its CLI which models there are; absent: every version brings its own list, and `models` has it. */
  readonly modelsProbe?: ModelsProbe
  /** A JSON file of the skill whose texts are rendered as a prompt is, for the launch; null: none is needed. */
  scriptOf(model: string, skillFiles: readonly string[]): string | null
  /** Pure: same request, same launch. */
  launch(request: LaunchRequest): EngineLaunch
  /** Asks its CLI before a run whether it takes what was set; null: the CLI refuses by itself what it does not take. */
  readonly settingsCheck: SettingsCheck | null
  /** Makes a fresh home ready once, so that runs need not; null: nothing is gained by it. */
  readonly warmUp: WarmUp | null
  /** The files of the home that a session is resumed from, by their names below it; null: there are none. */
  readonly sessionFiles: RegExp | null
  /** How it is led to a model that plays a script, to find out what its CLI can do; absent: it cannot be. */
  readonly probe?: ProbeKit
  /** A fresh one per attempt. */
  parser(): EngineParser
  /** What the end of an attempt that did not succeed means. */
  failureOf(end: EngineEnd): EngineFailure
}

/** How late it is known what was used: after each call of a model, or when the turn is over, however many calls it had. */
export type UsageComes = 'after_each_call' | 'at_the_end'

/** In which words it is told the output schema: those of OpenAI's structured outputs, or, as the input of a tool, those of draft-07. */
type SchemaDialect = 'strict' | 'plain'

/** What a catalogue of models depends on. */
export interface Known {
  readonly skillFiles: readonly string[]
  /** Of the CLI; null: it is not installed. */
  readonly version: string | null
  /** What the operator has set. */
  readonly settings: Settings
  /** What the CLI said when it was asked, or why it was not; absent: it has not been asked yet. */
  readonly listed?: Listed | undefined
}

/** All paths are those that the child will see. */
export interface LaunchRequest {
  readonly prompt: string
  readonly model: string
  /** What `scriptOf` named, rendered. */
  readonly script: string | null
  readonly program: Program
  readonly places: Places
  /** All layers of settings, merged. */
  readonly settings: Settings
  /** The variables that the engine may see. */
  readonly env: Readonly<Record<string, string>>
  /** The providers that its sign-in files are for, where they tell; absent: none of them does. */
  readonly signedInTo?: readonly string[]
  /** The session to go on with; null: a new one. */
  readonly resume: string | null
  /** The schema that the engine is to hold its last message to, in its own dialect; null: none. */
  readonly outputSchema: object | null
  /** It reaches its provider through a gate, which may know it under another name; absent: without one. */
  readonly gate?: { nameFor(url: string): string }
  /** What its turn may cost, for a CLI that stops by itself then; absent: there is no such budget. */
  readonly maxCostUsd?: number
  /** Ours is not in force: the CLI's own sandbox, where it has one, has to do. */
  readonly needsOwnSandbox: boolean
  /** The agent may ask a person; absent: it may not. */
  readonly isInteractive?: boolean
}

export interface Program {
  readonly path: string
  readonly runBy: 'node' | 'itself'
}

/** The engine's part of a launch. */
export interface EngineLaunch extends Pick<Launch, 'argv' | 'env' | 'stdin' | 'network'> {
  /** To be put into the private home before the start; the engine may change them. */
  readonly files: readonly TextFile[]
  /** To be shown in the workspace, read-only. */
  readonly shown: readonly TextFile[]
}

export interface SettingsCheck {
  /** Reaches nobody, and is given nothing to sign in with: what it says goes to whoever set something. */
  launch(request: LaunchRequest): Omit<EngineLaunch, 'network'>
  /** What it says against the settings; null: nothing. */
  problem(printed: { readonly stdout: string; readonly stderr: string }): SettingsProblem | null
}

export interface SettingsProblem {
  /** The settings it complains of, as dotted names. */
  readonly names: readonly string[]
  /** In its own words. */
  readonly reason: string
}

export interface WarmUp {
  /** Reaches nobody. */
  launch(request: LaunchRequest): Omit<EngineLaunch, 'network'>
  /** The files of the home that are worth keeping, by their names below it. */
  readonly keeps: RegExp
  /** Those of them that it never writes to, so that runs may share them. */
  readonly isOnlyRead?: RegExp
  /** What a file has to be called in the home of a run, where the name depends on the user that it runs as. */
  nameFor?(name: string, uid: number): string
}

export interface TextFile {
  /** Below the folder, with slashes. */
  readonly name: string
  readonly text: string
}

export interface EngineParser {
  /** Never throws; what it does not know is `unparsed`. Every byte of the line is in the span of some event. */
  push(line: Line): EngineEvent[]
  end(exit: Exit): EngineEvent[]
  /** What it has used at least, as lines tell that come before its usage; null: none did. Absent: there are no such lines. */
  usedAtLeast?(): Tokens | null
  /** Why it would go on without getting anywhere, so that it has to be ended; null: it gets on. Absent: it ends by itself. */
  hopeless?(): string | null
}

/** How an attempt ended, as far as an engine can tell more about it. */
export interface EngineEnd {
  readonly exit: Exit
  /** Why its last turn failed, in its own words; null: it did not say. */
  readonly reason: string | null
  /** Something of what it printed was understood. */
  readonly understood: boolean
  readonly stderrTail: string
}
