import type { Wish } from '../domain/job.ts'
import { type Catalogue, modelOf } from '../engines/models.ts'

/**
 * The name of the requested model as its engine writes it: `provider/model@effort`. Undefined: none is requested. The provider is left out
 * if the engine lists the model without one.
 */
export function modelNamed(catalogue: Catalogue, { model, effort, provider_id: provider }: Wish): string | undefined {
  const asked = effort === 'default' ? undefined : effort
  if (model === undefined && asked === undefined) return undefined
  const bare = model ?? ''
  const name = asked === undefined ? bare : `${bare.replace(/@[a-z]+$/, '')}@${asked}`
  const names = provider === undefined || name.startsWith(`${provider}/`) ? [name] : [`${provider}/${name}`, name]
  return names.find((one) => modelOf(catalogue, one) !== null) ?? names[0]
}
