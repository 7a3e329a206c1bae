import { setTimeout as wait } from 'node:timers/promises'
import { unique } from '../../functions/test-bench/people.ts'
import { signupBody } from '../../functions/test-bench/sign-ups.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type ProofSite } from '../proofs/proof-site.ts'
import { makeCarts, openShop } from '../races/shop.ts'

// The small run shares two cores with three other proofs: more is queued, and more time is given, so that only the order of delivery decides.
const maxWaitMs = { small: 8000, full: 2000 }
const queued = { small: 6000, full: 10_000 }
const bulk = 2
const security = 0

/** A paid order, and so many mails about it that are queued as the mails of a mass cancellation are. */
async function queueMails(site: ProofSite, count: number, priority: number): Promise<void> {
  const [first] = await makeCarts(site, await openShop(site), { count: 1 })
  if (!first) throw new Error('There is no cart.')
  const paid = await site.call(
    `/api/v1/profile/orders/${first.cart.order_id}/payments`,
    first.person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' }),
  )
  if (paid.status !== 201) throw new Error(`Paying answered ${paid.status} ${paid.text}`)
  await site.sql(
    `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
    INSERT INTO outbox (kind, ref, dedupe, priority, due_at) SELECT 'mail.order_paid', ?2, 'mail.order_paid:queued:' || n, ?3, ?4 FROM number`,
    count,
    first.cart.order_id,
    priority,
    site.now() - 60_000,
  )
}

/** Signs up and returns how many ms after the answer the mail with the code had left; null when it took too long. */
async function codeAfterMs(site: ProofSite, limitMs: number): Promise<number | null> {
  const email = `first${unique()}@example.com`
  const answer = await site.call('/api/v1/signup', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(signupBody({ email })),
  })
  if (answer.status !== 201) throw new Error(`Signing up answered ${answer.status} ${answer.text}`)
  const startedAt = performance.now()
  while (performance.now() - startedAt < limitMs) {
    const mails = (await site.call(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body as { subject: string }[]
    if (mails.some(({ subject }) => /^\d{6} /.test(subject))) return performance.now() - startedAt
    await wait(20)
  }
  return null
}

async function signUpsWhileSending({ count, isFull }: Rounds, priority: number): Promise<Tally> {
  const site = await openProofSite({ name: 'codes-first' })
  const tally = emptyTally('signUps', 'late', 'slowestMs', 'left')
  try {
    await queueMails(site, isFull ? queued.full : queued.small, priority)
    const limitMs = isFull ? maxWaitMs.full : maxWaitMs.small
    // The clock's run is sending all the while; it is cut off with the site.
    const sending = site.tick().catch(() => {})
    for (let round = 0; round < count; round += 1) {
      const ms = await codeAfterMs(site, limitMs)
      const [left] = await site.sql(
        "SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND dedupe LIKE 'mail.order_paid:queued:%'",
      )
      const { sums } = tally
      sums.signUps = (sums.signUps ?? 0) + 1
      sums.late = (sums.late ?? 0) + (ms === null ? 1 : 0)
      sums.slowestMs = Math.max(sums.slowestMs ?? 0, Math.round(ms ?? limitMs))
      sums.left = left.n
      if (left.n === 0) tally.findings.push(`sign-up ${round}: nothing was queued any more`)
    }
    void sending
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '10 · B-02',
  name: 'codes-first',
  promise: 'a code leaves within 2 s while thousands of mails of a mass cancellation are queued and being sent',
  unit: 'sign-ups',
  small: 3,
  full: 20,
  piece: 20,
  isTimed: true,
  run: async (rounds) => signUpsWhileSending(rounds, bulk),
  figure: (sums) => `slowest ${sums.slowestMs} ms, ${sums.left} mails still queued after the last`,
  check: ({ late = 0, signUps = 0 }) => (late === 0 ? [] : [`${late} of ${signUps} codes took over 2 s`]),
  controls: [
    {
      without: 'priorities',
      small: 0,
      full: 3,
      run: async (rounds) => signUpsWhileSending(rounds, security),
      noticed: (sums) => sums.late ?? 0,
    },
  ],
}
