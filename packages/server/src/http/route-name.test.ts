import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routeName } from './route-name.ts'

test('log and metrics name a route as the documentation writes it', () => {
  const cancel = '/v1/projects/:project_id/exec/tasks/:task_id(^[\\w.-]+)::cancel'
  assert.equal(routeName(cancel), '/v1/projects/:project_id/exec/tasks/:task_id:cancel')
  assert.equal(routeName('/v1/jobs/:request_id'), '/v1/jobs/:request_id')
  assert.equal(routeName('/v1/projects/:project_id/skills::upload'), '/v1/projects/:project_id/skills:upload')
})
