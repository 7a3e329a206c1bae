import { type AnswerIds, type Expected, no, ok } from './expected-answers.ts'
import type { Booking, StoredCard, ModelPayment } from './booking-state.ts'

const mostCards = 10
const ownOf = ({ cards }: Booking, customer: number) => cards.filter((card) => card.customer === customer)
const beDefault = (booking: Booking, card: StoredCard) => {
  for (const each of ownOf(booking, card.customer)) each.isDefault = each === card
}

/** Adds a card to the customer's list. The first card becomes the default. The same card of the form is stored once. */
export function keepCard(
  booking: Booking,
  input: { customer: number; form: string; fails: boolean; isDefault: boolean; now: number },
  answerIds: AnswerIds,
): Expected {
  const { customer, form, fails, isDefault, now } = input
  const own = ownOf(booking, customer)
  const existing = own.find((card) => card.form === form)
  if (existing && isDefault) beDefault(booking, existing)
  if (existing) return ok()
  if (own.length >= mostCards) return { status: 400, type: 'out_of_range' }
  const card = { id: answerIds.id, customer, form, fails, isDefault: false, kept: now }
  booking.cards.push(card)
  if (isDefault || !own.some((each) => each.isDefault)) beDefault(booking, card)
  return ok(201)
}

/** Removes a card. If it was the default, the newest of the other cards becomes the default. */
export function letCardGo(booking: Booking, input: { card: string }): Expected {
  const card = booking.cards.find(({ id }) => id === input.card)
  if (!card) return no('not_found')
  booking.cards = booking.cards.filter((each) => each !== card)
  const newest = ownOf(booking, card.customer).toSorted((a, b) => b.kept - a.kept)[0]
  if (card.isDefault && newest) beDefault(booking, newest)
  return ok()
}

/** Stores a card after its payment succeeded, if the payment was meant to store the card. */
export function keepPaidCard(
  booking: Booking,
  { customer, payment, now }: { customer: number; payment: ModelPayment; now: number },
): StoredCard | null {
  if (!payment.keeps) return null
  const isDefault = !ownOf(booking, customer).some((card) => card.isDefault)
  const card: StoredCard = { id: '', customer, form: null, fails: false, isDefault, kept: now }
  booking.cards.push(card)
  return card
}
