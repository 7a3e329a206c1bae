import { largestBodyBytes } from '../../functions/contract/limits.ts'
import { type Choices, choicesFrom } from '../../functions/test-bench/choices.ts'
import { costlyInput, type Grammar, numbersFrom } from '../../functions/test-bench/costly-inputs.ts'
import type { Family } from './family.ts'
import type { Operation } from './operations.ts'
import { validValue } from './valid-value.ts'

export type CostlyRequest = { kind: string; path: string; init: RequestInit }

/** Maximum length of a request line and of all headers together, in characters, below every platform's limit. */
const addressLength = 8000
const headerLength = 12_000
const signs = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '"',
    "'",
    '\\',
    '/',
    '&',
    '=',
    '%',
    '%41',
    '%ff',
    '+',
    ';',
    ':',
    ',',
    '@',
    '.',
    '-',
  ],
  ...['*', '_', '`', '](', '<', '>', '<a ', '#', '|', '!', '?', 'http://', '\r\n', '\u202e', '́', '😀', '1', 'e9'],
]
const grammar = (maxLength: number): Grammar => ({ signs, maxLength })

/** A text that costs its parser as much time as possible. */
function costlyText(choices: Choices, maxLength: number): string {
  return costlyInput(choices.below(1_000_000), grammar(maxLength)).text.toWellFormed()
}

type Place = { holder: Record<string | number, unknown>; key: string | number; value: unknown }

/** Every position in a value where another value can be inserted. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string | number, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key, value: holder[key] }, ...placesIn(holder[key])])
}

/** A list of one repeated value, as long as the body limit allows. */
const copies = (value: unknown): unknown[] => {
  const size = (JSON.stringify(value) ?? 'null').length + 1
  return Array.from({ length: Math.max(1, Math.floor((largestBodyBytes - 20_000) / size)) }, () => value)
}

/** Changes a valid body in place so that it costs much time; returns the body. */
const bodyKinds: Record<string, (body: Record<string, unknown>, choices: Choices) => unknown> = {
  'a long text in one field': (body, choices) => {
    const places = placesIn(body).filter(({ value }) => typeof value === 'string')
    if (places.length === 0) return { any: costlyText(choices, 200_000) }
    const place = choices.pick(places)
    place.holder[place.key] = costlyText(choices, choices.pick([200, 2000, 200_000]))
    return body
  },
  'a long text in every field': (body, choices) => {
    const places = placesIn(body).filter(({ value }) => typeof value === 'string')
    for (const place of places) place.holder[place.key] = costlyText(choices, Math.floor(200_000 / places.length))
    return body
  },
  'a long list': (body, choices) => {
    const lists = placesIn(body).filter(({ value }) => Array.isArray(value))
    if (lists.length === 0) return copies(body)
    const { holder, key, value } = choices.pick(lists)
    holder[key] = copies((value as unknown[])[0] ?? choices.pick<unknown>(['x', {}, 1, [], null]))
    return body
  },
  'many names': (body, choices) => {
    const start = choices.pick(['n', '', '__proto__', 'metadata.', 'é'])
    for (let number = 0; number < 15_000; number += 1) body[`${start}${number}`] = choices.pick([1, 'x', null])
    return body
  },
  'deep nesting': (body, choices) => {
    const places = placesIn(body)
    const depth = 30_000
    const marker = choices.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const)
    const deep = `${marker[0].repeat(depth)}1${marker[1].repeat(depth)}`
    if (places.length === 0) return { raw: deep }
    const place = choices.pick(places)
    place.holder[place.key] = 'DEEP'
    return { raw: JSON.stringify(body).replace('"DEEP"', () => deep) }
  },
}

const fieldsOf = (value: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(value).map(([name, each]) => [
      name.toWellFormed(),
      (typeof each === 'object' ? JSON.stringify(each) : String(each)).toWellFormed(),
    ]),
  )

type RequestInput = { operation: Operation; family: Family; document: unknown; headers: Record<string, string> }

/** A generated request to a call, up to the size limits of a request; equal for equal seeds. */
export function costlyRequest(seed: number, { operation, family, document, headers }: RequestInput): CostlyRequest {
  const choices = choicesFrom(numbersFrom(seed, 20_000))
  const places = [
    ...(operation.body ? ['body', 'body', 'body', 'form'] : []),
    ...(operation.method === 'GET' ? ['query', 'query'] : ['query']),
    ...(operation.path.includes('{') ? ['path'] : []),
    'headers',
  ]
  const place = places[seed % places.length] as string
  const known = (name: string) => choices.pick(family.ids.get(name) ?? ['unknown'])
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(place === 'path' ? costlyText(choices, addressLength / 10) : known(name)),
  )
  const query = new URLSearchParams()
  for (const { name, in: at, schema } of operation.parameters)
    if (at === 'query') query.set(name, String(validValue(schema, { document, existing: family.ids, choices, name })))
  if (place === 'query') makeQueryCostly(query, choices)
  const address = `${path}?${query}`.slice(0, 3 * addressLength)
  const init: RequestInit = { method: operation.method, headers }
  if (place === 'headers')
    return { kind: place, path: address, init: { ...init, headers: costlyHeaders(headers, choices) } }
  if (!operation.body || operation.method === 'GET') return { kind: place, path: address, init }
  const body = validValue(operation.body, { document, existing: family.ids, choices }) as Record<string, unknown>
  if (place !== 'body' && place !== 'form') return { kind: place, path: address, init: withJson(init, headers, body) }
  const kind = choices.pick(Object.keys(bodyKinds))
  const costly = (bodyKinds[kind] as (typeof bodyKinds)[string])(body, choices)
  if (place === 'form' && typeof costly === 'object' && costly !== null)
    return {
      kind: `form: ${kind}`,
      path: address,
      init: {
        ...init,
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: fieldsOf(costly).toString().slice(0, largestBodyBytes),
      },
    }
  return { kind, path: address, init: withJson(init, headers, costly) }
}

function withJson(init: RequestInit, headers: Record<string, string>, value: unknown): RequestInit {
  const raw = (value as { raw?: unknown } | null)?.raw
  const text = typeof raw === 'string' ? raw : JSON.stringify(value)
  return { ...init, headers: { ...headers, 'Content-Type': 'application/json' }, body: text.slice(0, largestBodyBytes) }
}

function makeQueryCostly(query: URLSearchParams, choices: Choices): void {
  const names = [...query.keys()]
  if (names.length > 0 && choices.chance(0.7)) {
    query.set(choices.pick(names), costlyText(choices, choices.pick([60, 300, addressLength / 4])))
    return
  }
  const name = names.length > 0 ? choices.pick(names) : 'a'
  for (let number = 0; number < 1000; number += 1)
    query.append(choices.chance(0.5) ? name : `n${number}`, choices.pick(['x', '1', ',', '-', '*']))
}

function costlyHeaders(headers: Record<string, string>, choices: Choices): Record<string, string> {
  const name = choices.pick([
    ...['Cookie', 'Accept-Language', 'Authorization', 'Idempotency-Key', 'User-Agent', 'Origin', 'If-None-Match'],
    ...['Accept', 'Accept-Encoding', 'Content-Type', 'X-Forwarded-For', 'CF-Connecting-IP', 'Sec-Fetch-Site', 'Range'],
  ])
  const printable = costlyText(choices, headerLength).replaceAll(/[^\t -~]/g, ' ')
  return { ...headers, [name]: printable }
}
