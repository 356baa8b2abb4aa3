import { Type } from 'typebox'
import { closed, oneOf } from '../shared.ts'
import { PackageAccepted, PackageForm, PackageInstall, PackageVerdict } from '../skill-package.ts'
import { json, operation } from './operation.ts'

const tag = 'skills'

export const installPackage = operation({
  method: 'post',
  path: '/v1/skill-packages/install',
  tag,
  summary: 'Install a skill, or update it to a greater version; existing jobs keep their version. SKILL.md alone is enough',
  scope: 'admin',
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Makes retries safe for 24 hours: the same key and package return the first response again',
      }),
    ),
  }),
  query: closed({
    force: Type.Optional(
      oneOf(
        ['0', '1', 'false', 'true'],
        'Replace the installed skill also with an equal or lower version; the old one is archived',
      ),
    ),
  }),
  form: PackageForm,
  returns: json(PackageAccepted),
  errors: [
    'INVALID_REQUEST',
    'UPLOAD_INVALID',
    'PACKAGE_INVALID',
    'SKILL_LIMIT_EXCEEDED',
    'SKILL_VERSION_NOT_GREATER',
    'IDEMPOTENCY_MISMATCH',
    'UPLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'DISK_LOW',
    'DATA_NOT_WRITABLE',
    'SHUTTING_DOWN',
  ],
})

export const getPackageInstall = operation({
  method: 'get',
  path: '/v1/skill-packages/{request_id}',
  tag,
  summary: 'State of an installation',
  scope: 'read',
  params: closed({ request_id: Type.String({ minLength: 1, maxLength: 64 }) }),
  returns: json(PackageInstall),
  errors: ['PACKAGE_NOT_FOUND'],
})

export const validatePackage = operation({
  method: 'post',
  path: '/v1/skill-packages/validate',
  tag,
  summary: 'List every problem of a package, without installing it',
  scope: 'run',
  form: PackageForm,
  returns: json(PackageVerdict),
  errors: ['INVALID_REQUEST', 'UPLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'DISK_LOW', 'DATA_NOT_WRITABLE', 'SHUTTING_DOWN'],
})
