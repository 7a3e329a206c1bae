import { inputMismatches } from '../../functions/test-bench/matches-schema.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import { type Choices, endlessChoices, findFailure } from '../../functions/test-bench/choices.ts'
import { type Family, makeFuzzedFamily } from './family.ts'
import { type Fuzzed, type Fuzzing, organiserHeaders, shrinkMs } from './fuzz-bodies.ts'
import { hostileNames, hostileNumbers, hostileTexts } from './hostile-values.ts'
import { faultsOfAnswer, unnamed } from './check-answer.ts'
import { type Operation, type Parameter, readParameter } from './operations.ts'
import { findHanging, maxAnswerMs, requestWithRetry } from './request-with-retry.ts'
import { plainText } from './raw-body.ts'
import { validValue } from './valid-value.ts'

const atOnce = 6
/** Hostile values for the query parameters of every list. */
const listTricks: [string, string][] = [
  ['limit', '-1'],
  ['limit', '1000000000'],
  ['limit', '101'],
  ['limit', '0'],
  ['limit', '100'],
  ['limit', '10'],
  ['skip', '-5'],
  ['skip', '999999999'],
  ['skip', '1e3'],
  ['sort', 'password_hash'],
  ['sort', 'created; DROP TABLE users'],
  ['order', 'asc;drop'],
  ['order', 'ASC'],
  ['search', '%'.repeat(1000)],
  ['search', '%'.repeat(200)],
  ['search', '"'],
  ['search', 'a" OR "b'],
  ['search', 'NEAR(a b)'],
  ['search', '*'],
  ['search', '\u0000'],
  ['search', '-'],
  ['search', 'été'],
  ['search', "'"],
  ['search', 'x '.repeat(90)],
]
/** URLs outside the API that accept a query. */
const otherDoors = [
  '/confirm-payment/status',
  '/token',
  '/calendar/x.ics',
  '/calendar/event/x.ics',
  '/api/health',
  '/api/openapi.json',
]
const otherMethods = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'POST', 'PROPFIND']

/** Sends a number of GET requests with random queries; returns errors in the responses. Can stop at the first error. */
export async function fuzzQueries(
  fuzzing: Fuzzing,
  input: { seed: number; queries: number; stopsAtFirst?: boolean },
): Promise<Fuzzed> {
  const operations = fuzzing.api.operations.filter(({ method }) => method === 'GET')
  // A call with parameters gets three turns, any other call one.
  const turns = operations.flatMap((each) =>
    Array.from({ length: each.parameters.some(({ in: at }) => at === 'query') ? 3 : 1 }, () => each),
  )
  const totals: Fuzzed = { input: 0, taken: 0, refused: 0, findings: [], slow: [] }
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    const family = await makeFuzzedFamily(fuzzing.site, fuzzing.town)
    let number = worker - atOnce
    let hasFailed = false
    const failure = await findFailure({
      arbitrary: endlessChoices,
      seed: input.seed * 1000 + 500 + worker,
      runs: Math.ceil((input.queries - worker) / atOnce),
      shrinkMs: input.stopsAtFirst ? 0 : shrinkMs,
      test: async (choices) => {
        if (input.stopsAtFirst && totals.findings.length > 0) return
        if (!hasFailed) number += atOnce
        const where = `round ${input.seed} query ${number}`
        const operation = turns[(number + input.seed * 7) % turns.length] as Operation
        const finding = choices.chance(0.04)
          ? await sendElsewhere(fuzzing, { choices, totals, where })
          : await sendQuery(fuzzing, { operation, family, choices, totals, where })
        if (!finding) return
        hasFailed = true
        throw new Error(finding)
      },
    })
    if (failure) totals.findings.push(failure)
  })
  await Promise.all(workers)
  totals.findings.push(...(await findHanging(totals.slow)))
  return totals
}

type One = { operation: Operation; family: Family; choices: Choices; totals: Fuzzed; where: string }

async function sendQuery(fuzzing: Fuzzing, one: One): Promise<string | null> {
  const { operation, family, choices, totals, where } = one
  const query = queryFor(fuzzing, one)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const existing = family.ids.get(name) ?? []
    return existing.length > 0 && choices.chance(0.93) ? choices.pick(existing) : escaped(choices)
  })
  const address = `/api${path}${query.length > 0 ? `?${new URLSearchParams(query)}${choices.chance(0.03) ? choices.pick(['&%', '&=', '&%ff=1', '&&&', '#x', '&a[]=1']) : ''}` : ''}`
  const method = choices.chance(0.04) ? choices.pick(otherMethods) : 'GET'
  const headers: Record<string, string> =
    operation.caller === 'organiser' ? organiserHeaders : operation.caller === 'customer' ? family.person.headers : {}
  const again: Record<string, string> =
    method === 'GET' && choices.chance(0.05)
      ? { 'If-None-Match': choices.pick(['*', '"x"', 'W/', 'x'.repeat(3000)]) }
      : {}
  const request = () => fuzzing.site.call(address.replace(/#.*$/, ''), { method, headers: { ...headers, ...again } })
  const got = await requestWithRetry(request)
  totals.input += 1
  if (!got) return `${where}: ${address} gave no answer`
  totals[got.answer.status < 400 ? 'taken' : 'refused'] += 1
  if (got.ms > maxAnswerMs) totals.slow.push({ where: `${where}: ${method} ${address.slice(0, 300)}`, request })
  // The response to HEAD has no body to check.
  const faults =
    method === 'HEAD'
      ? got.answer.status >= 500
        ? [`HEAD ${got.answer.status}`]
        : []
      : faultsOfAnswer({ path: `/api${path}`, answer: got.answer })
  if (method === 'GET' && !/&(?:%|=|&&|a\[)|&%ff/.test(address))
    faults.push(...faultsOfQuery(fuzzing, operation, query, got.answer))
  return faults.length > 0 ? `${where}: ${method} ${address.slice(0, 300)}: ${faults.slice(0, 3).join('; ')}` : null
}

function queryFor({ api }: Fuzzing, { operation, family, choices }: One): [string, string][] {
  const parameters = operation.parameters.filter(({ in: at }) => at === 'query')
  const share = choices.pick([0, 15, 15, 30, 80])
  const query = parameters
    .filter(() => choices.chance(share / 100))
    .flatMap((each): [string, string][] => valuesFor(each).map((value) => [each.name, value]))
  function valuesFor({ name, schema }: Parameter): string[] {
    if (choices.chance(0.25)) return [textOf(choices)]
    const value = validValue(schema, { document: api.document, existing: family.ids, choices, name })
    return Array.isArray(value) ? value.map(plainText) : [plainText(value)]
  }
  const names = parameters.map(({ name }) => name)
  if (choices.chance(0.25)) query.push(...[choices.pick(listTricks)].filter(([name]) => names.includes(name)))
  if (choices.chance(0.06)) query.push([choices.pick(hostileNames).toWellFormed().slice(0, 100), 'x'])
  if (query.length > 0 && choices.chance(0.05)) query.push(choices.pick(query))
  return query
}

const textOf = (choices: Choices): string =>
  (choices.chance(0.25) ? String(choices.pick(hostileNumbers)) : choices.pick(hostileTexts))
    .toWellFormed()
    .slice(0, 3000)
const escaped = (choices: Choices): string =>
  choices.chance(0.1)
    ? choices.pick(['%', '%ff', '%00', '%2e%2e', '%2f', '..%2f', '%u0041'])
    : encodeURIComponent(choices.pick(hostileTexts).toWellFormed().slice(0, 300)) || '%20'

/**
 * Checks that a parameter that violates its schema is rejected by name, and that a list has at most the requested
 * number of rows.
 */
export function faultsOfQuery(
  { api }: Fuzzing,
  { parameters }: Operation,
  query: [string, string][],
  answer: Answer,
): string[] {
  const inQuery = parameters.filter(({ in: at }) => at === 'query')
  const wrong = [...new Set(query.map(([name]) => name))].filter((name) => {
    const values = query.filter(([each]) => each === name).map(([, value]) => value)
    const parameter = inQuery.find((each) => each.name === name)
    return (
      parameter === undefined ||
      inputMismatches(readParameter(values, parameter), parameter.schema, api.document).length > 0
    )
  })
  if (wrong.length > 0)
    return unnamed(
      wrong.map((name) => `$.${name}`),
      answer,
    )
  const limit = query.find(([name]) => name === 'limit')?.[1]
  const { data, count } = (answer.body ?? {}) as { data?: unknown[]; count?: number }
  if (answer.status !== 200 || limit === undefined || !Array.isArray(data)) return []
  return data.length > Number(limit) || data.length > 100 || count !== data.length
    ? [`limit ${limit} gave ${data.length} rows and count ${count}`]
    : []
}

async function sendElsewhere(
  { site }: Fuzzing,
  { choices, totals, where }: Omit<One, 'operation' | 'family'>,
): Promise<string | null> {
  const query = new URLSearchParams(
    Array.from({ length: 1 + choices.below(4) }, (): [string, string] => [
      choices.pick(['program_id', 'order_id', 'payment_id', 't', 'goto', 'lang', 'x']),
      textOf(choices),
    ]),
  )
  const path = choices.chance(0.3) ? `/api/v1/${escaped(choices)}/${escaped(choices)}` : choices.pick(otherDoors)
  const request = () => site.call(`${path}?${query}`)
  const got = await requestWithRetry(request)
  totals.input += 1
  if (!got) return `${where}: ${path}?${query} gave no answer`
  totals[got.answer.status < 400 ? 'taken' : 'refused'] += 1
  if (got.ms > maxAnswerMs) totals.slow.push({ where: `${where}: ${path}`, request })
  const faults = path.startsWith('/calendar')
    ? got.answer.status >= 500
      ? [String(got.answer.status)]
      : []
    : faultsOfAnswer({ path, answer: got.answer })
  return faults.length > 0 ? `${where}: ${path}?${String(query).slice(0, 300)}: ${faults.join('; ')}` : null
}
