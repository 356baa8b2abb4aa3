import { type ReactNode, useRef } from 'react'
import { Link, useRoute } from 'wouter'
import { type Look, useLook } from '../look/look.tsx'
import { Choice } from '../parts/choice.tsx'
import { type Language, languages, nameOf, useLanguage, useTexts } from '../texts/texts.tsx'
import { pageNames } from './page-names.ts'
import { ServerState } from './server-state.tsx'
import styles from './shell.module.css'
import { SignedIn, SignOut } from './signed-in.tsx'
import { useArrival } from './use-arrival.ts'
import { useTitle } from './use-title.ts'

/** What is around every page: where one can go, how the server is, language and appearance. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const texts = useTexts()
  const main = useRef<HTMLElement>(null)
  useArrival(main)
  useTitle()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {texts.nav.skipToContent}
      </a>
      <header className={styles.head}>
        <Link href="/ui/runs" className={styles.product}>
          {texts.product}
        </Link>
        <ServerState />
        <span className={styles.choices}>
          <SignOut />
          <LanguageChoice />
          <LookChoice />
        </span>
      </header>
      <nav className={styles.nav} aria-label={texts.nav.label}>
        {pageNames.map((page) => (
          <PageLink key={page} page={page} />
        ))}
        <a className={styles.link} href="/docs">
          {texts.nav.api}
        </a>
      </nav>
      <main className={styles.main} id="content" tabIndex={-1} ref={main}>
        <SignedIn>{children}</SignedIn>
      </main>
    </div>
  )
}

function PageLink({ page }: { readonly page: (typeof pageNames)[number] }) {
  const texts = useTexts()
  const [isHere] = useRoute(`/ui/${page}/*?`)
  return (
    <Link href={`/ui/${page}`} className={styles.link} aria-current={isHere ? 'page' : undefined}>
      {texts.nav[page]}
    </Link>
  )
}

function LanguageChoice() {
  const { language, setLanguage } = useLanguage()
  const options = languages.map((value) => ({ value, label: nameOf(value) }))
  return <Choice label={nameOf(language)} value={language} options={options} onChoose={(value: Language) => setLanguage(value)} />
}

function LookChoice() {
  const texts = useTexts()
  const { look, setLook } = useLook()
  const options = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: texts.look[value] }))
  return <Choice label={texts.look.label} value={look} options={options} onChoose={(value: Look) => setLook(value)} />
}
