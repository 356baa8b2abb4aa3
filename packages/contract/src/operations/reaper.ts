import { ReaperRun, ReaperStatus } from '../reaper.ts'
import { json, operation } from './operation.ts'

const tag = 'management'

export const getReaper = operation({
  method: 'get',
  path: '/v1/management/reaper',
  tag,
  summary: 'What the reaper of the skills service ends and deletes, when it last ran, and what it did',
  scope: 'admin',
  returns: json(ReaperStatus),
  errors: [],
})

export const runReaper = operation({
  method: 'post',
  path: '/v1/management/reaper/run',
  tag,
  summary: 'Run the reaper now, and wait for it',
  scope: 'admin',
  returns: json(ReaperRun),
  errors: [],
})
