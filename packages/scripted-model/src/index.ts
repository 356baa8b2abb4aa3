export { checkScript, readScript } from './check-script.ts'
export type { Json } from './json.ts'
export type { ProtocolName } from './protocol.ts'
export type { ModelRequest, Scene } from './scene.ts'
export type {
  Answer,
  Call,
  Empty,
  Expectation,
  Failure,
  FailureStatus,
  FreeformCall,
  FunctionCall,
  Garble,
  Moment,
  Redirect,
  Script,
  Step,
  Usage,
} from './script.ts'
export { type Options, type ScriptedModel, startScriptedModel } from './server.ts'
export { toolResultsIn } from './tool-results.ts'
