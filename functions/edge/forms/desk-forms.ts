import type { Order } from '../../contract/money/order.ts'
import { staffBookingOf } from '../../contract/organisation/staff-booking-form.ts'
import type { StaffCharge } from '../../contract/organisation/staff-booking.ts'
import { cancellationOf, chargeOf, moveOf, paymentOf, refundOf } from '../../contract/organisation/staff-change-form.ts'
import { rolesOfEvents } from '../../contract/people/staff.ts'
import { isTicked } from '../read-form.ts'
import { filled, namesTicked } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const familyPage = '/desk/:program_id/families/:customer_id'
const person = '/v1/organiser/programs/:program_id/people/:customer_id'
const notes = `${person}/notes`
const reasonOf = (post: FormPost): object => ({ reason: post.text('reason') })
const noteOf = (post: FormPost): object => ({ text: post.text('text'), is_pinned: isTicked(post.fields, 'is_pinned') })

/** True if the last button would send something else than the body in `checked`, which the page showed. */
const isOtherThanChecked = (post: FormPost): boolean =>
  post.text('checked') !== '' &&
  post.text('checked') !== JSON.stringify((post.text('act') === 'move' ? moveOf : cancellationOf)(post.fields))
const registration = '/v1/organiser/programs/:program_id/registrations/:registration_id'
const cancelled = {
  body: (post: FormPost) => cancellationOf(post.fields),
  next: (post: FormPost) => post.page(familyPage, { saved: 'cancelled' }),
}
const order = '/v1/organiser/programs/:program_id/orders/:order_id'
const team = '/v1/organiser/programs/:program_id/team'
const eventField = 'event.'
/** The role and the title, and the events of a coach or a nurse; other roles have no list of events. */
const placeOf = (post: FormPost): object => ({
  title: post.text('title'),
  role: post.text('role'),
  event_ids: eventRoles.includes(post.text('role')) ? namesTicked(post, eventField) : [],
})
const eventRoles: readonly string[] = rolesOfEvents

/** Forms of the desk. The calls check the rights of the member who sends them. */
export const deskForms: readonly Form[] = [
  {
    path: familyPage,
    form: 'desk-notes',
    actions: [
      { when: { note_id: true, delete: true }, call: `DELETE ${notes}/:note_id`, saved: 'note_deleted' },
      { when: { note_id: true }, call: `PUT ${notes}/:note_id`, body: noteOf, saved: 'note_changed', showsAgain: true },
      { call: `POST ${notes}`, body: noteOf, saved: 'note_added', showsAgain: true },
    ],
  },
  // The page itself reads the information, so that the typed reason is in no address.
  { path: `${familyPage}/health/:registration_id`, form: 'desk-health', redraws: true },
  {
    path: `${familyPage}/privacy`,
    form: 'desk-privacy',
    showsAgain: 'whole',
    actions: [
      { when: { keep: true }, call: `DELETE ${person}/erasure`, saved: 'kept' },
      { when: { act: 'export' }, call: `POST ${person}/export`, body: reasonOf, saved: 'export' },
      { call: `POST ${person}/erasure`, body: reasonOf, saved: 'erasure' },
    ],
  },
  {
    path: '/desk/:program_id/register',
    form: 'desk-register',
    // A check shows the page again with the sums of what was typed.
    actions: [
      { when: { next: true }, redraws: true },
      {
        call: 'POST /v1/organiser/programs/:program_id/bookings',
        body: (post) => staffBookingOf(post.fields),
        next: (post, { id }: Order) => post.page(`/desk/:program_id/orders/${id}`, { saved: 'registered' }),
        showsAgain: 'whole',
      },
    ],
  },
  {
    path: `${familyPage}/registrations/:registration_id`,
    form: 'desk-change',
    showsAgain: 'whole',
    back: (post) => ({ do: post.text('act') === 'move' ? 'move' : 'cancel' }),
    actions: [
      // What was typed after the last check is checked again, so that a button does what it says.
      { when: (post) => post.text('next') !== '' || isOtherThanChecked(post), redraws: true },
      {
        when: { act: 'move' },
        call: `POST ${registration}/move`,
        body: (post) => moveOf(post.fields),
        next: (post) => post.page(familyPage, { saved: 'moved' }),
      },
      {
        when: { act: 'undo' },
        call: `POST ${registration}/undo`,
        next: (post) => post.page(familyPage, { saved: 'undone' }),
      },
      {
        when: { act: 'cancel_appointment' },
        call: 'POST /v1/organiser/programs/:program_id/appointments/:registration_id/cancel',
        ...cancelled,
      },
      { call: `POST ${registration}/cancel`, ...cancelled },
    ],
  },
  {
    path: '/desk/:program_id/orders/:order_id',
    form: 'desk-order',
    showsAgain: 'whole',
    actions: [
      { when: { next: true }, redraws: true },
      {
        when: { act: 'refund' },
        call: `POST ${order}/refund`,
        body: (post) => refundOf(post.fields),
        saved: 'refunded',
      },
      {
        when: { act: 'charge' },
        call: `POST ${order}/charges`,
        body: (post) => chargeOf(post.fields),
        next: (post, { order_id, status }: StaffCharge) =>
          post.page(`/desk/:program_id/orders/${order_id || post.text('order_id')}`, {
            saved: post.text('pay') !== 'card' ? 'charged' : status === 'paid' ? 'charged_card' : 'not_charged',
          }),
      },
      { call: `POST ${order}/payments`, body: (post) => paymentOf(post.fields), saved: 'paid' },
    ],
  },
  {
    path: '/desk/:program_id/team',
    form: 'desk-team',
    call: `POST ${team}`,
    body: (post) => ({
      ...filled(post, 'first_name', 'last_name', 'language'),
      email: post.text('email'),
      ...placeOf(post),
    }),
    saved: 'invited',
    showsAgain: 'whole',
  },
  {
    path: '/desk/:program_id/team/:staff_id',
    form: 'desk-member',
    actions: [
      { when: { end: true }, call: `DELETE ${team}/:staff_id`, saved: 'ended' },
      { when: { resend: true }, call: `POST ${team}/:staff_id/resend`, saved: 'resent' },
      { call: `PUT ${team}/:staff_id`, body: placeOf, saved: 'changed', showsAgain: 'whole' },
    ],
  },
]
