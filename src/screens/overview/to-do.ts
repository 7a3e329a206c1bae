import type { User } from '#contract/people/account'
import type { Attendee } from '#contract/people/attendee'
import { formatDeadline } from '#contract/date-format'
import type { Waiver } from '#contract/offering/event'
import type { Membership } from '#contract/booking/membership'
import type { Order } from '#contract/money/order'
import type { Registration } from '#contract/booking/registration'
import type { FamilyList } from '../../api/load-member.ts'
import type { ProgramContext } from '../../layouts/program-context.ts'
import type { IconName } from '../../ui/icons.tsx'
import { chargedWords, waitingFor } from '../booking/memberships/membership-view.ts'
import { formOfField, missingFields, ownRelation, sharedProfile } from '../people/family/member-view.ts'
import * as registrationStates from '#contract/states/registration-states'
import * as orderStates from '#contract/states/order-states'

/** An open action of the customer. It is a page to open, or a waiver to accept at once. */
export type ToDo = { icon: IconName; title: string; text: string } & (
  | { href: string; action: string }
  | { registration_id: string; waiver: Waiver; action: string }
)
type Input = {
  user: User
  orders: readonly Order[]
  places: readonly Registration[]
  /** The family; null when the API returns none. */
  family: FamilyList | null
  memberships: readonly Membership[]
  now: number
}
type Context = Pick<ProgramContext, 'text' | 'to' | 'program' | 'locale' | 'language'>

/**
 * The customer's open actions, most urgent first: undeliverable mail, payments for places and memberships, waivers, missing data
 * of the family, an email to confirm.
 */
export function toDoList(input: Input, context: Context): ToDo[] {
  const { user, orders, places, family, memberships, now } = input
  const { to, text } = context
  const words = text.overview
  const isBounced = user.is_email_bounced && user.pending_email === null
  return [
    ...(isBounced
      ? [
          {
            icon: 'mail' as const,
            title: words.emailBounced,
            text: words.emailBouncedText(user.email),
            href: to.editProfile(),
            action: words.checkEmail,
          },
        ]
      : []),
    ...memberships.flatMap((membership) => membershipToMend(membership, context) ?? []),
    // The order of a membership is listed with the membership.
    ...orders
      .filter((order) => isToPay(order, now) && !memberships.some(({ open_order_id }) => open_order_id === order.id))
      .map((order) => orderToPay(order, context, now)),
    ...places.flatMap((place) => waiverToAccept(place, context, now) ?? []),
    ...(family?.attendees ?? []).flatMap(
      (attendee) => fieldsToFillIn(attendee, family?.customer.id ?? '', context) ?? [],
    ),
    ...(isBounced || (user.is_email_verified && user.pending_email === null)
      ? []
      : [
          {
            icon: 'mail' as const,
            title: words.confirmEmail,
            text: words.confirmEmailText(user.pending_email ?? user.email),
            href: to.verify(to.overview()),
            action: text.account.enterCode,
          },
        ]),
  ]
}

// A cart whose hold has ended is released within a minute, and an empty cart has nothing to pay.
const isToPay = ({ status, items, amount_remaining, hold_expires_at, due_at }: Order, now: number): boolean =>
  items.length > 0 &&
  (status === 'requires_action' ||
    (status === 'pending' && due_at !== null && amount_remaining.value > 0) ||
    (orderStates.changeable.has(status) && hold_expires_at !== null && Date.parse(hold_expires_at) > now))

function orderToPay(order: Order, { text, to, program, locale }: Context, now: number): ToDo {
  const words = text.overview
  const what = [...new Set(order.items.map(({ product_name }) => product_name))].join(', ')
  const by = (time: string) => formatDeadline(time, { timezone: program.timezone, locale, now })
  const isPromised = order.status === 'pending' && order.due_at !== null
  return {
    icon: 'receipt',
    title: order.amount_remaining.value > 0 ? words.due(order.amount_remaining.display, what) : words.finish(what),
    text: isPromised
      ? words.payBy(by(order.due_at ?? ''))
      : order.hold_expires_at
        ? words.heldUntil(by(order.hold_expires_at))
        : words.bankWaits,
    href: isPromised ? to.order(order.id) : to.checkout(order.id),
    action: isPromised ? words.seeOrder : words.goOn,
  }
}

function membershipToMend(membership: Membership, context: Context): ToDo | null {
  const { memberships: words } = context.text
  const { package: sold, amount_due, next_payment_cost } = membership
  const waiting = waitingFor(membership)
  const amount =
    amount_due.value > 0 || !next_payment_cost
      ? amount_due.display
      : chargedWords(next_payment_cost, membership, context)
  if (waiting === null) return null
  const told = {
    first: [words.toDo.first(sold.name, amount), words.toDo.firstText],
    pay: [words.toDo.failed(sold.name, amount), words.toDo.failedText],
    card: [words.toDo.noCard(sold.name), words.toDo.noCardText],
  } as const
  const [title, text] = told[waiting]
  return { icon: 'alert', title, text, href: context.to.membership(membership.id), action: words.toDo.action }
}

function waiverToAccept(place: Registration, { text }: Context, now: number): ToDo | null {
  const { event, waiver: accepted, status } = place
  const { waiver } = event
  const isOpen = registrationStates.booked.has(status) && Date.parse(event.starts_at) > now
  if (!waiver || !isOpen) return null
  if (accepted?.waiver_id === waiver.waiver_id && accepted.version === waiver.version) return null
  const { first_name } = place.attendee_profile
  const words = text.overview
  return {
    icon: 'doc',
    title: words.waiver(waiver.title, first_name),
    text: words.waiverText(event.name),
    registration_id: place.id,
    waiver,
    action: words.acceptWaiver(first_name),
  }
}

/** The required fields that are missing for a person whom the customer manages, as one action. */
function fieldsToFillIn(attendee: Attendee, customerId: string, { text, to, program }: Context): ToDo | null {
  const isManaged = ownRelation(attendee, customerId)?.rights.includes('manage') === true
  const missing = missingFields(attendee, program.preferences.required_attendee_fields, customerId)
  const [first] = missing
  if (!first || !isManaged || !sharedProfile(attendee, program.id)) return null
  const words = text.overview
  const { first_name } = attendee
  return {
    icon: 'people',
    title: words.missing(first_name),
    text: words.missingText(
      program.name,
      missing.map((field) => text.family.missing[field]),
    ),
    href: to.editMember(attendee.id, formOfField(first)),
    action: words.fillIn(first_name),
  }
}
