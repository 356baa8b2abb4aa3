/** What the settings for engines that a skill brings come to. */
export interface SettingsReport {
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/** Skills know nothing of engines, so it is asked of those who do: with the folder of a skill and the paths of its files. */
export type ReportSettings = (folder: string, files: readonly string[]) => Promise<SettingsReport>
