import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { fairRefund, makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import { findAuditFaults } from '../proofs/find-audit-faults.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff, withoutCheck, withoutTrigger, withoutUnique } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions, describeAnswers } from './in-rounds.ts'
import { type OrderFacts, orderFacts, timesIn } from './order-facts.ts'
import { promisedOrder } from './posts-of-refunds.ts'
import { atOnce, makeCarts, type Order, pay, type Shop } from './shop.ts'

const times = 5
const ticks = 2
const reason = 'Our mistake'
/** The price of a place, of the cheaper place that it moves to, and more than half of it. */
const cost = 10_000
const cheaper = 6000
const most = 6000
/** What is left of a payment of `cost` once it is corrected. */
const corrected = 3000

type Stage = Shop & { cheaperId: string }
async function openOffice(site: ProofSite): Promise<Stage> {
  const programId = await makeProgram(site.bench, { selling: { offline: true } })
  const options = [{ cost }, { cost: cheaper }]
  const event = await makeEvent(site.bench, { programId, options, refund: fairRefund })
  const [optionId, cheaperId] = event.option_ids as [string, string]
  return { programId, eventId: event.event_id, optionId, cheaperId }
}

type Acting = { site: ProofSite; stage: Stage; order: Order; paymentId: string; isWhole: boolean }
type Act = (input: Acting) => Promise<Answer>
const byStaff = ({ site, stage }: Acting, path: string, body: object): Promise<Answer> =>
  site.call(`/api/v1/organiser/programs/${stage.programId}/${path}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })
const placeIn = ({ order: { cart } }: Acting): string => `registrations/${cart.registration_ids[0]}`
const orderIn = ({ order: { cart } }: Acting): string => `orders/${cart.order_id}`

const move: Act = (at) =>
  byStaff(at, `${placeIn(at)}/move`, { option_id: at.stage.cheaperId, difference: 'refund', reason })
const cancel: Act = (at) => byStaff(at, `${at.isWhole ? orderIn(at) : placeIn(at)}/cancel`, { reason })
const cancelForLess: Act = (at) =>
  byStaff(at, `${at.isWhole ? orderIn(at) : placeIn(at)}/cancel`, { reason, amount: most })
const cancelOwn: Act = (at) =>
  at.site.call(`/api/v1/profile/${at.isWhole ? orderIn(at) : placeIn(at)}/cancel`, at.order.person.json({}))
const refund: Act = (at) => byStaff(at, `${orderIn(at)}/refund`, { reason, amount: most })
const correct: Act = (at) =>
  byStaff(at, `${orderIn(at)}/payments/${at.paymentId}/correct`, { reason, amount: corrected })

type Pair = {
  name: string
  acts: [Act, Act]
  isBrought: boolean
  /** The sums that may go back, by which of the two acts succeeded. */
  mayReturn: (won: [boolean, boolean]) => number[]
  /** How many requests of each act may succeed: all that come after the first answer the same, or only one does. */
  isRepeatable: [boolean, boolean]
  /** True when both acts may succeed, one after the other. */
  mayBothSucceed: boolean
  isCancelled: boolean
}
const pairs: Pair[] = [
  {
    name: 'move and cancel',
    acts: [move, cancel],
    isBrought: false,
    mayReturn: ([, isGone]) => [isGone ? cost : cost - cheaper],
    isRepeatable: [true, true],
    mayBothSucceed: true,
    isCancelled: true,
  },
  {
    name: 'refund and refund',
    acts: [refund, refund],
    isBrought: false,
    mayReturn: () => [most],
    isRepeatable: [false, false],
    mayBothSucceed: false,
    isCancelled: false,
  },
  {
    name: 'cancel by staff and by the family',
    acts: [cancelForLess, cancelOwn],
    isBrought: false,
    mayReturn: () => [most, cost],
    isRepeatable: [true, true],
    mayBothSucceed: true,
    isCancelled: true,
  },
  {
    name: 'correct and refund',
    acts: [correct, refund],
    isBrought: true,
    mayReturn: ([isCorrected]) => [isCorrected ? cost - corrected : most],
    isRepeatable: [true, false],
    mayBothSucceed: false,
    isCancelled: false,
  },
]

/** An order that is paid by card, or with money that staff record. */
async function paidOrder(site: ProofSite, stage: Stage, isBrought: boolean) {
  if (!isBrought) {
    const [order] = (await makeCarts(site, stage, { count: 1 })) as [Order]
    return { order, paymentId: (await pay(site, order, 'pm_card_visa')).id }
  }
  const order = await promisedOrder(site, stage)
  const paid = await site.call(`/api/v1/organiser/programs/${stage.programId}/orders/${order.cart.order_id}/payments`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify({ amount: cost, received_as: 'cash' }),
  })
  if (paid.status !== 201) throw new Error(`recording money answered ${paid.status} ${paid.text}`)
  return { order, paymentId: String(paid.body.id) }
}

/** What a refused request may be told: the state of the order, or that the money is no longer there. */
const clear = ['state_conflict', 'refund_not_allowed', 'transition_not_allowed']
const isClear = ({ status, body }: Answer) => status < 300 || (status < 500 && clear.includes(body?.type))
const isWon = ({ status }: Answer) => status < 300

/** Two acts on one paid order, five times each at once. */
async function actAtOnce({ site, stage, round, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const pair = pairs[round % pairs.length] as Pair
  const { name, acts, isRepeatable } = pair
  const { order, paymentId } = await paidOrder(site, stage, pair.isBrought)
  const at = { site, stage, order, paymentId, isWhole: Math.floor(round / pairs.length) % 2 === 1 }
  const [first, second] = await rush(() =>
    Promise.all([atOnce(times, () => acts[0](at)), atOnce(times, () => acts[1](at))]),
  )
  await atOnce(ticks, site.tick)

  const facts = await orderFacts(site, order.cart.order_id)
  const answers = [...first, ...second]
  const won: [boolean, boolean] = [first.some(isWon), second.some(isWon)]
  const allowed = pair.mayReturn(won)
  const returned = facts.refunds.reduce((sum, amount) => sum + amount, 0)
  // Two acts of one kind are one group.
  const groups = acts[0] === acts[1] ? [answers] : [first, second]
  const repeated = groups.filter((group, index) => !isRepeatable[index] && group.filter(isWon).length > 1)
  const winners = groups.filter((group) => group.some(isWon)).length
  const said = `${name}: ${describeAnswers(first)} | ${describeAnswers(second)}`
  return {
    sums: {
      acts: answers.length,
      refused: answers.filter((answer) => !isWon(answer)).length,
      doubled: returned > Math.max(...allowed) ? 1 : 0,
    },
    faults: [
      ...brokenConditions({
        [said]: !answers.every(isClear) || repeated.length > 0 || winners === 0,
        [`${said}, and one of them excludes the other`]: !pair.mayBothSucceed && winners > 1,
        [`${name}: refunds ${facts.refunds}, ${facts.refunding} of the order; may be ${allowed.join(' or ')}`]:
          !allowed.includes(returned) || facts.refunding !== returned || returned > facts.paid,
        [`${name}: ${facts.givenBack} given back by the provider of ${facts.received}, ${returned} of the books`]:
          !pair.isBrought && facts.givenBack !== returned,
      }),
      ...endFaults(pair, facts),
      ...(await findAuditFaults(site, { orders: [order.cart.order_id], payments: [paymentId] })),
    ],
  }
}

const endFaults = ({ name, isCancelled }: Pair, facts: OrderFacts): string[] =>
  brokenConditions({
    [`${name}: the order is ${facts.status} after ${facts.orderSteps}`]:
      facts.status !== (isCancelled ? 'cancelled' : 'paid') ||
      timesIn(facts.orderSteps, 'cancelled') !== (isCancelled ? 1 : 0),
    [`${name}: the place is ${facts.places} after ${facts.placeSteps}`]:
      facts.places.join() !== (isCancelled ? 'cancelled' : 'confirmed') ||
      timesIn(facts.placeSteps, 'cancelled') !== (isCancelled ? 1 : 0),
    [`${name}: ${facts.taken} places counted, ${facts.held} held`]: facts.taken !== facts.held,
  })

export const proof: Proof = {
  row: '2 · R-4, M-20',
  name: 'staff-at-once',
  promise:
    'staff who move, cancel, refund and correct one order at once, also while its family cancels it, never return more than was paid; one act wins, and each other is told why not',
  unit: 'rounds',
  small: 4,
  full: 400,
  piece: 40,
  run: inRounds({ name: 'staff-at-once', open: openOffice, round: actAtOnce }),
  figure: (sums) => `${sums.acts} acts, ${sums.refused} refused, ${sums.doubled} rounds returned too much`,
  controls: [
    {
      without: 'guards, history, the keys of a refund and the limits of what goes back',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'staff-unguarded',
        open: openOffice,
        round: actAtOnce,
        disturb: { ...guardsOff, pauseWritesMs: 300 },
        schema: (sql) =>
          [
            withoutUnique('dedupe TEXT NOT NULL'),
            withoutCheck('refunded_at_most_paid'),
            withoutTrigger('refund_within_payment'),
          ].reduce((text, remove) => remove(text), sql),
      }),
      noticed: (sums) => sums.doubled ?? 0,
    },
  ],
}
