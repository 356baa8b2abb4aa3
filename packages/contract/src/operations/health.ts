import { Health, Readiness } from '../health.ts'
import { json, operation } from './operation.ts'

const tag = 'health'

export const getHealth = operation({
  method: 'get',
  path: '/healthz',
  tag,
  summary: 'The process is up',
  scope: null,
  returns: json(Health),
  errors: [],
})

export const getReadiness = operation({
  method: 'get',
  path: '/readyz',
  tag,
  summary: 'Whether work can be taken; 503 with the same body when not',
  scope: null,
  returns: json(Readiness),
  errors: [],
})

export const getMetrics = operation({
  method: 'get',
  path: '/metrics',
  tag,
  summary: 'Prometheus metrics',
  scope: 'read',
  returns: { type: 'text/plain' },
  errors: [],
})
