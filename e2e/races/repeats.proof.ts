import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { effectBetween, countEverything } from './count-everything.ts'
import {
  type RoundInput,
  inRounds,
  type Rush,
  type RoundResult,
  brokenConditions,
  describeAnswers,
} from './in-rounds.ts'
import { postsOfApi } from './posts-of-api.ts'
import { type Ready, underKey } from './ready-post.ts'
import { atOnce, openShop, type Shop } from './shop.ts'

/** When a request is repeated: after the time that it may be in progress, and after a used token's grace period. */
const laterMs = 61_000
/** Number of repeats of every call under one key. A second effect would show in the small run as well. */
const repeatsOf = (isFull: boolean) => (isFull ? 50 : 4)
/** Calls that return tokens. A repeat more than 30 s after a rotation does not get the same response. */
const tokenRoutes = [
  '/v1/signup',
  '/v1/login',
  '/v1/login/passkey',
  '/v1/oauth/authorize',
  '/v1/oauth/token',
  '/v1/token/refresh',
  '/v1/recovery/{recovery_id}',
]

/**
 * One call is sent many times at once under one key, then again, then with another body. Another customer sends the
 * same call once.
 */
async function repeatAtOnce(
  site: ProofSite,
  shop: Shop,
  at: { route: string; key: string; times: number; rush: Rush },
) {
  const { route, key, times, rush } = at
  const make = postsOfApi[route] as (typeof postsOfApi)[string]
  const [single, ready] = [await make(site, shop), await make(site, shop)]
  await quiet(site)

  const start = await countEverything(site)
  const alone = await site.call(single.path, underKey(single, `${key}-alone`))
  await quiet(site)
  const middle = await countEverything(site)
  const answers = await rush(() => atOnce(times, () => site.call(ready.path, underKey(ready, key))))
  const again = await answered(site, ready, key)
  await quiet(site)
  const end = await countEverything(site)
  const other = await site.call(ready.path, underKey(ready, key, ready.other ?? { again: true }))
  const after = await countEverything(site)

  const [one, many, more] = [effectBetween(start, middle), effectBetween(middle, end), effectBetween(end, after)]
  const isDoubled = JSON.stringify(one) !== JSON.stringify(many)
  const first = answers.find(
    ({ status, headers }) => status === ready.status && headers['idempotency-replayed'] === undefined,
  )
  const faults = brokenConditions({
    [`alone it answered ${alone.status} ${alone.body?.type ?? ''}`]: alone.status !== ready.status,
    [`answers ${describeAnswers(answers)}`]:
      !first || answers.some((answer) => !isRunning(answer) && answer.status !== ready.status),
    'answers under one key that differ': answers.some((answer) => !isRunning(answer) && answer.text !== first?.text),
    [`a repeat was answered ${again.status}, replayed: ${again.headers['idempotency-replayed']}`]:
      again.status !== ready.status || again.headers['idempotency-replayed'] !== 'true',
    'a repeat was answered with other bytes': again.text !== first?.text,
    [`another body was answered ${other.status} ${other.body?.type}`]:
      other.body?.type !== (ready.other === null ? 'unknown_parameter' : 'idempotency_key_reused'),
    [`another body set off ${JSON.stringify(more)}`]: Object.keys(more).length > 0,
    [`${times} set off ${JSON.stringify(many)}, one ${JSON.stringify(one)}`]: isDoubled,
  })
  return { ready, key, first, isDoubled, faults: faults.map((each) => `POST ${route}: ${each}`) }
}

const isRunning = ({ status, body, headers }: Answer) =>
  status === 409 && body?.type === 'request_in_progress' && headers['retry-after'] !== undefined

/** The response once no call is in progress. It is stored right after it was sent. */
async function answered(site: ProofSite, ready: Ready, key: string): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await site.call(ready.path, underKey(ready, key))
    if (!isRunning(answer) || attempts > 50) return answer
    await wait(20)
  }
}

// Waits until all deferred work is done.
async function quiet(site: ProofSite): Promise<void> {
  for (let attempts = 1; attempts <= 40; attempts += 1) {
    const [open] = await site.sql(
      'SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND due_at <= ?',
      site.now(),
    )
    if (open.n === 0) return
    await (attempts % 10 === 0 ? site.tick() : wait(20))
  }
}

/**
 * Every POST in the site's OpenAPI document, or those that create something new each time; and all of them again a
 * minute later.
 */
const repeatAll =
  (only?: string[]) =>
  async ({ site, stage: shop, round, isFull, rush }: RoundInput<Shop>): Promise<RoundResult> => {
    const { body } = await site.call('/api/openapi.json')
    const routes = Object.entries(body.paths as Record<string, { post?: unknown }>).flatMap(([path, { post }]) =>
      post ? [path] : [],
    )
    const rows = Object.keys(postsOfApi)
    const faults = brokenConditions({
      [`POST without a row: ${routes.filter((each) => !rows.includes(each))}`]: routes.some(
        (each) => !rows.includes(each),
      ),
      [`row without a POST: ${rows.filter((each) => !routes.includes(each))}`]: rows.some(
        (each) => !routes.includes(each),
      ),
    })
    const repeated: (Awaited<ReturnType<typeof repeatAtOnce>> & { givesTokens: boolean })[] = []
    for (const route of routes.filter((each) => rows.includes(each) && (only?.includes(each) ?? true)))
      repeated.push(
        await repeatAtOnce(site, shop, {
          route,
          key: `round-${round}-${rows.indexOf(route)}`,
          times: repeatsOf(isFull),
          rush,
        }).then((result) => ({ ...result, givesTokens: tokenRoutes.includes(route) })),
      )

    await site.pass(laterMs)
    await quiet(site)
    const before = await countEverything(site)
    const repeat = (givesTokens: boolean) =>
      Promise.all(
        repeated
          .filter((each) => each.givesTokens === givesTokens)
          .map(async ({ ready, key, first }) => ({
            ready,
            first,
            answer: await site.call(ready.path, underKey(ready, key)),
          })),
      )
    const late = await repeat(false)
    const effect = effectBetween(before, await countEverything(site))
    const changed = late.filter(
      ({ answer, first }) => answer.text !== first?.text || answer.headers['idempotency-replayed'] !== 'true',
    )
    const sameTokens = (await repeat(true)).filter(
      ({ answer, first }) => answer.text === first?.text || answer.headers['idempotency-replayed'] === 'true',
    )
    faults.push(
      ...brokenConditions({
        [`a minute later the same tokens: ${sameTokens.map(({ ready }) => ready.path)}`]: sameTokens.length > 0,
        [`a minute later other answers: ${changed.map(({ ready, answer }) => `${ready.path} ${answer.status} ${answer.body?.type ?? ''}`)}`]:
          changed.length > 0,
        [`a minute later the repeats set off ${JSON.stringify(effect)}`]: Object.keys(effect).length > 0,
      }),
    )
    return {
      sums: {
        posts: repeated.length,
        calls: repeated.length * repeatsOf(isFull),
        doubled: repeated.some(({ isDoubled }) => isDoubled) ? 1 : 0,
      },
      faults: [...faults, ...repeated.flatMap((each) => each.faults)],
    }
  }

export const proof: Proof = {
  row: '3 · R-5, M-25',
  name: 'repeats',
  promise:
    'every POST has one effect for fifty calls under one key, answers a repeat with the same bytes, tokens for 30 seconds alone, and refuses the key with another body',
  unit: 'rounds of all POSTs',
  small: 1,
  full: 20,
  piece: 2,
  run: inRounds({ name: 'repeats', open: openShop, round: repeatAll() }),
  figure: (sums) => `${sums.posts} POSTs, ${sums.calls} calls, ${sums.doubled} rounds doubled`,
  controls: [
    {
      without: 'the row of a key',
      small: 1,
      full: 3,
      run: inRounds({
        name: 'repeats-unkept',
        open: openShop,
        round: repeatAll(['/v1/profile/attendees', '/v1/login']),
        disturb: { drop: ['^insert into "idempotency_keys"'] },
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
