import { errorText } from '../texts/error-text.ts'
import { useLanguage } from '../texts/texts.tsx'

/** Why a run failed: the code, and what to do in the language of the reader. */
export function ErrorWords({
  error: { code, message },
}: {
  readonly error: { readonly code: string; readonly message: string }
}) {
  const { language } = useLanguage()
  return (
    <>
      <code>{code}</code> {errorText(language, code, message)}
    </>
  )
}
