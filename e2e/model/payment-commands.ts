import { decideBankStep, setNextScenario } from '../../functions/platform/cards/sandbox.ts'
import { answerBank, report } from './booking-money.ts'
import { runClock } from './membership-lives.ts'
import type { AnswerIds } from './expected-answers.ts'
import { type Booking, type ModelOrder, type ModelPayment, orderOf, type Scenario } from './booking-state.ts'
import type { World } from './booking-world.ts'
import { isDue } from './part-rules.ts'
import { anyOrder, isCart, type Maker, post } from './choose-command.ts'
import { calmClock, forgetScenario } from './membership-commands.ts'
import { pay } from './pay-rules.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

const sources = {
  good: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  bank: 'pm_card_authenticationRequired',
} as const
const scenarios = ['late', 'twice', 'never', 'other_amount', 'lost', 'unreachable'] as const

const planOf = ({ options, places }: Booking, id: string) =>
  options[places.find((place) => place.id === id)?.option ?? -1]?.plan ?? null

/** Runs the scheduler, which charges due payments. */
export async function tick(world: World): Promise<void> {
  const now = world.site.now()
  const isCharged = world.booking.orders.some((order) => order.parts.some((part) => isDue(order, part, now)))
  if (isCharged) await forgetScenario(world)
  await calmClock(world)
  await world.site.tick()
}

export const paying: Maker = (world, choices) => {
  const order = anyOrder(world, choices, choices.chance(0.85) ? isCart : undefined)
  if (!order) return null
  const hasPlan = order.lines.some(({ place }) => place !== '' && planOf(world.booking, place) !== null)
  const inParts = world.likesParts && choices.chance(hasPlan ? 0.9 : 0.03)
  // A first instalment usually succeeds, so that most set outcomes apply to later instalments.
  const goesWell = inParts && choices.chance(0.6)
  const own = world.booking.cards.filter(({ customer, id }) => customer === order.customer && id !== '')
  const kept = own.length > 0 && !goesWell && choices.chance(0.3) ? choices.pick(own) : null
  const method =
    inParts && (goesWell || choices.chance(0.9))
      ? 'card'
      : order.sums.total === 0
        ? choices.pick(['free', 'free', 'free', 'card'] as const)
        : choices.pick(['card', 'card', 'card', 'card', 'card', 'offline', 'offline', 'free'] as const)
  const tried = choices.pick(['good', 'good', 'good', 'good', 'declined', 'bank', 'bank'] as const)
  // A card that needs a bank step for each charge has its own tests.
  const card = goesWell || (inParts && tried === 'bank') ? 'good' : tried
  const version = goesWell ? null : choices.pick(['now', 'now', null, null, null, null, null, 'old'] as const)
  const scenario: Scenario | null =
    method === 'card' && !goesWell && choices.chance(0.4) ? { next: choices.pick(scenarios), seconds: 200 } : null
  const seen =
    version === 'now' ? { quote_version: order.version } : version === 'old' ? { quote_version: order.version + 7 } : {}
  const usesBalance = !goesWell && choices.chance((world.booking.balances[order.customer] ?? 0) > 0 ? 0.5 : 0.05)
  const act = async () => {
    if (scenario) await setNextScenario(world.site.bench.env, scenario, world.site.now())
    return post(world, order.customer, `/orders/${order.id}/payments`, {
      checkout_method: method,
      ...(method === 'card' ? { payment_source_id: kept?.id ?? sources[card] } : {}),
      ...(inParts ? { pay_in_instalments: true } : {}),
      ...(usesBalance ? { use_account_balance: true } : {}),
      ...seen,
    })()
  }
  const model = (booking: Booking, now: number, answerIds: AnswerIds) => {
    if (scenario) booking.scenario = scenario
    const kept_id = kept?.id ?? null
    return pay(booking, { order: order.id, method, card, version, usesBalance, inParts, kept: kept_id, now }, answerIds)
  }
  return {
    words: `${order.status} order is paid: ${method}${inParts ? ' in parts' : ''}${method === 'card' ? ` ${kept ? `kept${kept.fails ? ' that fails' : ''}` : card}${scenario ? `, ${scenario.next}` : ''}` : ''}${usesBalance ? ' and balance' : ''}${version === 'old' ? ', old quote' : ''}`,
    act,
    model,
  }
}

const anyPayment = (world: World, choices: Choices, which: (payment: ModelPayment) => boolean = () => true) => {
  const order = anyOrder(world, choices, (each) => each.payments.some(which))
  const payment = order?.payments.find(which)
  return order && payment ? { order, payment } : null
}
const paymentIn = (booking: Booking, order: ModelOrder, payment: ModelPayment) => {
  const mine = orderOf(booking, order.id) as ModelOrder
  return { order: mine, payment: mine.payments.find((each) => each.id === payment.id) as ModelPayment }
}

export const confirming: Maker = (world, choices) => {
  const match = anyPayment(world, choices)
  if (!match) return null
  const { order, payment } = match
  const model = (booking: Booking, now: number) => {
    const mine = paymentIn(booking, order, payment)
    report(booking, mine.order, mine.payment, now)
    return { status: 200 }
  }
  return {
    words: `a ${payment.status} payment is asked about`,
    act: post(world, order.customer, `/orders/${order.id}/payments/${payment.id}/confirm`, {}),
    model,
  }
}

export const deciding: Maker = (world, choices) => {
  const match = anyPayment(world, choices, (payment) => payment.intent?.state === 'action')
  if (!match) return null
  const { order, payment } = match
  const isConfirmed = choices.chance(0.75)
  // The provider sends the webhook twice; the next scheduled run processes it.
  const isReported = isConfirmed && world.booking.scenario?.next === 'twice'
  const act = async () => {
    const [row] = await world.site.sql(
      'SELECT bank_token AS token FROM sandbox_intents WHERE payment_id = ?1',
      payment.id,
    )
    await decideBankStep(world.site.bench.env, { token: row?.token as string, isConfirmed, now: world.site.now() })
    if (isReported) await tick(world)
    return null
  }
  const model = (booking: Booking, now: number) => {
    const mine = paymentIn(booking, order, payment)
    answerBank(booking, mine.payment, isConfirmed, now)
    if (!isReported) return null
    runClock(booking, now)
    report(booking, mine.order, mine.payment, now)
    return null
  }
  return { words: `the bank step is ${isConfirmed ? 'confirmed' : 'refused'}`, act, model }
}

/** A webhook about a payment, which the scheduler delivers. */
export const reporting: Maker = (world, choices) => {
  const match = anyPayment(world, choices)
  if (!match) return null
  const { order, payment } = match
  const act = async () => {
    await world.site.sql(
      "INSERT INTO outbox (kind, ref, dedupe, due_at) VALUES ('payment.reported', ?1, ?2, ?3)",
      payment.id,
      `payment.reported:${payment.id}:${choices.below(2 ** 30)}`,
      world.site.now(),
    )
    await tick(world)
    return null
  }
  const model = (booking: Booking, now: number) => {
    runClock(booking, now)
    const mine = paymentIn(booking, order, payment)
    report(booking, mine.order, mine.payment, now)
    return null
  }
  return { words: `a ${payment.status} payment is reported`, act, model }
}
