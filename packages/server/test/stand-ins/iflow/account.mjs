import { homedir } from 'node:os'
import { join } from 'node:path'
import { Ended, Unknown } from './unknown.mjs'

/** The recorded words have these line breaks as two letters each. */
const notSet = (settings) =>
  `Please set an Auth method in your ${settings} or specify one of the following environment variables before running:\\n  - apiKey, APIKEY, API_KEY, api_key \\n  - baseUrl, BASEURL, BASE_URL, base_url \\n  - modelName, MODELNAME, MODEL_NAME, model_name \n`

const refused = 'Auth method has been deprecated. Please reconfigure with OpenAI Compatible API.\n'

/** Variables alone mean an account of the vendor, and since its end only providers that speak as OpenAI does are taken. */
export function requireAccount({ selectedAuthType, apiKey, baseUrl, modelName, hasVariables }) {
  const type = selectedAuthType ?? (hasVariables ? 'iflow' : null)
  if (type === null) throw new Ended(notSet(join(homedir(), '.iflow/settings.json')))
  if (type === 'iflow' || type === 'oauth-iflow') throw new Ended(refused)
  if (type !== 'openai-compatible') throw new Unknown(`it does not play the account ${JSON.stringify(type)}`)
  if (!isSet(apiKey) || !isSet(baseUrl) || !isSet(modelName)) throw new Ended(notSet(join(homedir(), '.iflow/settings.json')))
  return { apiKey, baseUrl, model: modelName }
}

/** What names a variable that is not there was left as it stood. */
const isSet = (value) => typeof value === 'string' && value !== '' && !/^\$\{?\w+\}?$/.test(value)
