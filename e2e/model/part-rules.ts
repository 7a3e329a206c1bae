import { calculateParts } from './calculated-parts.ts'
import { partsOf } from './booking-prices.ts'
import { type AnswerIds, type Expected, no, ok } from './expected-answers.ts'
import {
  type Booking,
  minute,
  type StoredCard,
  type ModelOrder,
  type ModelPart,
  type ModelPayment,
  orderOf,
  placeOf,
  sum,
  leftOf,
} from './booking-state.ts'

const day = 24 * 60 * minute
/** Minimum amount of a card charge. */
const smallestCharge = 50
/** Days after the due date on which a refused card is charged again. */
const retryDays = [1, 3, 5, 7]
/** The hour at which an instalment is charged. */
const hour = 9

export const isOpenPart = ({ status }: ModelPart): boolean => status === 'scheduled' || status === 'failed'
const openParts = (order: ModelOrder): ModelPart[] => order.parts.filter(isOpenPart)
const chargeOf = ({ amount, waived }: ModelPart): number => amount - waived
export const hasOpenParts = (order: ModelOrder): boolean => openParts(order).length > 0

/** The instalments in which an order may be paid from now on; empty when everything is due at once. */
export function plannedParts(booking: Booking, order: ModelOrder, now: number): ModelPart[] {
  const lines = order.lines.flatMap((line, at) => {
    const sums = order.sums.lines[at]
    const plan = line.place === '' ? null : (booking.options[placeOf(booking, line.place).option]?.plan ?? null)
    if (!plan || !sums || line.isCancelled) return []
    const { base, tax, fee, feeTax } = partsOf(booking, { price: line.price, sums })
    return [{ place: line.place, amount: base + tax + fee + feeTax, plan: { ...plan, starts: null } }]
  })
  if (lines.length === 0 || order.moves) return []
  const [least, total] = [BigInt(smallestCharge), BigInt(order.sums.total)]
  const [first, ...later] = calculateParts({ total, lines, least, step: 1n })
  const left = Number(first?.[1] ?? 0n) - leftOf(order)
  if (left < smallestCharge) return []
  const open = { waived: 0, status: 'scheduled', attempts: 0, next: null, card: null, payment: null } as const
  return [
    { ...open, due: now, amount: left, places: [] },
    ...later.map(([days, amount, shares]) => ({
      ...open,
      due: nineInToronto(now, days),
      amount: Number(amount),
      places: lines.flatMap(({ place }, at) =>
        (shares[at] ?? 0n) > 0n ? [{ id: place, amount: Number(shares[at]) }] : [],
      ),
    })),
  ]
}

function nineInToronto(now: number, days: number): number {
  const inToronto = (moment: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', ...options }).format(moment)
  const today = inToronto(now, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const utc = Date.parse(`${today}T00:00:00Z`) + days * day
  const winter = utc + (hour + 5) * 60 * minute
  return Number(inToronto(winter, { hour: '2-digit', hour12: false })) === hour ? winter : winter - 60 * minute
}

/** The later instalments of an order that awaits its first instalment. */
export const deferredOf = ({ status, parts }: ModelOrder): number =>
  status === 'paid' || status === 'cancelled' ? 0 : sum(parts.slice(1).map(chargeOf))

/** The first instalment is paid. The others are charged to the same card on their days. */
export function startParts(order: ModelOrder, payment: ModelPayment, card: StoredCard | null): void {
  const [first, ...later] = order.parts
  if (!first || !isOpenPart(first)) return
  Object.assign(first, { status: 'paid', payment })
  for (const part of later) Object.assign(part, { next: part.due, card })
}

/** The unpaid instalments of a place in a paid order. */
export const openOfPlace = (order: ModelOrder, place: string): number =>
  order.status === 'paid'
    ? sum(openParts(order).flatMap(({ places }) => places.map(({ id, amount }) => (id === place ? amount : 0))))
    : 0

/** The remaining instalments of a cancelled place are not charged. */
export function waiveParts(order: ModelOrder, place: string): void {
  if (order.status !== 'paid') return
  for (const part of openParts(order)) {
    const gone = sum(part.places.map(({ id, amount }) => (id === place ? amount : 0)))
    part.places = part.places.filter(({ id }) => id !== place)
    part.waived += gone
    order.waived += gone
    if (gone > 0 && part.waived === part.amount) Object.assign(part, { status: 'cancelled', next: null })
  }
}

export const isDue = (order: ModelOrder, part: ModelPart, now: number): boolean =>
  order.status === 'paid' && isOpenPart(part) && part.next !== null && part.next <= now

/**
 * The scheduler charges due instalments to the card of the first instalment and, after a refusal, to the customer's
 * default card.
 */
export function chargeParts(booking: Booking, now: number): void {
  const due = booking.orders
    .flatMap((order) => order.parts.map((part) => ({ order, part })))
    .filter(({ order, part }) => isDue(order, part, now))
    .sort((a, b) => (a.part.next ?? 0) - (b.part.next ?? 0))
  for (const { order, part } of due) {
    // Drops an outcome that was set for the next payment and that no earlier payment used.
    booking.scenario = null
    const card = cardFor(booking, order, part)
    if (card) order.payments.push(charged(chargeOf(part), card, now))
    if (card && !card.fails) {
      Object.assign(part, { status: 'paid', next: null, payment: order.payments.at(-1) })
      continue
    }
    part.attempts += 1
    const days = retryDays[part.attempts - 1]
    Object.assign(part, {
      status: 'failed',
      next: days === undefined ? null : Math.max(part.due + days * day, now + day),
    })
  }
}

function cardFor({ cards }: Booking, { customer }: ModelOrder, part: ModelPart): StoredCard | null {
  const own = cards.find((card) => card === part.card) ?? null
  const usual = cards.find((card) => card.customer === customer && card.isDefault) ?? null
  return part.attempts === 0 ? (own ?? usual) : (usual ?? own)
}

function charged(amount: number, card: StoredCard | null, now: number, fails = card?.fails === true): ModelPayment {
  const received = fails ? 0 : amount
  return {
    ...{ id: '', status: fails ? 'failed' : 'succeeded', method: 'card', amount, received, returned: 0, credited: 0 },
    ...{ attempts: 1, created: now, calledAt: now, card, keeps: false },
    intent: { state: fails ? 'waits' : 'succeeded', amount, received, settlesAt: null, attempt: 1 },
  }
}

type PayingPart = { order: string; part: number | null; card: StoredCard | null; isRefused: boolean; now: number }

/** A customer pays one instalment, or all remaining ones, early or after a refusal. */
export function payParts(booking: Booking, input: PayingPart, answerIds: AnswerIds): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  booking.scenario = null
  const named = input.part === null ? null : order.parts[input.part]
  const finished = named ? named.payment : hasOpenParts(order) ? null : order.parts.at(-1)?.payment
  if (finished) return ok()
  if (order.status !== 'paid' || !hasOpenParts(order)) return no('state_conflict')
  const parts = openParts(order).filter((part) => !named || part === named)
  if (parts.length === 0) return no('payment_in_progress')
  const kept = booking.cards.find((card) => card.id === input.card?.id) ?? null
  const isRefused = input.isRefused || kept?.fails === true
  const payment = { ...charged(sum(parts.map(chargeOf)), kept, input.now, isRefused), id: answerIds.id }
  order.payments.push(payment)
  if (isRefused) return { status: 402 }
  for (const part of parts) Object.assign(part, { status: 'paid', next: null, payment })
  if (kept) for (const part of openParts(order)) part.card = kept
  return ok(201)
}
