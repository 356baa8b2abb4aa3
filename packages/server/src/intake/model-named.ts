import type { Wish } from '../domain/job.ts'
import { type Catalogue, modelOf } from '../engines/models.ts'

/**
 * The name of the model that a request asks for, in the words of its engine: a provider comes before it, an effort behind it. Undefined:
 * it asks for none. A provider is left out where the engine has the model without one.
 */
export function modelNamed(catalogue: Catalogue, { model, effort, provider_id: provider }: Wish): string | undefined {
  const asked = effort === 'default' ? undefined : effort
  if (model === undefined && asked === undefined) return undefined
  const bare = model ?? ''
  const name = asked === undefined ? bare : `${bare.replace(/@[a-z]+$/, '')}@${asked}`
  const names = provider === undefined || name.startsWith(`${provider}/`) ? [name] : [`${provider}/${name}`, name]
  return names.find((one) => modelOf(catalogue, one) !== null) ?? names[0]
}
