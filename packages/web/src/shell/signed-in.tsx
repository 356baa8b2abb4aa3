import { SkillRunnerError } from '@agent-skill-runner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { onSignedOut, runner } from '../api/runner.ts'
import { Button } from '../parts/button.tsx'
import fields from '../parts/field.module.css'
import { Problem } from '../parts/problem.tsx'
import { useTexts } from '../texts/texts.tsx'
import styles from './shell.module.css'

const useSession = () => useQuery({ queryKey: ['session'], queryFn: ({ signal }) => runner.session.get({ signal }) })

/** What is inside is only shown to those who may see it; others are asked for a token. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient()
  const { data, error } = useSession()
  useEffect(() => onSignedOut(() => void queries.invalidateQueries({ queryKey: ['session'] })), [queries])
  if (data?.needs_token && data.name === null) return <SignIn />
  return data || error ? children : null
}

/** The token goes to the server once, and is kept nowhere in the browser. */
function SignIn() {
  const { session: words } = useTexts()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const signIn = useMutation({
    mutationFn: (token: string) => runner.session.signIn(token),
    onSuccess: () => (cameFromDocs() ? location.assign('/docs') : queries.resetQueries()),
  })
  // There is nothing else to do on this page.
  useEffect(() => input.current?.focus(), [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(input.current?.value.trim() ?? '')
  }
  // What the server says is meant for programs.
  const isWrong = signIn.error instanceof SkillRunnerError && signIn.error.code === 'UNAUTHORIZED'
  return (
    <form className={styles.signIn} onSubmit={send} aria-labelledby="title">
      <h1 id="title">{words.title}</h1>
      <p>{words.hint}</p>
      <p>
        {words.noToken} <code className={styles.command}>./skill-runner token create NAME</code>
      </p>
      <label className={styles.token}>
        {words.token}
        <input ref={input} className={fields.field} type="password" autoComplete="off" required />
      </label>
      <Button type="submit" kind="main" disabled={signIn.isPending}>
        {words.signIn}
      </Button>
      {signIn.error && <Problem error={isWrong ? new Error(words.wrong) : signIn.error} />}
    </form>
  )
}

/** The one page of the server that is not part of this one. No other address is ever followed. */
const cameFromDocs = (): boolean => new URLSearchParams(location.search).get('to') === '/docs'

/** Who is signed in; nothing on a server without tokens. */
export function SignOut() {
  const { session: words } = useTexts()
  const queries = useQueryClient()
  const { data } = useSession()
  const signOut = useMutation({ mutationFn: () => runner.session.signOut(), onSuccess: () => queries.resetQueries() })
  if (!data?.name) return null
  return (
    <>
      <span>{data.name}</span>
      <Button disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        {words.signOut}
      </Button>
    </>
  )
}
