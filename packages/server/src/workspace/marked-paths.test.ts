import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../skills/json-file.ts'
import { markedPaths, withPaths } from './marked-paths.ts'

const found = (schema: JsonObject, data: unknown) => markedPaths(schema, data, 1000)

const file = { type: 'string', 'x-type': 'artifact' }

test('paths are found in marked fields, in lists of them, and inside objects and lists', () => {
  const schema = {
    type: 'object',
    properties: {
      report: { ...file, 'x-filename': 'artifacts/report.md' },
      'a/b~c': { type: 'string', 'x-type': 'file', 'x-filename': '*.md' },
      many: { type: 'array', 'x-type': 'artifact' },
      pages: { type: 'array', items: { type: 'object', properties: { image: file, title: { type: 'string' } } } },
      none: file,
      plain: { type: 'string' },
    },
  }
  const data = {
    report: 'tmp/r.md',
    'a/b~c': 'x',
    many: ['one', 2, 'three'],
    pages: [{ image: 'i', title: 't' }, null, { title: 'u' }],
    none: null,
    plain: 'p',
    undeclared: 'q',
  }
  assert.deepEqual(found(schema, data), [
    { field: '/report', value: 'tmp/r.md', filename: 'report.md' },
    { field: '/a~1b~0c', value: 'x', filename: null },
    { field: '/many/0', value: 'one', filename: null },
    { field: '/many/2', value: 'three', filename: null },
    { field: '/pages/0/image', value: 'i', filename: null },
  ])
  const paths = new Map([
    ['/many/2', 'THREE'],
    ['/pages/0/image', 'I'],
  ])
  assert.deepEqual(withPaths(data, paths), {
    ...data,
    many: ['one', 2, 'THREE'],
    pages: [{ image: 'I', title: 't' }, null, { title: 'u' }],
  })
})

test('no more are collected than are asked for', () => {
  const data = { many: Array.from({ length: 100_000 }, () => 'x') }
  const many = { properties: { many: { 'x-type': 'artifact' } } }
  assert.deepEqual(
    markedPaths(many, data, 2).map(({ field }) => field),
    ['/many/0', '/many/1'],
  )
})

test('schemas that are deep, odd or hostile find nothing and break nothing', () => {
  const deep = (levels: number): object => (levels === 0 ? file : { properties: { a: deep(levels - 1) } })
  const nested = (levels: number): unknown => (levels === 0 ? 'x' : { a: nested(levels - 1) })
  assert.equal(found({ ...deep(31) }, nested(31)).length, 1)
  assert.equal(found({ ...deep(40) }, nested(40)).length, 0)
  const hostile = JSON.parse('{"__proto__":"x","constructor":"y"}')
  assert.deepEqual(found({ properties: {} }, hostile), [])
  assert.deepEqual(JSON.stringify(withPaths(hostile, new Map())), '{"__proto__":"x","constructor":"y"}')
  assert.deepEqual(found({ properties: 5, items: [] }, { a: 'x' }), [])
})
