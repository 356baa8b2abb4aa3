import type { components, operations } from '../generated/openapi.d.ts'

export type Schemas = components['schemas']

/** What an operation answers when it went well. */
export type AnswerOf<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : operations[Id] extends { responses: { 202: { content: { 'application/json': infer Body } } } }
    ? Body
    : never

/** The JSON that an operation takes. */
export type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** What can be asked for in the query of an operation. */
export type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

/** The words of the API by their own names; everything else is under `components`. */
export type Artifact = Schemas['Artifact']
export type ArtifactList = Schemas['ArtifactList']
export type CancelView = Schemas['CancelView']
export type DeliveryList = Schemas['DeliveryList']
export type EngineList = Schemas['EngineList']
export type EngineModels = Schemas['EngineModels']
export type Eval = Schemas['Eval']
export type EvalCell = Schemas['EvalCell']
export type EvalCheck = Schemas['EvalCheck']
export type EvalCreate = Schemas['EvalCreate']
export type EvalList = Schemas['EvalList']
export type EvalSummary = Schemas['EvalSummary']
export type EventHistory = Schemas['EventHistory']
export type FcmpEvent = Schemas['FcmpEvent']
export type Heartbeat = Schemas['Heartbeat']
export type Job = Schemas['Job']
export type JobAccepted = Schemas['JobAccepted']
export type JobCreate = Schemas['JobCreate']
export type JobRerun = Schemas['JobRerun']
export type JobResult = Schemas['JobResult']
export type JobStreamEvent = Schemas['JobStreamEvent']
export type LogRange = Schemas['LogRange']
export type Logs = Schemas['Logs']
export type PackageAccepted = Schemas['PackageAccepted']
export type PackageInstall = Schemas['PackageInstall']
export type PackageVerdict = Schemas['PackageVerdict']
export type PendingInteraction = Schemas['PendingInteraction']
export type PendingView = Schemas['PendingView']
export type ProjectSkill = Schemas['ProjectSkill']
export type ProjectSkillFiles = Schemas['ProjectSkillFiles']
export type ProjectSkillRemoved = Schemas['ProjectSkillRemoved']
export type ProjectSkillUploaded = Schemas['ProjectSkillUploaded']
export type ProjectSkillVersions = Schemas['ProjectSkillVersions']
export type Readiness = Schemas['Readiness']
export type Receipt = Schemas['Receipt']
export type ReceiptKeyList = Schemas['ReceiptKeyList']
export type Recording = Schemas['Recording']
export type ReplyAccepted = Schemas['ReplyAccepted']
export type SkillDetail = Schemas['SkillDetail']
export type SkillEvals = Schemas['SkillEvals']
export type SkillSchemas = Schemas['SkillSchemas']
export type SkillSummary = Schemas['SkillSummary']
export type SkillSwitched = Schemas['SkillSwitched']
export type SkillVersions = Schemas['SkillVersions']
export type StreamSnapshot = Schemas['StreamSnapshot']
export type TempRunAccepted = Schemas['TempRunAccepted']
export type TempRunCreate = Schemas['TempRunCreate']
export type UploadAccepted = Schemas['UploadAccepted']
