import type { EngineEnd } from '../engine.ts'
import { codeOfStatus, type EngineFailure } from '../failure.ts'

/** It has no exit codes but 0 and 1: what it gave up with is in the line that the parser took for its reason, and only there. */
export const iflowFailure = ({ reason }: EngineEnd): EngineFailure => ({
  code: reason === null ? 'ENGINE_FAILED' : codeOf(reason),
  reason,
})

const notSignedIn = /^(?:Please set an Auth method|Auth method has been deprecated|Error: SERVER_OAUTH2_REQUIRED)/

/** Its words for a call of the model that failed, in both of its languages. */
const failedCall = /^\[API Error: (?:generate data error|生成数据错误): (?:HTTP (?:error! status: |错误！状态：)(\d{3}))?/

function codeOf(reason: string): EngineFailure['code'] {
  if (notSignedIn.test(reason)) return 'AUTH_REQUIRED'
  const call = failedCall.exec(reason)
  if (!call) return 'ENGINE_FAILED'
  const [, status] = call
  // Without a status there was no answer, or none that it could read.
  return status === undefined ? 'MODEL_UNAVAILABLE' : codeOfStatus(Number(status))
}
