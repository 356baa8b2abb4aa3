import type { EngineLaunch, LaunchRequest } from './engine.ts'
import type { Settings } from './settings.ts'

/** How an engine signs in to its provider. */
export interface Account {
  /** Variables of the server that it signs in with, or that tell it where its provider is. */
  env(settings: Settings): readonly string[]
  /** Those of them whose values nobody may be shown, whatever they are called. */
  keys(settings: Settings): readonly string[]
  /** The hosts that it needs to reach the provider of this model and to stay signed in, as `host` or `host:port`. */
  hosts(settings: Settings, env: Readonly<Record<string, string>>, model: string): readonly string[]
  /** Files of a home that hold a sign-in; a person's own lie at the same names below theirs. */
  readonly files: readonly CredentialFile[]
  /** Words that start the CLI's own login in a home, for a person at a terminal. */
  login(more: readonly string[]): readonly string[]
  /** What a person has to do where the CLI has no login of its own any more; absent: it has one. */
  readonly howToSignIn?: string
  readonly probe: AuthProbe
}

export interface CredentialFile {
  readonly name: string
  /**
   * Whether what a run left may take the place of what it was given, both as parsed JSON. A refreshed token may; another account,
   * another key or another shape may not, since a run can write there what it likes.
   */
  mayReplace(before: unknown, after: unknown): boolean
  /** The providers that it holds a sign-in to, by name; absent: there is only one. */
  providersIn?(file: unknown): readonly string[]
}

/** Asks the CLI itself, in a home with the sign-in and without a network. */
export interface AuthProbe {
  /** A yes or no: the settings tell it already, and the CLI would not know. */
  launch(request: LaunchRequest): Omit<EngineLaunch, 'network'> | boolean
  isSignedIn(printed: { readonly code: number | null; readonly stdout: string; readonly stderr: string }): boolean
}
