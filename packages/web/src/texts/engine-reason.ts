import type { Engine } from '../api/types.ts'
import { sentenceText } from './sentence-text.ts'
import type { Language } from './texts.tsx'

export type ReasonCode = NonNullable<Engine['reason_code']>

interface Told {
  /** What the reader needs to know, and the command to type. */
  readonly text: string
  /** What the server says beyond that; null: nothing. */
  readonly more: string | null
}

/** Why an engine cannot run. The server says it in English; for other languages there is a table by code. */
export function engineReason(language: Language, engine: string, code: ReasonCode, reason: string): Told {
  if (language === 'en') return { text: reason, more: null }
  const hasOwnSignIn = code === 'signed_out' && !reason.includes(`engine login ${engine}`)
  if (hasOwnSignIn) return { text: sentenceText(language, reason), more: null }
  return { text: reasonsZh[code](engine), more: needsMore.has(code) ? reason : null }
}

/** Of these the code does not say enough. */
const needsMore: ReadonlySet<ReasonCode> = new Set(['program_unusable', 'sandbox_unavailable', 'settings_invalid'])

/** A code that is missing here does not compile. */
const reasonsZh: Readonly<Record<ReasonCode, (engine: string) => string>> = {
  not_enabled: () => '没有在此服务器上启用；见 SKILL_RUNNER_ENGINES。',
  not_built: () => '此版本还不能运行它。',
  withdrawn: (engine) =>
    `厂商已终止它的服务，npm 上也不再提供。如有自己的程序，请在 SKILL_RUNNER_${engine.toUpperCase()}_BIN 中指定。`,
  not_installed: (engine) => `没有安装。安装命令：./skill-runner engine install ${engine}`,
  program_unusable: () => '它的程序无法使用：',
  sandbox_unavailable: () => '沙箱在这里无法工作。./skill-runner doctor 会说明如何修复。',
  settings_invalid: () => '运营者的设置无法使用：',
  signed_out: (engine) => `没有登录。登录命令：./skill-runner engine login ${engine}`,
}
