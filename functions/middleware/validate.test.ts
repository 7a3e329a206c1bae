import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { code, Day, Id, Key, type Language, line } from '../contract/field-rules.ts'
import { listOfAtMost } from '../contract/file-fields.ts'
import { fieldSentence } from '../contract/sentences/sentence.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { makeCustomer, type Person } from '../test-bench/people.ts'
import { refusalOfIssues } from './validate.ts'

let bench: Bench
let nadia: Person
beforeAll(async () => {
  bench = await openBench()
  nadia = await makeCustomer(bench)
})
const refusal = async (path: string, init: RequestInit) => {
  const answer = await bench.call(path, init)
  return { status: answer.status, ...((await answer.json()) as { type: string; param: string }) }
}
const bodied = (method: string, body?: string): RequestInit => ({
  method,
  headers: { ...nadia.headers, 'Content-Type': 'application/json' },
  ...(body === undefined ? {} : { body }),
})

describe('a refusal of the validator', () => {
  it.each([
    ['POST', '/v1/login'],
    ['PUT', '/v1/profile'],
    ['PUT', '/v1/profile/customer'],
  ])('required_parameter_missing for %s %s without a body, and for the body null', async (method, path) => {
    const missing = { status: 400, type: 'required_parameter_missing', param: 'body' }
    expect(await refusal(path, bodied(method))).toMatchObject(missing)
    expect(await refusal(path, bodied(method, 'null'))).toMatchObject(missing)
  })

  it('takes a POST whose fields are all optional without a body', async () => {
    expect((await bench.call('/v1/profile/customer', bodied('POST'))).status).toBe(200)
  })

  it('names the body when the body itself is of the wrong kind', async () => {
    expect(await refusal('/v1/profile', bodied('PUT', '[]'))).toMatchObject({
      status: 400,
      type: 'invalid_parameter',
      param: 'body',
    })
  })

  it.each([
    ['/v1/profile/orders?status=gold', 'status'],
    ['/v1/profile/orders?status=paid&status=gold', 'status'],
    ['/v1/profile/orders?expand=secret', 'expand'],
  ])('names the parameter and not a word of it: %s', async (path, param) => {
    expect(await refusal(path, { headers: nadia.headers })).toMatchObject({
      status: 400,
      type: 'invalid_parameter',
      param,
    })
  })
})

describe('the sentence of a broken rule', () => {
  const schema = z.strictObject({
    name: line(5),
    code: z.optional(z.string().check(z.maxLength(3, code('too_long')))),
    key: z.optional(Key),
    tags: z.optional(listOfAtMost(z.string(), 2)),
    id: z.optional(Id),
    date: z.optional(Day),
  })
  const answerOf = (input: object, language: Language) => {
    const { error } = z.safeParse(schema, input)
    const [field] = refusalOfIssues(error?.issues ?? [], input, { target: 'json', language }).detail.errors ?? []
    return [field?.type, field?.message]
  }
  const name = 'Maya'
  it.each([
    [{ name: 'Maya Roy' }, ['too_long', 'Use at most 5 characters.'], 'Utilisez au plus 5 caractères.'],
    [{ name, code: 'abcd' }, ['too_long', 'Use at most 3 characters.'], 'Utilisez au plus 3 caractères.'],
    [{ name: ' ' }, ['required', 'Field is required.'], null],
    [{ name: 5 }, ['invalid_parameter', fieldSentence('invalid_parameter', 'en')], null],
    [{ name, date: '2027-02-29' }, ['invalid_date', 'Enter a date like 2017-05-31.'], null],
    [{ name, key: 'A b' }, ['invalid_parameter', 'Use lower-case letters, digits and hyphens.'], null],
    [{ name, tags: ['a', 'b', 'c'] }, ['invalid_parameter', 'List at most 2.'], null],
    [{ name, id: 'a b' }, ['invalid_parameter', fieldSentence('invalid_parameter', 'en')], null],
  ])('is looked up by its code: %o', (input, [type, sentence], french) => {
    expect(answerOf(input, 'en')).toEqual([type, sentence])
    expect(answerOf(input, 'fr')).toEqual([type, french ?? fieldSentence(type as string, 'fr')])
  })
})
