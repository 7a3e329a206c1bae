import type { CardChargeConsent } from '#contract/money/card-charges'
import type { CustomerProfile } from '#contract/people/customer'
import { controlName } from '#contract/booking/form-controls'
import { declineOf } from '#contract/money/declines'
import { isCharge, type Order } from '#contract/money/order'
import type { Payment } from '#contract/money/payment'
import type { CurrentUser } from '../../../api/page-request.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { dayMonth, formatDeadline, uncapitalise } from '#contract/date-format'
import { eventWhen } from '#contract/event-times'
import { dayText, wallClock } from '#contract/wall-clock'
import { bankStepAddress, confirmPaymentAddress, type Routes, supportAddress } from '../../../routes.ts'
import { type CheckoutSetup, sumOf } from '../../../stores/money/checkout-setup.ts'
import { asSentence, isFeeKept, refundWords } from '../../offering/event/refund-words.ts'
import { fillIn, sideBySide } from '../../../locales/fill-in.ts'
import { holdEndOf } from '../../../locales/hold-words.ts'
import { placeView } from '../order/place-view.ts'
import { planOfLine, planSentence } from '../../booking/memberships/plan-words.ts'
import { cardViews } from '../payment-methods/card-view.ts'

/** The props of checkout, serialised in the page. */
export function makeCheckoutSetup(
  order: Order,
  {
    programContext,
    user,
    profile,
    now,
    consent,
    isCardAdded,
    code,
  }: {
    programContext: ProgramContext
    user: CurrentUser
    profile: CustomerProfile | null
    now: number
    consent: CardChargeConsent | null
    /** True when a card was just stored to pay this order. */
    isCardAdded: boolean
    code: Pick<CheckoutSetup['code'], 'value' | 'refusal'>
  },
): CheckoutSetup {
  const { program, features, language, locale, to } = programContext
  const views = new Map(order.registrations.map((registration) => [registration.id, placeView(registration, locale)]))
  const lines = order.items.flatMap((item) => {
    const view = item.registration_id === null ? undefined : views.get(item.registration_id)
    return view
      ? [
          [
            item.id,
            {
              month: view.month,
              days: view.days,
              under: view.under,
              name: view.name,
              option: view.isAppointment ? sideBySide(view.option, view.hours) : view.option,
              who: view.who,
              day: view.isAppointment ? view.day : null,
              edit: editAddress(order, item.registration_id, to),
            },
          ] as const,
        ]
      : []
  })
  const cards = cardViews(profile?.sources ?? [], programContext, now)
    .filter(({ state }) => state !== 'expired')
    .map(({ id, name, expiry }) => ({ id, name, expiry }))
  const byStart = order.registrations.toSorted((a, b) => Date.parse(b.event.starts_at) - Date.parse(a.event.starts_at))
  // An event that is booked several times is in the list once, with its first time.
  const events = [...new Map(byStart.map(({ event }) => [event.id, event])).values()].reverse()
  const payment = order.payments.at(-1)
  const waiting = order.payments.find(({ status }) => status === 'requires_action')
  const today = wallClock(now, program.timezone)
  const todayOn = dayText(today)
  // An order payable later is held for days, so no countdown runs.
  const holdUntil = order.due_at ? null : order.hold_expires_at
  return {
    order: { id: order.id, status: order.status, timezone: program.timezone },
    program: { id: program.id, name: program.name, email: program.email },
    language,
    locale,
    sum: sumOf(order),
    lines: Object.fromEntries(lines),
    plans: plansOf(order, programContext, todayOn),
    event: onlyEvent(order, events, programContext),
    holdUntil,
    holdEnd: holdEndOf(holdUntil, { now, timezone: program.timezone, locale }, programContext.text.checkout),
    decline: lastDecline(payment),
    bankStep: bankStepAddress(order),
    bankPayment: waiting?.id ?? null,
    isOnPage: waiting?.on_provider_page ?? false,
    balance: features?.account_balance_enabled && order.starting_balance.value > 0 ? order.starting_balance : null,
    isOnlinePossible: DEVELOPMENT_TOOLS || program.card_form !== null,
    cardForm: program.card_form,
    offlineDue:
      order.offline_due_at && formatDeadline(order.offline_due_at, { timezone: program.timezone, locale, now }),
    cards,
    // The default card comes first, then the newest.
    chosenCard: (isCardAdded ? cards[1] : null)?.id ?? cards[0]?.id ?? null,
    chargeConsent: user.is_email_verified && !consent?.agreed ? (consent?.offered ?? null) : null,
    canStoreCard: user.is_email_verified,
    isFixed: order.moves_registration_id !== null || order.membership_id !== null || order.items.some(isCharge),
    keepsFees: keepsFees(order, program, now),
    refundNote: refundNote(events, programContext, now),
    returnDeadlines: returnDeadlines(order, programContext, now),
    hasTerms: Boolean(program.preferences.program_terms),
    code: { key: crypto.randomUUID(), ...code },
    unverifiedEmail: user.is_email_verified ? null : order.customer_profile.email,
    today: todayOn,
    todayWords: dayMonth(today, locale),
    addresses: {
      checkout: to.checkout(order.id),
      order: to.order(order.id),
      orders: to.orders(),
      explore: to.explore(),
      support: supportAddress({ program_id: program.id, url: to.checkout(order.id), lang: language }),
      confirm: confirmPaymentAddress({ program_id: program.id, order_id: order.id, payment_id: '' }).replace(
        /&?payment_id=[^&]*/,
        '',
      ),
    },
  }
}

/** The registration form of a place in a cart, at its person. It has the answers that were sent for the place. */
function editAddress(
  { status, moves_registration_id, registrations }: Order,
  id: string | null,
  to: Routes,
): string | null {
  const place = registrations.find((each) => each.id === id)
  if (!place || status !== 'draft' || moves_registration_id !== null) return null
  const { option_id, event, attendee_profile } = place
  const form =
    event.appointment_type_id === null
      ? to.register(event.id)
      : to.bookAppointment(event.appointment_type_id, { option: option_id, start: event.starts_at })
  return `${form}#${controlName({ key: attendee_profile.attendee_id }, 'comes')}`
}

/**
 * Whether the booking fee of every item stays with the organisation while a part of its price is refunded. What is no
 * place, such as a package, is refunded without its fee.
 */
const keepsFees = ({ items, registrations }: Order, { selling }: ProgramContext['program'], now: number): boolean =>
  items
    .filter(({ amount_fee }) => amount_fee.value > 0)
    .every(({ registration_id }) => {
      const place = registrations.find(({ id }) => id === registration_id)
      return !place || isFeeKept(place.event, { now, selling })
    })

/** The payment plans of an order's memberships. A membership that was to start earlier starts today. */
const plansOf = ({ items }: Order, programContext: ProgramContext, today: string) =>
  Object.fromEntries(
    items.flatMap(({ id, membership, ...item }) =>
      membership
        ? [
            [
              id,
              {
                start: membership.start_date,
                // The amount due now depends on discount codes, so it is taken from the order item.
                words: planSentence({ ...planOfLine(membership, item), paid_now: '{amount}' }, today, programContext),
              },
            ] as const,
          ]
        : [],
    ),
  )

function lastDecline(payment: Payment | undefined): CheckoutSetup['decline'] {
  if (payment?.status !== 'failed' || payment.error_type === null) return null
  const { actions, saysNotCharged } = declineOf(payment.error_type)
  return {
    type: payment.error_type,
    message: payment.error_message ?? '',
    actions,
    saysNotCharged,
    path: `/api/v1/profile/orders/${payment.order_id}/payments/${payment.id}`,
    timestamp: payment.created,
  }
}

/** The event or appointment of an order that has only one. */
function onlyEvent(
  { items, registrations }: Order,
  events: Order['registrations'][number]['event'][],
  { language, locale, text }: ProgramContext,
): CheckoutSetup['event'] {
  const [event] = events
  const isAll = items.every(({ registration_id }) => registration_id !== null)
  const dates = new Set(registrations.map(({ event: { starts_at } }) => starts_at)).size
  const shown = event ? eventWhen(event, locale).days : ''
  const days = language === 'fr' ? uncapitalise(shown) : shown
  return event && events.length === 1 && isAll
    ? { name: event.name, days: dates > 1 ? fillIn(text.checkout.datesFrom, { count: dates, day: days }) : days }
    : null
}

/** The refund deadlines of the order, in the time zone of the first event. */
function returnDeadlines(
  { returns_if_cancelled, registrations }: Order,
  { locale, program }: ProgramContext,
  now: number,
): Record<string, string> {
  const timezone = registrations[0]?.event.timezone ?? program.timezone
  return Object.fromEntries(
    returns_if_cancelled.flatMap(({ until }) =>
      until === null ? [] : [[until, formatDeadline(until, { timezone, locale, now })] as const],
    ),
  )
}

/** One line about refunds, which names the event when the order has several. */
function refundNote(
  events: Order['registrations'][number]['event'][],
  { locale, program }: ProgramContext,
  now: number,
): string | null {
  const paid = events.filter(({ order_availability }) => (order_availability.maximum_option_price?.cost.value ?? 0) > 0)
  if (paid.length === 0) return null
  return paid
    .map(
      (event) =>
        `${paid.length > 1 ? `${event.name}: ` : ''}${asSentence(refundWords(event, locale, { now, selling: program.selling }).summary)}`,
    )
    .join(' ')
}
