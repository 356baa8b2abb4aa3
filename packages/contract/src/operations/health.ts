import { Health, Readiness } from '../health.ts'
import { json, operation } from './operation.ts'

const tag = 'health'

export const getHealth = operation({
  method: 'get',
  path: '/healthz',
  tag,
  summary: 'The process is running',
  scope: null,
  returns: json(Health),
  errors: [],
})

export const getReadiness = operation({
  method: 'get',
  path: '/readyz',
  tag,
  summary: 'Whether the server accepts work; 503 with the same body if not',
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
