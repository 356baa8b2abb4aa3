import type { components } from './generated/openapi.ts'

export type { components, operations, paths } from './generated/openapi.ts'

type Schemas = components['schemas']

/** The words of the API by their own names; everything else is under `components`. */
export type Artifact = Schemas['Artifact']
export type FcmpEvent = Schemas['FcmpEvent']
export type Job = Schemas['Job']
export type JobAccepted = Schemas['JobAccepted']
export type JobCreate = Schemas['JobCreate']
export type JobResult = Schemas['JobResult']
