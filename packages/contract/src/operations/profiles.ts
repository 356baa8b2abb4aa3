import { ProfileList, ProfileName, ProfilePut, ProfileRemoved, ProfileView } from '../profile.ts'
import { closed } from '../shared.ts'
import { json, operation } from './operation.ts'
import { projectParams } from './project-skills.ts'

const tag = 'projects'
const profiles = '/v1/projects/{project_id}/profiles'
const ofProfile = closed({ ...projectParams.properties, name: ProfileName })

export const listProfiles = operation({
  method: 'get',
  path: profiles,
  tag,
  summary: 'Profiles of a project: what tokens may do there',
  scope: 'read',
  params: projectParams,
  returns: json(ProfileList),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND'],
})

export const getProfile = operation({
  method: 'get',
  path: `${profiles}/{name}`,
  tag,
  summary: 'One profile',
  scope: 'read',
  params: ofProfile,
  returns: json(ProfileView),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'PROFILE_NOT_FOUND'],
})

export const putProfile = operation({
  method: 'put',
  path: `${profiles}/{name}`,
  tag,
  summary: 'Create or replace a profile; it holds from the next request of its tokens on',
  scope: 'admin',
  params: ofProfile,
  body: ProfilePut,
  returns: json(ProfileView),
  errors: ['INVALID_REQUEST', 'INVALID_JSON', 'PROJECT_NOT_FOUND'],
})

export const deleteProfile = operation({
  method: 'delete',
  path: `${profiles}/{name}`,
  tag,
  summary: 'Delete a profile; tokens that name it may then use no tool',
  scope: 'admin',
  params: ofProfile,
  returns: json(ProfileRemoved),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'PROFILE_NOT_FOUND'],
})
