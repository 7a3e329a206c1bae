import { mismatches } from '../../functions/test-bench/matches-schema.ts'
import type { Answer } from '../../functions/test-bench/ask.ts'
import { type Chance, chance } from './chance.ts'
import { type Family, makeFuzzedFamily } from './family.ts'
import { type Fuzzed, type Fuzzing, organiserHeaders } from './fuzz-bodies.ts'
import { hostileNames, hostileNumbers, hostileTexts } from './hostile-values.ts'
import { faultsOfAnswer, unnamed } from './judge-answer.ts'
import type { Operation, Parameter } from './operations.ts'
import { hanging, longestMs, patiently } from './patiently.ts'
import { plainText } from './raw-body.ts'
import { validValue } from './valid-value.ts'

const atOnce = 6
/** Hostile values of the query parameters of every list. */
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
/** Addresses beside the API that take a query. */
const otherDoors = [
  '/confirm-payment/status',
  '/token',
  '/calendar/x.ics',
  '/calendar/event/x.ics',
  '/api/health',
  '/api/openapi.json',
]
const otherMethods = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'POST', 'PROPFIND']

/** Asks so many GETs with made-up queries, and says what was wrong with the answers. Stops at the first finding where asked to. */
export async function fuzzQueries(
  fuzzing: Fuzzing,
  input: { seed: number; queries: number; stopsAtFirst?: boolean },
): Promise<Fuzzed> {
  const operations = fuzzing.api.operations.filter(({ method }) => method === 'GET')
  // Three turns for a call that takes parameters, one for another.
  const turns = operations.flatMap((each) =>
    Array.from({ length: each.parameters.some(({ in: at }) => at === 'query') ? 3 : 1 }, () => each),
  )
  const told: Fuzzed = { input: 0, taken: 0, refused: 0, findings: [], slow: [] }
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    const luck = chance(input.seed * 1000 + 500 + worker)
    const family = await makeFuzzedFamily(fuzzing.site, fuzzing.town)
    for (let number = worker; number < input.queries; number += atOnce) {
      if (input.stopsAtFirst && told.findings.length > 0) return
      const where = `round ${input.seed} query ${number}`
      if (luck.in100(4)) await askElsewhere(fuzzing, { luck, told, where })
      else
        await askOne(fuzzing, {
          operation: turns[(number + input.seed * 7) % turns.length] as Operation,
          family,
          luck,
          told,
          where,
        })
    }
  })
  await Promise.all(workers)
  told.findings.push(...(await hanging(told.slow)))
  return told
}

type One = { operation: Operation; family: Family; luck: Chance; told: Fuzzed; where: string }

async function askOne(fuzzing: Fuzzing, one: One): Promise<void> {
  const { operation, family, luck, told, where } = one
  const query = queryFor(fuzzing, one)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = family.ids.get(name) ?? []
    return known.length > 0 && luck.in100(93) ? luck.pick(known) : escaped(luck)
  })
  const address = `/api${path}${query.length > 0 ? `?${new URLSearchParams(query)}${luck.in100(3) ? luck.pick(['&%', '&=', '&%ff=1', '&&&', '#x', '&a[]=1']) : ''}` : ''}`
  const method = luck.in100(4) ? luck.pick(otherMethods) : 'GET'
  const headers: Record<string, string> =
    operation.caller === 'organiser' ? organiserHeaders : operation.caller === 'customer' ? family.person.headers : {}
  const again: Record<string, string> =
    method === 'GET' && luck.in100(5) ? { 'If-None-Match': luck.pick(['*', '"x"', 'W/', 'x'.repeat(3000)]) } : {}
  const ask = () => fuzzing.site.call(address.replace(/#.*$/, ''), { method, headers: { ...headers, ...again } })
  const got = await patiently(ask)
  told.input += 1
  if (!got) return void told.findings.push(`${where}: ${address} gave no answer`)
  told[got.answer.status < 400 ? 'taken' : 'refused'] += 1
  if (got.ms > longestMs) told.slow.push({ where: `${where}: ${method} ${address.slice(0, 300)}`, ask })
  // The answer to HEAD has no body to look at.
  const faults =
    method === 'HEAD'
      ? got.answer.status >= 500
        ? [`HEAD ${got.answer.status}`]
        : []
      : faultsOfAnswer({ path: `/api${path}`, answer: got.answer })
  if (method === 'GET' && !/&(?:%|=|&&|a\[)|&%ff/.test(address))
    faults.push(...faultsOfQuery(fuzzing, operation, query, got.answer))
  if (faults.length > 0)
    told.findings.push(`${where}: ${method} ${address.slice(0, 300)}: ${faults.slice(0, 3).join('; ')}`)
}

function queryFor({ api }: Fuzzing, { operation, family, luck }: One): [string, string][] {
  const known = operation.parameters.filter(({ in: at }) => at === 'query')
  const share = luck.pick([0, 15, 15, 30, 80])
  const query = known
    .filter(() => luck.in100(share))
    .flatMap((each): [string, string][] => valuesFor(each).map((value) => [each.name, value]))
  function valuesFor({ name, schema }: Parameter): string[] {
    if (luck.in100(25)) return [textOf(luck)]
    const value = validValue(schema, { document: api.document, known: family.ids, luck, name })
    return Array.isArray(value) ? value.map(plainText) : [plainText(value)]
  }
  const names = known.map(({ name }) => name)
  if (luck.in100(25)) query.push(...[luck.pick(listTricks)].filter(([name]) => names.includes(name)))
  if (luck.in100(6)) query.push([luck.pick(hostileNames).toWellFormed().slice(0, 100), 'x'])
  if (query.length > 0 && luck.in100(5)) query.push(luck.pick(query))
  return query
}

const textOf = (luck: Chance): string =>
  (luck.in100(25) ? String(luck.pick(hostileNumbers)) : luck.pick(hostileTexts)).toWellFormed().slice(0, 3000)
const escaped = (luck: Chance): string =>
  luck.in100(10)
    ? luck.pick(['%', '%ff', '%00', '%2e%2e', '%2f', '..%2f', '%u0041'])
    : encodeURIComponent(luck.pick(hostileTexts).toWellFormed().slice(0, 300)) || '%20'

/** A parameter that its schema does not take must be refused by its name; a list gives no more than was asked for. */
export function faultsOfQuery(
  { api }: Fuzzing,
  { parameters }: Operation,
  query: [string, string][],
  answer: Answer,
): string[] {
  const known = parameters.filter(({ in: at }) => at === 'query')
  const wrong = [...new Set(query.map(([name]) => name))].filter((name) => {
    const values = query.filter(([each]) => each === name).map(([, value]) => value)
    const parameter = known.find((each) => each.name === name)
    return (
      parameter === undefined ||
      mismatches(values.length === 1 ? values[0] : values, parameter.schema, api.document).length > 0
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

async function askElsewhere(
  { site }: Fuzzing,
  { luck, told, where }: Omit<One, 'operation' | 'family'>,
): Promise<void> {
  const query = new URLSearchParams(
    Array.from({ length: 1 + luck.below(4) }, (): [string, string] => [
      luck.pick(['program_id', 'order_id', 'payment_id', 't', 'goto', 'lang', 'x']),
      textOf(luck),
    ]),
  )
  const path = luck.in100(30) ? `/api/v1/${escaped(luck)}/${escaped(luck)}` : luck.pick(otherDoors)
  const ask = () => site.call(`${path}?${query}`)
  const got = await patiently(ask)
  told.input += 1
  if (!got) return void told.findings.push(`${where}: ${path}?${query} gave no answer`)
  told[got.answer.status < 400 ? 'taken' : 'refused'] += 1
  if (got.ms > longestMs) told.slow.push({ where: `${where}: ${path}`, ask })
  const faults = path.startsWith('/calendar')
    ? got.answer.status >= 500
      ? [String(got.answer.status)]
      : []
    : faultsOfAnswer({ path, answer: got.answer })
  if (faults.length > 0) told.findings.push(`${where}: ${path}?${String(query).slice(0, 300)}: ${faults.join('; ')}`)
}
