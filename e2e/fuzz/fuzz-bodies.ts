import { inputMismatches, type Schema } from '../../functions/test-bench/matches-schema.ts'
import { makeProgram } from '../../functions/test-bench/programs.ts'
import { type Answer, type HttpClient, createHttpClient } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Choices, endlessChoices, findFailure } from '../../functions/test-bench/choices.ts'
import { type Family, makeFuzzedFamily, makeTown, remember, type Town } from './family.ts'
import { fuzzForm } from './fuzz-forms.ts'
import { hostileTexts } from './hostile-values.ts'
import { faultsOfAnswer, unnamed } from './check-answer.ts'
import { mutated } from './mutate.ts'
import { type ApiDocument, type Operation, routeOf } from './operations.ts'
import { findHanging, maxAnswerMs, requestWithRetry, type Slow } from './request-with-retry.ts'
import { plainBody, rawBody, type Sent } from './raw-body.ts'
import { validValue } from './valid-value.ts'
import { benchSecrets } from '../../functions/test-bench/stand-ins.ts'

const [organiser = ''] = benchSecrets.ORGANISER_CLIENTS.split(',')
export const organiserHeaders = { Authorization: `Basic ${btoa(organiser.split(':').slice(0, 2).join(':'))}` }
/**
 * Number of bodies after which a new family takes over, because most objects of the first one are cancelled or full.
 */
const perFamily = 150
const atOnce = 6
/** Maximum time for shrinking a failing body. */
export const shrinkMs = 20_000
/** The input of a call without a body in the document. */
const nothing: Schema = { type: 'object', properties: {}, additionalProperties: false }

export type Fuzzed = { input: number; taken: number; refused: number; findings: string[]; slow: Slow[] }
export type Fuzzing = {
  site: ProofSite
  api: ApiDocument
  town: Town
  families: Map<number, { family: Family; uses: number }> /** A client with separate connections. */
  rough: HttpClient & { close: () => void }
}

/**
 * Sends a number of bodies to every call that accepts one, in turn; returns errors in the responses. Can stop at the
 * first error.
 */
export async function fuzzBodies(
  fuzzing: Fuzzing,
  input: { seed: number; bodies: number; stopsAtFirst?: boolean },
): Promise<Fuzzed> {
  const totals: Fuzzed = { input: 0, taken: 0, refused: 0, findings: [], slow: [] }
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    let number = worker - atOnce
    let hasFailed = false
    const failure = await findFailure({
      arbitrary: endlessChoices,
      seed: input.seed * 1000 + worker,
      runs: Math.ceil((input.bodies - worker) / atOnce),
      shrinkMs: input.stopsAtFirst ? 0 : shrinkMs,
      test: async (choices) => {
        if (input.stopsAtFirst && totals.findings.length > 0) return
        if (!hasFailed) number += atOnce
        const finding = await fuzzOnce(fuzzing, { input, number, worker, choices, totals })
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

type FuzzOnceInput = {
  input: { seed: number }
  number: number
  worker: number
  choices: Choices
  totals: Fuzzed
}

async function fuzzOnce(
  fuzzing: Fuzzing,
  { input, number, worker, choices, totals }: FuzzOnceInput,
): Promise<string | null> {
  const operations = fuzzing.api.operations.filter(({ method }) => method !== 'GET')
  const family = await familyOf(fuzzing, worker)
  // Some forms cost a password hash, and the runtime makes only a few per second.
  if (choices.chance(0.04))
    return fuzzForm(fuzzing, { family, choices, totals, where: `round ${input.seed} form ${number}` })
  const operation = operations[(number + input.seed) % operations.length] as Operation
  const where = `round ${input.seed} body ${number}`
  const { answer, finding } = await sendOne(fuzzing, { operation, family, choices, totals, where })
  // The family continues in its state before the log-out.
  if (answer?.status === 401 && operation.caller === 'customer')
    await fuzzing.site.sql(
      'UPDATE sessions SET ended_at = NULL, ended_because = NULL WHERE id = ?',
      family.person.identity.session_id,
    )
  return finding
}

/** The family of a worker, kept between rounds until most of its objects are used up. */
async function familyOf(fuzzing: Fuzzing, worker: number): Promise<Family> {
  const kept = fuzzing.families.get(worker)
  if (kept && kept.uses < perFamily) {
    kept.uses += 1
    return kept.family
  }
  const family = await makeFuzzedFamily(fuzzing.site, fuzzing.town)
  fuzzing.families.set(worker, { family, uses: 1 })
  return family
}

type One = { operation: Operation; family: Family; choices: Choices; totals: Fuzzed; where: string }

async function sendOne(fuzzing: Fuzzing, one: One): Promise<{ answer: Answer | null; finding: string | null }> {
  const { operation, family, choices, totals } = one
  const value = await valueFor(fuzzing, one)
  const isRaw = choices.chance(0.15)
  const sent = isRaw ? rawBody(value, choices) : plainBody(value)
  const path = await pathFor(fuzzing, one)
  const headers = { ...headersFor(operation, family, choices), ...sent.headers }
  const init = { method: operation.method, headers, ...(value === undefined && !isRaw ? {} : { body: sent.bytes }) }
  // A request that is refused before it is read closes its connection, and the next request on that connection fails.
  const isRough = !sent.isPlain || headers['Origin'] !== undefined || sent.bytes.byteLength > 200_000
  const request = () => (isRough ? fuzzing.rough : fuzzing.site.call)(`/api${path}`, init)
  const got = await requestWithRetry(request)
  totals.input += 1
  if (!got) {
    // The sender of a far too long body may be disconnected before it has read the response.
    const finding = sent.bytes.byteLength < 200_000 ? `${one.where}: ${routeOf(operation)} gave no answer` : null
    return { answer: null, finding }
  }
  const { answer } = got
  if (got.ms > maxAnswerMs)
    totals.slow.push({
      where: `${one.where}: ${operation.method} ${path} ← ${Buffer.from(sent.bytes).toString().slice(0, 300)}`,
      request,
    })
  totals[answer.status < 400 ? 'taken' : 'refused'] += 1
  if (answer.status < 300) remember(family, answer.body)
  const faults = [
    ...faultsOfAnswer({ path: `/api${path}`, answer }),
    ...faultsOfParams(fuzzing, one, sent, value, answer),
  ]
  const finding =
    faults.length > 0
      ? `${one.where}: ${operation.method} ${path}: ${faults.slice(0, 3).join('; ')} ← ${Buffer.from(sent.bytes).toString().slice(0, 300)}`
      : null
  return { answer, finding }
}

/** A valid body that is then mutated: one in four stays valid, most have one error, some have several. */
async function valueFor({ api, site }: Fuzzing, { operation, family, choices }: One): Promise<unknown> {
  if (!operation.body)
    return choices.chance(0.5) ? undefined : choices.pick<unknown>([{}, [], null, { any: 'thing' }, 'x'])
  let value = validValue(operation.body, { document: api.document, existing: family.ids, choices })
  // The response of a resource sent back, including every field that only the server sets.
  if (operation.method === 'PUT' && choices.chance(0.4)) {
    const shown = await site.call(`/api${pathOf(operation, family, choices)}`, {
      headers: operation.caller === 'organiser' ? { ...organiserHeaders } : family.person.headers,
    })
    if (shown.status === 200) value = shown.body
  }
  const times = choices.pick([0, 1, 1, 1, 1, 2, 4])
  for (let time = 0; time < times; time += 1) value = mutated(value, choices)
  return value
}

function pathOf(operation: Operation, family: Family, choices: Choices): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const existing = family.ids.get(name) ?? []
    return existing.length > 0 && choices.chance(0.92)
      ? choices.pick(existing)
      : encodeURIComponent(choices.pick(hostileTexts).toWellFormed().slice(0, 200)) || 'x'
  })
}

async function pathFor({ site }: Fuzzing, { operation, family, choices }: One): Promise<string> {
  // A program file goes to its own program, because all families need the shared one.
  const path =
    operation.caller === 'organiser'
      ? operation.path.replaceAll(/\{\w+\}/g, choices.chance(0.9) ? await makeProgram(site.bench) : 'no-such')
      : pathOf(operation, family, choices)
  const payload = operation.parameters
    .filter(({ in: at }) => at === 'query' && choices.chance(0.3))
    .map(({ name, schema }) => [name, String(schema.enum?.[0] ?? (schema.type === 'boolean' ? true : 'CAD'))])
  return payload.length > 0 ? `${path}?${new URLSearchParams(payload as [string, string][])}` : path
}

function headersFor({ caller, method }: Operation, family: Family, choices: Choices): Record<string, string> {
  const headers: Record<string, string> =
    caller === 'organiser'
      ? { ...organiserHeaders }
      : caller === 'customer' && !choices.chance(0.02)
        ? { ...family.person.headers }
        : {}
  if (method === 'POST' && choices.chance(0.15))
    headers['Idempotency-Key'] = choices.pick([
      'k',
      'x'.repeat(64),
      'x'.repeat(65),
      'two words',
      `key-${choices.below(20)}`,
      `key-${choices.below(1e9)}`,
      '<>"\'',
      '~',
    ])
  if (choices.chance(0.05))
    headers['Accept-Language'] = choices.pick([
      'fr',
      'xx',
      'fr;q=abc',
      '*',
      'en-CA,fr;q=0.5',
      ','.repeat(500),
      'x'.repeat(3000),
    ])
  if (choices.chance(0.02))
    headers['Origin'] = choices.pick(['https://evil.example', 'null', family.person.headers['Origin'] ?? 'x'])
  if (choices.chance(0.02))
    headers['Authorization'] = choices.pick([
      'Bearer x',
      'Bearer',
      'Basic x',
      `Bearer ${'x'.repeat(5000)}`,
      'Digest y',
      'Bearer a.b.c',
    ])
  return headers
}

/** Only an unchanged body with a valid key can be checked against the document. */
function faultsOfParams({ api }: Fuzzing, { operation }: One, sent: Sent, value: unknown, answer: Answer): string[] {
  const isReadable = sent.isPlain && value !== undefined && sent.bytes.byteLength <= 256 * 1024
  if (!isReadable || answer.status >= 500) return []
  const payload: unknown = JSON.parse(Buffer.from(sent.bytes).toString())
  // An unsupported grant is refused before its fields are checked.
  if ((answer.body as { param?: unknown } | null)?.param === 'grant_type') return []
  const wrong = [
    ...new Set(
      inputMismatches(payload, operation.body ?? nothing, api.document).map(
        (sentence) => /^(.*?) (?:is |has |does not )/s.exec(sentence)?.[1] ?? '$',
      ),
    ),
  ]
  return wrong.length > 0 ? unnamed(wrong, answer) : []
}

/** A site for fuzzing, with a program to request and the OpenAPI document of its calls. */
export async function openFuzzing(site: ProofSite, api: ApiDocument): Promise<Fuzzing> {
  return { site, api, town: await makeTown(site), families: new Map(), rough: createHttpClient(() => site.url, atOnce) }
}
