import { readdirSync, readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Worker } from '../../../platform/context.ts'
import { mismatches, type Schema } from '../../../test-bench/matches-schema.ts'
import { programFileSchema } from './file-schema.ts'
import { fileWords } from './file-words.ts'
import { programFileSchemaRoute } from '../../../edge/crawlers.ts'

const schema = programFileSchema() as unknown as Schema
const folder = new URL('programs/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const written = (name: string): Record<string, unknown> => parse(readFileSync(new URL(name, folder), 'utf8'))

type Described = {
  description?: string
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
}
const fieldsOf = (part: Described, path = ''): [string, Described][] => [
  ...(part.anyOf ?? []).flatMap((inner) => fieldsOf(inner, path)),
  ...(part.items ? fieldsOf(part.items, `${path}[]`) : []),
  ...Object.entries(part.properties ?? {}).flatMap(([name, field]): [string, Described][] => {
    const at = path === '' ? name : `${path}.${name}`
    return [[at, field], ...fieldsOf(field, at)]
  }),
]

describe('GET /program-file.schema.json', () => {
  it('the schema is the same for every caller', async () => {
    const answer = await new Hono<Worker>().route('/', programFileSchemaRoute).request('/program-file.schema.json')
    expect([
      answer.status,
      answer.headers.get('Content-Type'),
      answer.headers.get('Cache-Control'),
      answer.headers.get('Access-Control-Allow-Origin'),
    ]).toEqual([200, 'application/schema+json; charset=utf-8', 'public, max-age=300', '*'])
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(schema)))
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      required: ['program', 'name', 'timezone', 'default_currency', 'country'],
      additionalProperties: false,
    })
  })

  it.each(files)('the program file %s is valid by the schema', (name) =>
    expect(mismatches(written(name), schema, schema)).toEqual([]),
  )

  it.each<[string, object]>([
    ['an unknown field', { colour: 'red' }],
    ['a number as its name', { name: 7 }],
    ['an unknown type of event', { events: [{ key: 'a', name: 'A', type: 'trip' }] }],
    ['half a place', { pools: [{ key: 'bus', spots_total: 1.5 }] }],
    ['too many taxes', { taxes: [], selling: { taxes: Array(6).fill({ name: 'HST', percent: 13 }) } }],
    ['no name', { name: undefined }],
  ])('a program file with %s is invalid by the schema', (_, change) => {
    const file = JSON.parse(JSON.stringify({ ...written('lakeside.yaml'), ...change }))
    expect(mismatches(file, schema, schema)).not.toEqual([])
  })

  it('every field has a description', () => {
    const fields = fieldsOf(schema as Described)
    const plain = /^(?:features\.\w+|.*\.key|venues\[\]\..*|questions\[\]\..*|events\[\]\.refund\.session\..*)$/
    expect(fields.filter(([path, field]) => !field.description && !plain.test(path)).map(([path]) => path)).toEqual([])
    const existing = new Set(fields.map(([path]) => path))
    expect(Object.keys(fileWords).filter((path) => !existing.has(path))).toEqual([])
  })
})
