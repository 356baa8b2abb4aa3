import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Account, CredentialFile } from '../account.ts'
import { sameButFor } from '../credentials.ts'
import { isFields } from '../fields.ts'
import { opencodeModelsProbe } from './models.ts'
import { keysIn, opencodeHosts } from './providers.ts'

export const opencodeAccount: Account = {
  env: keysIn,
  keys: keysIn,
  hosts: opencodeHosts,
  files: [
    {
      name: '.local/share/opencode/auth.json',
      mayReplace: mayReplaceAll,
      providersIn: (file) => (isFields(file) ? Object.keys(file) : []),
    },
  ],
  login: (more) => ['auth', 'login', ...more],
  // It lists the models of those providers only that it has something to sign in to.
  probe: {
    launch: opencodeModelsProbe.launch,
    isSignedIn: (printed) => (opencodeModelsProbe.read(printed)?.length ?? 0) > 0,
  },
}

const refreshed = sameButFor(['access', 'refresh'], 'expires')

/** One file for all providers: each may have been refreshed, none may come or go. */
function mayReplaceAll(...[before, after]: Parameters<CredentialFile['mayReplace']>): boolean {
  if (!isFields(before) || !isFields(after)) return false
  const names = Object.keys(before)
  if (canonicalJson(names.toSorted()) !== canonicalJson(Object.keys(after).toSorted())) return false
  const changed = names.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]))
  return changed.length > 0 && changed.every((name) => refreshed(before[name], after[name]))
}
