import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { runClock } from './membership-lives.ts'
import { reprice } from './booking-prices.ts'
import { no } from './expected-answers.ts'
import { type Booking, type ModelOrder, nothing } from './booking-state.ts'
import type { World } from './booking-world.ts'
import { type Command, type Maker, path, personOf, pick } from './choose-command.ts'
import { dayText } from './membership-days.ts'
import {
  changeCard,
  endMembership,
  holdMembership,
  keepMembership,
  leaveMembership,
  openMembership,
  passDays,
  resumeMembership,
  setCard,
} from './membership-lives.ts'
import {
  dayAt,
  dayMs,
  isDue,
  isOver,
  membershipLine,
  type ModelCard,
  type ModelMembership,
} from './membership-state.ts'
import { pay } from './pay-rules.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

const sources = { good: 'pm_card_visa', bad: 'pm_card_chargeCustomerFail' } as const
/**
 * Deletes the outcome set for the sandbox's next payment: it was meant for a payment by the customer, not for one by
 * the scheduler.
 */
export const forgetScenario = (world: World) => world.site.sql("DELETE FROM facts WHERE name = 'sandbox_next'")

/** Two cards of a customer, stored with the first membership; one of them is the default. */
async function cardOf(world: World, customer: number, card: ModelCard): Promise<string> {
  const kept = world.cards[customer]
  if (kept) return kept[card]
  const usual = world.booking.usualCards[customer] as ModelCard
  const store = async (which: ModelCard) => {
    const address = `${path}/programs/${world.programId}/payment_methods/${sources[which]}/attach`
    const answer = await world.site.call(address, personOf(world, customer).json({ is_default: which === usual }))
    return String(answer.body.id)
  }
  const [first, second] = usual === 'good' ? (['good', 'bad'] as const) : (['bad', 'good'] as const)
  const stored = { [first]: await store(first), [second]: await store(second) } as Record<ModelCard, string>
  world.cards[customer] = stored
  return stored[card]
}

const addressOf = ({ programId }: World) => `${path}/programs/${programId}/memberships`

export const subscribing: Maker = (world, choices) => {
  // A world with instalments has its own commands that store and remove cards.
  if (world.likesParts) return null
  const customer = choices.below(world.people.length)
  const plan = choices.below(world.booking.plans.length)
  const card = choices.pick(['good', 'good', 'good', 'bad'] as const)
  const act = async () => {
    const default_payment_method = await cardOf(world, customer, card)
    await forgetScenario(world)
    const body = {
      package_id: world.booking.plans[plan]?.id,
      customer_profile_id: personOf(world, customer).profileId(world.programId),
      default_payment_method,
    }
    return world.site.call(addressOf(world), personOf(world, customer).json(body))
  }
  return {
    words: `customer ${customer} buys membership ${plan} with a ${card} card`,
    act,
    model: (booking, now) => buy(booking, { customer, plan, card, now }),
  }
}

function buy(
  booking: Booking,
  { customer, plan, card, now }: { customer: number; plan: number; card: ModelCard; now: number },
) {
  booking.scenario = null
  if (booking.memberships.some((each) => each.customer === customer && each.plan === plan && !isOver(each)))
    return no('already_registered')
  const { cost, trial } = booking.plans[plan] as Booking['plans'][number]
  const order: ModelOrder = {
    ...{ id: '', customer, status: 'draft', method: null, entered: null, discounts: [], sums: nothing },
    lines: [membershipLine(plan, trial === null ? cost : 0)],
    ...{ hold: null, due: null, reserved: 0, usesBalance: false, started: null },
    usedTimes: { more: false, bank: false, decline: false },
    ...{ version: 0, payments: [], isEverPaid: false, cancelled: 0, parts: [], waived: 0 },
  }
  booking.orders.push(order)
  reprice(booking, order)
  openMembership(booking, { customer, plan, card, now })
  const method = order.sums.total === 0 ? 'free' : 'card'
  const tried = card === 'good' ? 'good' : 'declined'
  return pay(booking, { order: '', method, card: tried, version: null, usesBalance: false, now }, { id: '' })
}

const any = (world: World, choices: Choices, which: (each: ModelMembership) => boolean): ModelMembership | null => {
  const isAnyway = choices.chance(0.1)
  return pick(choices, world.booking.memberships, (each) => each.id !== '' && (isAnyway || which(each)))
}
const own =
  (world: World, { id, customer }: ModelMembership, verb: string, body: () => Promise<object> | object = () => ({})) =>
  async () =>
    world.site.call(`${addressOf(world)}/${id}/${verb}`, personOf(world, customer).json(await body()))
const office =
  (world: World, { id }: ModelMembership, verb: string, body: object = {}) =>
  () =>
    world.site.call(`/api/v1/organiser/programs/${world.programId}/memberships/${id}/${verb}`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify(body),
    })

/** The customer cancels the membership, undoes the cancellation, or changes the card. */
export const changingMembership: Maker = (world, choices) => {
  const verb = choices.pick(['cancel', 'keep', 'card', 'card', 'card', 'pay', 'pay'] as const)
  if (verb === 'pay') return payingFirst(world, choices)
  const isWanted = (each: ModelMembership) =>
    verb === 'keep'
      ? each.leaves
      : verb === 'card'
        ? each.status === 'past_due' || each.status === 'unpaid'
        : !isOver(each)
  const member = any(world, choices, isWanted)
  if (!member) return null
  const membership = member.id
  const words = `${member.status} membership ${member.plan}`
  if (verb === 'cancel')
    return {
      words: `${words} is left`,
      act: own(world, member, 'cancel'),
      model: (booking, now) => leaveMembership(booking, { membership, now }),
    }
  if (verb === 'keep')
    return {
      words: `${words} is kept`,
      act: own(world, member, 'keep'),
      model: (booking, now) => keepMembership(booking, { membership, now }),
    }
  const card = choices.pick(['good', 'good', 'bad'] as const)
  return {
    words: `${words} gets the ${card} card`,
    act: own(world, member, 'payment_method', async () => {
      await forgetScenario(world)
      return { payment_source_id: await cardOf(world, member.customer, card) }
    }),
    model: (booking, now) => {
      booking.scenario = null
      return changeCard(booking, { membership, card, now })
    },
  }
}

// Pays a membership after its first payment was refused, with the card that is more likely to work.
function payingFirst(world: World, choices: Choices): Command | null {
  const member = pick(choices, world.booking.memberships, ({ id, status }) => id !== '' && status === 'incomplete')
  if (!member) return null
  const act = async () => {
    await forgetScenario(world)
    const payment_source_id = await cardOf(world, member.customer, 'good')
    const body = { checkout_method: 'card', payment_source_id }
    return world.site.call(`${path}/orders/${member.order}/payments`, personOf(world, member.customer).json(body))
  }
  const { order, id } = member
  return {
    words: `membership ${member.plan} is paid after all`,
    act,
    model: (booking, now, answerIds) => {
      booking.scenario = null
      setCard(booking, { membership: id, card: 'good' })
      return pay(booking, { order, method: 'card', card: 'good', version: null, usesBalance: false, now }, answerIds)
    },
  }
}

/** The organisation pauses, resumes or ends the membership. */
export const officeOfMemberships: Maker = (world, choices) => {
  const verb = choices.pick(['hold', 'hold', 'hold/end', 'end'] as const)
  const member = any(world, choices, (each) =>
    verb === 'hold' ? each.status === 'active' : verb === 'hold/end' ? each.hold !== null : !isOver(each),
  )
  if (!member) return null
  const membership = member.id
  const words = `${member.status} membership ${member.plan}`
  if (verb === 'hold/end')
    return {
      words: `the hold of ${words} ends`,
      act: office(world, member, verb),
      model: (booking, now) => resumeMembership(booking, { membership, now }),
    }
  if (verb === 'end') {
    const returns = choices.chance(0.6)
    return {
      words: `${words} is ended${returns ? ' and its days returned' : ''}`,
      act: office(world, member, verb, { refund: returns ? 'unused' : 'none' }),
      model: (booking, now) => endMembership(booking, { membership, returns, now }),
    }
  }
  // A pause from the first day would leave nothing to charge and use no card. Another test covers that.
  const today = dayAt(world.site.now())
  if (member.period !== null && today <= member.period.start) return null
  const days = choices.pick([2, 4, null])
  const to = days === null ? null : dayText(today + days)
  return {
    words: `${words} is put on hold${days === null ? '' : ` for ${days} days`}`,
    act: office(world, member, verb, { from: dayText(today), to }),
    model: (booking, now) => holdMembership(booking, { membership, days, now }),
  }
}

/** Moves the time of one membership by days and runs the scheduler. */
export const passingMembershipDays: Maker = (world, choices) => {
  const member = any(world, choices, ({ next }) => next !== null)
  if (!member || isOver(member) || member.status === 'incomplete') return null
  const toNext = member.next === null ? 3 : Math.ceil((member.next - world.site.now()) / dayMs)
  const days = Math.min(30, Math.max(1, choices.pick([1, 3, toNext, toNext, toNext])))
  const membership = member.id
  if (meetsAgain(world, member, days)) return null
  const act = async () => {
    await forgetScenario(world)
    const answer = await world.site.call('/dev/days', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ membership_id: membership, days }),
    })
    if (answer.status !== 200) throw new Error(`passing days answered ${answer.status} ${answer.text}`)
    return null
  }
  return {
    words: `${days} days pass for ${member.status} membership ${member.plan}`,
    act,
    model: (booking, now) => {
      booking.scenario = null
      passDays(booking, { membership, days })
      runClock(booking, now)
      return null
    },
  }
}

// True if a coming week would begin on the same day as a week that was paid already. Orders and credits name a week by
// its first day, so the two would count as one.
function meetsAgain({ booking }: World, member: ModelMembership, days: number): boolean {
  const begun = booking.orders.flatMap(({ membership, week }) => (membership === member.id && week ? [week] : []))
  const given = booking.credits.flatMap(({ membership, key }) =>
    membership !== undefined && booking.memberships[membership] === member && key ? [key] : [],
  )
  const next = member.nextStart - days
  return [next, next + 7, next + 14].some((day) => [...begun, ...given].includes(dayText(day)))
}

/** Deletes the outcome set for the sandbox's next payment before the scheduler charges a card. */
export const calmClock = async (world: World): Promise<void> =>
  isDue(world.booking, world.site.now()) ? void (await forgetScenario(world)) : undefined
