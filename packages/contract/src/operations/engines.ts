import { Type } from 'typebox'
import {
  EngineList,
  EngineModels,
  EngineRollback,
  EngineStatus,
  InstallRequest,
  ManagedEngineDetail,
  ManagedEngineList,
  UpgradeRequest,
} from '../engine.ts'
import { closed } from '../shared.ts'
import { json, operation } from './operation.ts'

const tag = 'engines'
const params = closed({ engine: Type.String({ minLength: 1, maxLength: 64 }) })

export const listEngines = operation({
  method: 'get',
  path: '/v1/engines',
  tag,
  summary: 'Engines; those that are not ready with the reason',
  scope: 'read',
  returns: json(EngineList),
  errors: [],
})

export const listEngineModels = operation({
  method: 'get',
  path: '/v1/engines/{engine}/models',
  tag,
  summary: 'Models of an engine',
  scope: 'read',
  params,
  returns: json(EngineModels),
  errors: ['ENGINE_NOT_FOUND'],
})

export const listManagedEngines = operation({
  method: 'get',
  path: '/v1/management/engines',
  tag,
  summary: 'Engines, with details for operators',
  scope: 'read',
  returns: json(ManagedEngineList),
  errors: [],
})

export const getManagedEngine = operation({
  method: 'get',
  path: '/v1/management/engines/{engine}',
  tag,
  summary: 'One engine with its models, its versions and its last installation',
  scope: 'read',
  params,
  returns: json(ManagedEngineDetail),
  errors: ['ENGINE_NOT_FOUND'],
})

export const installEngine = operation({
  method: 'post',
  path: '/v1/management/engines/{engine}/install',
  tag,
  summary: 'Install an engine from npm, in its pinned version, in the background',
  scope: 'admin',
  params,
  body: InstallRequest,
  bodyOptional: true,
  returns: json(EngineStatus),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_NOT_INSTALLABLE', 'ENGINE_INSTALL_BUSY', 'SHUTTING_DOWN'],
})

export const upgradeEngine = operation({
  method: 'post',
  path: '/v1/management/engines/{engine}/upgrade',
  tag,
  summary:
    'Upgrade an engine to the newest version on npm, in the background; reports the differences, and keeps the old version if the new one does not work or lost a required feature',
  scope: 'admin',
  params,
  body: UpgradeRequest,
  bodyOptional: true,
  returns: json(EngineStatus),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_NOT_INSTALLABLE', 'ENGINE_INSTALL_BUSY', 'SHUTTING_DOWN'],
})

export const probeEngine = operation({
  method: 'post',
  path: '/v1/management/engines/{engine}/probe',
  tag,
  summary: 'Test what the version in use can do, in the background; the engine detail has the progress and the results',
  scope: 'admin',
  params,
  returns: json(EngineStatus),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_NOT_INSTALLABLE', 'ENGINE_INSTALL_BUSY', 'SHUTTING_DOWN'],
})

export const rollbackEngine = operation({
  method: 'post',
  path: '/v1/management/engines/{engine}/rollback',
  tag,
  summary: 'Switch an engine back to the previously used version; call it again to return',
  scope: 'admin',
  params,
  returns: json(EngineRollback),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_NOT_INSTALLABLE', 'ENGINE_INSTALL_BUSY', 'ENGINE_NOTHING_BEFORE'],
})
