import type { Identity, Launch } from '../domain/launch.ts'
import { Fault } from '../lib/fault.ts'

/** From root to a user without any right, for good. */
export function dropTo({ uid, gid }: Identity, setpriv: string | null): string[] {
  if (setpriv === null) throw new Fault('SANDBOX_UNAVAILABLE', { reason: 'setpriv is missing. Install the package util-linux.' })
  return [
    setpriv,
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    ...['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'],
  ]
}

/** Who the child of a root server is. Never root, whatever the caller forgot. */
export function requireIdentity({ identity }: Launch): Identity {
  if (identity === null || identity.uid === 0 || identity.gid === 0) {
    throw new Fault('SANDBOX_UNAVAILABLE', { reason: 'A server that is root must name another user for its children.' })
  }
  return identity
}
