import { hashOfToken, newRefreshToken, refreshTokenMs } from '../../functions/people/accounts/refresh-token.ts'
import { makeCustomer } from '../../functions/test-bench/people.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers, timesOf } from './in-rounds.ts'
import { atOnce } from './shop.ts'

/** How long ago a token was used: longer than the 30 s in which a used token returns its successor. */
const lateMs = 31_000

/**
 * A refresh token is used fifty times at once, and so is its successor. Then the first token is used fifty times
 * again, after its grace period.
 */
async function refreshAtOnce({ site, rush, isFull }: RoundInput<null>): Promise<RoundResult> {
  const times = timesOf(isFull)
  const { identity } = await makeCustomer(site.bench)
  const first = newRefreshToken()
  await site.sql(
    'INSERT INTO refresh_tokens (hash, session_id, issued_at, expires_at) VALUES (?, ?, ?, ?)',
    hashOfToken(first),
    identity.session_id,
    site.now(),
    site.now() + refreshTokenMs,
  )

  const once = await atOnce(times, () => refresh(site, first))
  const [next = ''] = new Set(once.map(({ body }) => String(body.refresh_token)))
  const twice = await atOnce(times, () => refresh(site, next))
  const before = await tokensOf(site, identity.session_id)
  await site.sql('UPDATE refresh_tokens SET used_at = used_at - ? WHERE session_id = ?', lateMs, identity.session_id)
  const late = await rush(() => atOnce(times, () => refresh(site, first)))

  const [session] = await site.sql(
    'SELECT ended_at, ended_because AS why FROM sessions WHERE id = ?',
    identity.session_id,
  )
  const [last = ''] = new Set(twice.map(({ body }) => String(body.refresh_token)))
  const afterwards = await refresh(site, last)
  const after = await tokensOf(site, identity.session_id)
  const faults = brokenConditions({
    [`answers ${describeAnswers(once)}, then ${describeAnswers(twice)}`]: [...once, ...twice].some(
      ({ status }) => status !== 200,
    ),
    'fifty answers with more than one successor':
      new Set(once.map(({ body }) => body.refresh_token)).size !== 1 ||
      new Set(twice.map(({ body }) => body.refresh_token)).size !== 1,
    [`${before.made} tokens, ${before.open} of them open`]: before.made !== 3 || before.open !== 1,
    [`a spent token was answered ${describeAnswers(late)}`]: late.some(
      ({ status, body }) => status !== 401 || body.type !== 'token_reused',
    ),
    [`the session of a spent token ended because of ${session.why}`]: session.why !== 'token_reused',
    [`its newest token still answers ${afterwards.status}`]: afterwards.status !== 401,
    [`${after.made - before.made} tokens were made for a thief`]: after.made !== before.made,
  })
  return {
    sums: {
      refreshes: once.length + twice.length + late.length,
      doubled: before.made > 3 ? 1 : 0,
      outlived: session.ended_at === null ? 1 : 0,
    },
    faults,
  }
}

const refresh = (site: ProofSite, token: string) =>
  site.call('/api/v1/oauth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: token }),
  })

async function tokensOf(site: ProofSite, sessionId: string): Promise<{ made: number; open: number }> {
  const [row] = await site.sql(
    'SELECT count(*) AS made, count(*) FILTER (WHERE used_at IS NULL) AS open FROM refresh_tokens WHERE session_id = ?',
    sessionId,
  )
  return row
}

export const proof: Proof = {
  row: '2 · R-4, A-12',
  name: 'refresh-once',
  promise: 'a refresh token used fifty times at once has one successor; used again later it ends its session',
  unit: 'rounds',
  small: 1,
  full: 1000,
  piece: 20,
  run: inRounds({ name: 'refresh-once', open: async () => null, round: refreshAtOnce }),
  figure: (sums) => `${sums.refreshes} refreshes, ${sums.doubled} doubled, ${sums.outlived} sessions outlived a thief`,
  controls: [
    {
      without: 'the end of a session whose spent token comes back',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'refresh-unguarded',
        open: async () => null,
        round: refreshAtOnce,
        disturb: { drop: ['^update "sessions" set "ended_at"'] },
      }),
      noticed: (sums) => sums.outlived ?? 0,
    },
  ],
}
