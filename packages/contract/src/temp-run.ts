import { type Static, Type } from 'typebox'
import { JobCreate, JobState } from './job.ts'
import { closed, fileOf, open } from './shared.ts'

const { skill_id: _skill, await_upload: _await, ...fieldsOfJob } = JobCreate.properties

export const TempRunCreate = open(fieldsOfJob, {
  $id: 'TempRunCreate',
  description: 'A job whose skill is uploaded with it. What depends on the skill is checked on upload',
})

export const TempRunAccepted = closed({ request_id: Type.String(), status: JobState }, { $id: 'TempRunAccepted' })

const zip = (description: string) => fileOf('application/zip', description)

export const TempUploadForm = closed(
  {
    skill_package: zip('The skill: a zip with exactly one folder at its top, 20 MiB at most unless the server allows more'),
    file: Type.Optional(zip('All input files in one zip; the file of an input has the name of that input')),
  },
  { $id: 'TempUploadForm' },
)

export type TempRunCreate = Static<typeof TempRunCreate>
export type TempRunAccepted = Static<typeof TempRunAccepted>
