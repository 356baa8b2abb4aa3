import type { Config } from '../config.ts'

/** A command about the tokens in the data folder. */
export interface TokenCommand {
  readonly help: string
  run(args: readonly string[], config: Config): Promise<number>
}

/** What was asked for cannot be done, and why. */
export class TokenProblem extends Error {
  override readonly name = 'TokenProblem'
}
