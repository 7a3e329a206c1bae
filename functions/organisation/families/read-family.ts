import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { Family } from '../../contract/organisation/people.ts'
import { list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { listProgramCredits } from '../../booking/session-credits/list-redemptions.ts'
import { listMessagesOfProgram } from '../../contact/messages/team-messages.ts'
import { readBalanceOfCustomer } from '../../money/balances/read-balance.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { shadeOfCaller } from '../../platform/identity/staff.ts'
import { listOrdersById } from '../desk/list-orders.ts'
import { listProgramRegistrations } from '../roster/list-registrations.ts'
import {
  adultsOfFamily,
  attendeesOfFamily,
  customerOfFamily,
  maxFamilyMembers,
  membershipsOfFamily,
  ordersOfCustomer,
  placesOfFamily,
  undoableOfFamily,
} from './family-rows.ts'
import { showNote } from './notes.ts'
import { pageOfNotes } from './note-rows.ts'
import { showPerson } from './show-found.ts'

/** Number of items of each list that is shown of a family; each list has the number of all. */
const page = { limit: 20, skip: 0 }

type Input = { program_id: string; customer_id: string }

/**
 * A family of a program in one answer, with two trips to the database. A caller who looks after some events sees the
 * people and bookings of them. Orders, balance, passes and memberships need the right `money`, messages `messages` for
 * the whole program. `not_found` for a customer of another program.
 */
export async function readFamily(ctx: OrganiserContext, { program_id, customer_id }: Input): Promise<Family> {
  const { event_ids } = ctx.reach
  const family = { program_id, customer_id, event_ids }
  const [[customer], attendees, adults, notes, [counted]] = await ctx.db.batch([
    customerOfFamily(ctx.db, family),
    attendeesOfFamily(ctx.db, family),
    adultsOfFamily(ctx.db, family),
    ...pageOfNotes(ctx.db, { ...family, ...page }),
  ])
  if (!customer) throw new ApiError('not_found', { param: 'customer_id' })

  const isOfMoney = shadeOfCaller(ctx.actor, 'money') !== null
  const isOfMessages = shadeOfCaller(ctx.actor, 'messages') !== null && event_ids === 'all'
  const bookings = { program_id, ids: placesOfFamily(family), ...page, all: false, sort: 'starts_at' as const }
  const [upcoming, past, undoable, orders, balance, passes, memberships, messages] = await Promise.all([
    listProgramRegistrations(ctx, {
      ...bookings,
      order: 'asc',
      ends: { from: ctx.now },
      status: [...registrationStates.coming.statuses],
    }),
    listProgramRegistrations(ctx, { ...bookings, order: 'desc', ends: { before: ctx.now } }),
    listProgramRegistrations(ctx, { ...bookings, ids: undoableOfFamily(family, ctx.now), order: 'asc', all: true }),
    isOfMoney ? listOrdersById(ctx, { program_id, ids: ordersOfCustomer(customer_id), ...page }) : null,
    isOfMoney ? readBalanceOfCustomer(ctx, { program_id, customer_id }) : null,
    isOfMoney
      ? listProgramCredits(ctx, {
          ...{ program_id, customer_profile_id: customer.contact.id, ...page },
          ...{ sort: 'created', order: 'desc' },
        })
      : null,
    isOfMoney ? membershipsOfFamily(ctx.db, { program_id, customer_id, limit: page.limit }) : null,
    isOfMessages
      ? listMessagesOfProgram(ctx, {
          ...{ program_id, contact_id: customer.contact.id, ...page },
          ...{ sort: 'created', order: 'desc' },
        })
      : null,
  ])
  const whole = { limit: maxFamilyMembers, skip: 0 }
  return {
    id: customer_id,
    object: 'family',
    program_id,
    customer_profile: customer.contact,
    phones: customer.phones,
    language: customer.language,
    merged_into: customer.merged_into,
    created: instant(customer.created),
    attendees: list(
      attendees.map((each) => showAttendee(ctx, each, customer.timezone)),
      attendees[0]?.total ?? 0,
      whole,
    ),
    adults: list(
      adults.map(({ id, contact, relations }) => ({ id, customer_profile: contact, relations })),
      adults[0]?.total ?? 0,
      whole,
    ),
    upcoming,
    past,
    undoable,
    orders,
    balance,
    passes,
    memberships:
      memberships &&
      list(
        memberships.map(({ total: _, package_name, translations, ...each }) => ({
          ...each,
          package_name: localize({ name: package_name, translations }, ctx.contentLanguage).name,
        })),
        memberships[0]?.total ?? 0,
        page,
      ),
    messages,
    notes: list(notes.map(showNote), counted?.total ?? 0, page),
  }
}

type AttendeeRow = Awaited<ReturnType<typeof attendeesOfFamily>>[number]

function showAttendee(
  ctx: OrganiserContext,
  { id, status, relation, rights, person }: AttendeeRow,
  timezone: string,
): Family['attendees']['data'][number] {
  const first = {
    name: person.parent_name,
    phone: person.emergency_contact_phone,
    email: person.emergency_contact_email,
  }
  return {
    id,
    attendee_id: person.id,
    ...showPerson(ctx, person, timezone),
    status,
    relation,
    rights,
    phone: person.phone,
    email: person.email,
    emergency_contacts: [
      ...(first.name || first.phone || first.email ? [first] : []),
      ...person.other_emergency_contacts,
    ],
  }
}
