import { engines } from '../engines/index.ts'
import { reportSettings } from '../runs/skill-settings.ts'
import type { ReportSettings } from '../skills/settings-report.ts'

/** For all engines, enabled or not: what is wrong with a skill does not depend on that. */
export const reportOnSettings: ReportSettings = (folder, files) => reportSettings(Object.values(engines), folder, files)
