import { describe, expect, it } from 'vitest'
import { answerLine } from './answer-line.ts'
import { groupCalls } from './group-calls.ts'
import { fieldLines, typeWords } from './schema-words.ts'

describe('the API documentation page', () => {
  it('calls about one subject are grouped', () => {
    const paths = {
      '/api/v1/login': { post: {} },
      '/api/v1/profile/orders': { get: {}, post: {} },
      '/api/v1/profile/orders/{order_id}': { get: {} },
    }
    expect(
      groupCalls({ paths }).map(({ name, calls }) => [name, calls.map(({ method, path }) => `${method} ${path}`)]),
    ).toEqual([
      ['login', ['POST /api/v1/login']],
      [
        'profile/orders',
        ['GET /api/v1/profile/orders', 'POST /api/v1/profile/orders', 'GET /api/v1/profile/orders/{order_id}'],
      ],
    ])
  })

  it('a call shows who may use it', () => {
    const paths = {
      '/v1/a': { get: { security: [] }, post: { security: [{ bearer: [] }] }, put: { security: [{ basic: [] }] } },
    }
    const [group] = groupCalls({ paths, servers: [{ url: '/api' }] })
    expect(group?.calls.map(({ path, auth }) => [path, auth])).toEqual([
      ['/api/v1/a', 'nobody'],
      ['/api/v1/a', 'bearer'],
      ['/api/v1/a', 'basic'],
    ])
  })

  it.each([
    {
      schema: {
        type: 'object',
        properties: {
          total: { type: 'integer' },
          data: { type: 'array', items: { $ref: '#/components/schemas/Event' } },
        },
      },
      words: 'page of Event',
    },
    { schema: { type: 'string' }, words: 'string' },
    { schema: { type: 'string', format: 'date' }, words: 'string (date)' },
    { schema: { $ref: '#/components/schemas/Money' }, words: 'Money' },
    { schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } }, words: 'list of Order' },
    { schema: { enum: ['card', 'offline'] }, words: '"card" | "offline"' },
    { schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, words: 'integer or null' },
    { schema: { const: 'order' }, words: '"order"' },
    { schema: undefined, words: 'anything' },
  ])('a schema is described as $words', ({ schema, words }) => expect(typeWords(schema)).toBe(words))

  it('the fields of a referenced schema are listed', () => {
    const named = {
      Money: {
        type: 'object',
        required: ['value'],
        properties: {
          value: { type: 'integer' },
          language: { type: 'string', description: 'Reader’s', examples: ['en'] },
        },
      },
    }
    expect(fieldLines({ $ref: '#/components/schemas/Money' }, named)).toEqual([
      { name: 'value', type: 'integer', isRequired: true, description: null, example: null },
      { name: 'language', type: 'string', isRequired: false, description: 'Reader’s', example: '"en"' },
    ])
  })

  it('T2: nested fields are listed by their path', () => {
    const restrictions = {
      type: 'object',
      properties: { minimum: { type: 'integer', minimum: 1 } },
      required: ['minimum'],
    }
    const schema = { type: 'object', properties: { rules: { type: 'array', items: restrictions } } }
    expect(fieldLines(schema).map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ['rules', 'list of object', false],
      ['rules[].minimum', 'integer (≥ 1)', true],
    ])
  })

  it.each([
    { schema: { type: 'integer', minimum: 0, maximum: 100 }, words: 'integer (0–100)' },
    { schema: { type: 'string', minLength: 8, maxLength: 128 }, words: 'string (8–128 characters)' },
    { schema: { type: 'string', format: 'email', maxLength: 254 }, words: 'string (email, ≤ 254 characters)' },
  ])('T2: the limits of a schema are described as $words', ({ schema, words }) => expect(typeWords(schema)).toBe(words))

  it('T2: a response shows each error type, also when calls share it', () => {
    const description = 'Wait a moment.\n- `too_many_requests`: Too many attempts.'
    const line = {
      sentences: ['Wait a moment.'],
      refusals: [{ type: 'too_many_requests', sentence: 'Too many attempts.' }],
    }
    expect(answerLine('429', { description }, {})).toMatchObject(line)
    expect(answerLine('429', { $ref: '#/components/responses/Busy' }, { Busy: { description } })).toMatchObject(line)
  })
})
