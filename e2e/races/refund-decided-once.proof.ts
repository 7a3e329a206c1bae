import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff, withoutCheck, withoutUnique } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { orderFacts } from './order-facts.ts'
import { openOffice } from './posts-of-refunds.ts'
import { atOnce, makeCarts, type Order, pay } from './shop.ts'

const times = 10
const ticks = 4

type Stage = { programId: string; orders: Order[] }

async function openDesk(site: ProofSite, count: number): Promise<Stage> {
  const shop = await openOffice(site)
  return { programId: shop.programId, orders: await makeCarts(site, shop, { count }) }
}

/**
 * A refund request is approved, declined and withdrawn ten times each at once. Then four runs of the scheduler send
 * the money.
 */
async function decideAtOnce({ site, stage, round, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const order = stage.orders.pop() as Order
  const { person, cart } = order
  await person.renew()
  await pay(site, order, 'pm_card_visa')
  const path = `/api/v1/profile/orders/${cart.order_id}/refund`
  const requested = await site.call(path, person.json({ reason: 'cannot_attend' }))
  const request = (requested.body as { id: string; amount: number }).id
  const byOrganiser = (act: string, body: object) =>
    site.call(`/api/v1/organiser/programs/${stage.programId}/refund_requests/${request}/${act}`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify(body),
    })

  const [approvals, refusals, withdrawals] = await rush(async () =>
    Promise.all([
      // Every second round has partial approvals. Even two of them together are less than the payment.
      atOnce(times, () => byOrganiser('approve', round % 2 === 0 ? {} : { amount: 2000 })),
      atOnce(times, () => byOrganiser('decline', { text: 'Too late.' })),
      atOnce(times, () => site.call(`${path}/withdraw`, person.json({}))),
    ]),
  )
  await atOnce(ticks, site.tick)

  const facts = await orderFacts(site, cart.order_id)
  const [{ status }] = await site.sql('SELECT status FROM refund_requests WHERE id = ?', request)
  const isApproved = status === 'approved' || status === 'completed'
  const back = isApproved ? (round % 2 === 0 ? cart.total : 2000) : 0
  const returned = facts.refunds.reduce((sum, amount) => sum + amount, 0)
  const answers = [...approvals, ...refusals, ...withdrawals]
  const won = (group: Answer[]) => group.some((answer) => answer.status === 200)
  const winners = [won(approvals), won(refusals), won(withdrawals)].filter(Boolean).length
  return {
    sums: { decisions: answers.length, doubled: winners > 1 || returned > back || facts.givenBack > back ? 1 : 0 },
    faults: brokenConditions({
      [`${status}: ${describeAnswers(approvals)} | ${describeAnswers(refusals)} | ${describeAnswers(withdrawals)}`]:
        winners !== 1 || answers.some((answer) => answer.status !== 200 && answer.status !== 409),
      [`${status}, and the approval answered ${describeAnswers(approvals)}`]: isApproved !== won(approvals),
      [`${status}: refunds ${facts.refunds}, ${facts.refunding} on the way, ${facts.returned} returned, ${facts.givenBack} by the provider; due were ${back}`]:
        returned !== back || facts.refunding !== back || facts.returned !== back || facts.givenBack !== back,
      [`${facts.taken} places counted, ${facts.held} held`]: facts.taken !== facts.held,
    }),
  }
}

export const proof: Proof = {
  row: '2 · R-4, M-20',
  name: 'refund-decided-once',
  promise:
    'a refund request that is approved, declined and withdrawn in one moment is decided once, and its money goes back at most once',
  unit: 'rounds',
  small: 2,
  full: 400,
  piece: 20,
  run: inRounds({ name: 'refund-decided-once', open: openDesk, round: decideAtOnce }),
  figure: (sums) => `${sums.decisions} decisions, ${sums.doubled} rounds decided twice`,
  controls: [
    {
      without: 'guards, history and the keys of a refund',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'refund-unguarded',
        open: openDesk,
        round: decideAtOnce,
        disturb: guardsOff,
        schema: (sql) => withoutUnique('dedupe TEXT NOT NULL')(withoutCheck('refunded_at_most_paid')(sql)),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
