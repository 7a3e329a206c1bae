import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { code, Day, Id, Key, type Language, line } from '../../contract/field-rules.ts'
import { markdown } from '../../contract/markdown-bounds.ts'
import { listOfAtMost, whole } from '../../contract/organisation/file-fields.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
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

describe('errors of the validator', () => {
  it.each([
    ['POST', '/v1/login'],
    ['PUT', '/v1/profile'],
    ['PUT', '/v1/profile/customer'],
  ])('returns required_parameter_missing for %s %s without a body', async (method, path) => {
    const missing = { status: 400, type: 'required_parameter_missing', param: 'body' }
    expect(await refusal(path, bodied(method))).toMatchObject(missing)
    expect(await refusal(path, bodied(method, 'null'))).toMatchObject(missing)
  })

  it('a POST with only optional fields needs no body', async () => {
    expect((await bench.call('/v1/profile/customer', bodied('POST'))).status).toBe(200)
  })

  it('a body of the wrong kind is named as the body', async () => {
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
  ])('the error for %s names the parameter but not its value', async (path, param) => {
    expect(await refusal(path, { headers: nadia.headers })).toMatchObject({
      status: 400,
      type: 'invalid_parameter',
      param,
    })
  })
})

describe('T2: the sentence for a broken bound names the bound', () => {
  it.each([
    ['/v1/explore/events?limit=101', 'limit', 'Enter a number up to 100.'],
    ['/v1/explore/events?limit=99999999999', 'limit', 'Enter a number up to 100.'],
    ['/v1/explore/events?limit=-1', 'limit', 'Enter a number of 0 or more.'],
    ['/v1/explore/events?limit=many', 'limit', 'Enter a whole number.'],
    ['/v1/explore/events?limit=1.5', 'limit', 'Enter a whole number.'],
    ['/v1/explore/events?skip=1000001', 'skip', 'Enter a number up to 1000000.'],
    ['/v1/explore/events?age=1000', 'age', 'Enter a number up to 999.'],
    [`/v1/explore/events?search=${'a'.repeat(201)}`, 'search', 'Use at most 200 characters.'],
  ])('the error for %s names the bound of its parameter', async (path, param, message) => {
    const answer = (await (await bench.call(path)).json()) as { message: string }
    expect(answer).toMatchObject({ param, message, errors: [{ param, message }] })
  })

  it.each([
    [{ checkout_method: 'card', return_url: 'a'.repeat(2049) }, 'return_url', 'Use at most 2048 characters.'],
    [{ checkout_method: 'card', quote_version: 1.5 }, 'quote_version', 'Enter a whole number.'],
  ])('the error for the body %o names the bound of its field', async (body, param, message) => {
    const answer = await bench.call('/v1/profile/orders/ord_1/payments', bodied('POST', JSON.stringify(body)))
    expect(await answer.json()).toMatchObject({ param, message })
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
    plain: z.optional(z.string().check(z.maxLength(3))),
    size: z.optional(whole(2, 10)),
    about: z.optional(markdown(2000)),
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
    [{ name, tags: ['a', 'b', 'c'] }, ['invalid_parameter', 'List at most 2.'], 'Indiquez au plus 2 éléments.'],
    [{ name, plain: 'abcd' }, ['too_long', 'Use at most 3 characters.'], 'Utilisez au plus 3 caractères.'],
    [{ name, size: 11 }, ['invalid_integer', 'Enter a number up to 10.'], 'Entrez un nombre d’au plus 10.'],
    [{ name, size: 1 }, ['invalid_integer', 'Enter a number of 2 or more.'], 'Entrez un nombre d’au moins 2.'],
    [{ name, size: 2.5 }, ['invalid_integer', 'Enter a whole number.'], 'Entrez un nombre entier.'],
    [{ name, id: 'a b' }, ['invalid_parameter', fieldSentence('invalid_parameter', 'en')], null],
    [
      { name, about: `a\n\n${'_*'.repeat(400)}` },
      [
        'invalid_parameter',
        'Line 3 of this text has more formatting than a page can show. Use fewer marks like *, _, ` and [, and fewer lists and quotes inside each other.',
      ],
      'La ligne 3 de ce texte a plus de mise en forme qu’une page ne peut en montrer. Utilisez moins de signes comme *, _, ` et [, et moins de listes et de citations les unes dans les autres.',
    ],
  ])('the sentence for the body %o is found by its code', (input, [type, sentence], french) => {
    expect(answerOf(input, 'en')).toEqual([type, sentence])
    expect(answerOf(input, 'fr')).toEqual([type, french ?? fieldSentence(type as string, 'fr')])
  })
})
