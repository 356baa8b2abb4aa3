import type { Settings } from './settings.ts'

/** How a CLI is led to a model on loopback that plays a script, and in which words such a model uses its tools. */
export interface ProbeKit {
  /** A model with plain tools. */
  readonly model: string
  /** As an operator would set it; nothing is tried twice. */
  settings(url: string): Settings
  /** What it signs in with, and what else leads it there. */
  env(url: string, key: string): Readonly<Record<string, string>>
  /** Its shell tool, used. */
  shell(command: string): ToolUse
  /** The tool that it answers an output schema with, used; absent: such an answer is said. */
  answer?(value: ToolUse['args']): ToolUse
}

interface ToolUse {
  readonly name: string
  readonly args: Readonly<Record<string, string | number | boolean>>
}
