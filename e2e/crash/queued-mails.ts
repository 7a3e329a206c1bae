import { setTimeout as wait } from 'node:timers/promises'
import { unique } from '../../functions/test-bench/people.ts'
import { signupBody } from '../../functions/test-bench/sign-ups.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { makeCarts, openShop } from '../races/shop.ts'

/** A paid order, and queued mails about it, as after a mass cancellation. */
export async function queueMails(site: ProofSite, count: number, priority: number): Promise<void> {
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

/** Signs up. Returns the time of the response and the ms until the code was mailed, null when that took too long. */
export async function codeAfterMs(
  site: ProofSite,
  limitMs: number,
): Promise<{ answerMs: number; codeMs: number | null }> {
  const sentAt = performance.now()
  const email = `first${unique()}@example.com`
  const answer = await site.call('/api/v1/signup', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(signupBody({ email })),
  })
  if (answer.status !== 201) throw new Error(`Signing up answered ${answer.status} ${answer.text}`)
  const startedAt = performance.now()
  const answerMs = startedAt - sentAt
  while (performance.now() - startedAt < limitMs) {
    const mails = (await site.call(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body as { subject: string }[]
    if (mails.some(({ subject }) => /^\d{6} /.test(subject))) return { answerMs, codeMs: performance.now() - startedAt }
    await wait(20)
  }
  return { answerMs, codeMs: null }
}

/**
 * Maximum duration of a response. A slower response must have waited until mails were sent; load on the machine cannot
 * explain it.
 */
export const longestAnswerMs = 25_000
