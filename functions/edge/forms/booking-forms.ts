import type { ProgramAttendeeProfile } from '../../contract/people/attendee.ts'
import type { CustomerProfile } from '../../contract/people/customer.ts'
import type { Membership } from '../../contract/booking/membership.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { WaitlistEntry } from '../../contract/booking/waitlist.ts'
import { isTicked } from '../read-form.ts'
import { withAnswers } from './answers-of-form.ts'
import { expectedAmount, filled, ownKey } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const waitlistPage = '/pg/:program_id/evt/:event_id/waitlist'
const offerPage = '/pg/:program_id/offer'
const registrationPage = '/pg/:program_id/profile/schedule/:registration_id'
const membershipPage = '/pg/:program_id/profile/memberships/:membership_id'
const membershipCall = 'POST /v1/profile/programs/:program_id/memberships/:membership_id'

/** Forms of places, memberships and waitlists. */
export const bookingForms: readonly Form[] = [
  {
    path: waitlistPage,
    form: 'waitlist',
    back: ['option_id'],
    actions: [
      {
        when: { leave: true },
        call: 'POST /v1/profile/registrations/:leave/decline',
        body: [],
        next: (post) => post.page(waitlistPage, { option_id: post.text('option_id'), saved: 'left' }),
      },
      {
        call: joinWaitlist,
        next: (post) => post.page(waitlistPage, { option_id: post.text('option_id'), saved: 'joined' }),
      },
    ],
  },
  {
    path: offerPage,
    form: 'offer',
    back: ['token'],
    actions: [
      {
        when: { claim: true },
        call: 'POST /v1/profile/registrations/:registration_id/claim',
        body: [],
        next: afterClaim,
      },
      {
        call: 'POST /v1/waitlist_offers/decline',
        body: ['program_id', 'token'],
        next: (post) => post.page(offerPage, { token: post.text('token') }),
      },
    ],
  },
  {
    path: '/pg/:program_id/profile/overview',
    form: 'overview',
    call: 'PUT /v1/profile/registrations/:registration_id',
    body: (post) => ({ waiver: { waiver_id: post.text('waiver_id'), version: Number(post.text('version')) } }),
    saved: '1',
  },
  {
    path: '/pg/:program_id/profile/schedule',
    form: 'calendar',
    actions: [
      // The place to keep at its normal price.
      {
        when: { pay: true },
        call: 'POST /v1/profile/registrations/:pay/moves',
        body: expectedAmount,
        next: (post, { id }: Order) => post.page(`/pg/:program_id/checkout/${id}`),
      },
      { call: 'POST /v1/profile/calendar', saved: 'calendar' },
    ],
  },
  {
    path: `${registrationPage}/answers`,
    form: 'answers',
    reads: 'files',
    showsAgain: true,
    call: (post) =>
      withAnswers(post, (answers) =>
        post.also('PUT /v1/profile/registrations/:registration_id', { form_response: { answers } }),
      ),
    saved: '1',
  },
  {
    path: registrationPage,
    form: 'move',
    reads: 'files',
    saved: 'moved',
    // Returns to the page of the customer's choice.
    back: (post) => ({ to: post.text('option_id'), who: post.text('attendee_profile_id') }),
    actions: [
      {
        when: { option_id: true, pay: true },
        call: (post) => movePlace(post, 'POST /v1/profile/registrations/:registration_id/moves'),
        showsAgain: true,
        next: (post, { id }: Order) => post.page(`/pg/:program_id/checkout/${id}`),
      },
      {
        when: { option_id: true },
        call: (post) => movePlace(post, 'PUT /v1/profile/registrations/:registration_id'),
        showsAgain: true,
      },
      {
        form: 'appointment',
        back: [],
        call: 'PUT /v1/profile/appointments/:registration_id',
        body: (post) => ({ start_time: post.text('start') }),
      },
    ],
  },
  {
    path: membershipPage,
    form: 'membership',
    // Returns to the page of the change in progress.
    back: ['act'],
    actions: [
      {
        when: { act: 'cancel' },
        call: `${membershipCall}/cancel`,
        body: (post) => ({ reason: post.text('reason') || null, reason_other: post.text('reason_other') || null }),
        saved: 'cancel',
      },
      {
        when: { act: 'hold' },
        call: `${membershipCall}/hold`,
        body: (post) => ({ from: post.text('from') || null, to: post.text('to') || null }),
        saved: 'hold',
      },
      { when: { act: 'resume' }, call: `${membershipCall}/hold/end`, back: [], saved: 'resume' },
      { when: { act: 'keep' }, call: `${membershipCall}/keep`, back: [], saved: 'keep' },
      {
        when: { act: 'pay' },
        back: [],
        call: `${membershipCall}/payment_method`,
        body: chosenCard,
        // The bank may require a confirmation first; then the page says that.
        next: (post, { status }: Membership) => post.page(membershipPage, { saved: status === 'active' ? 'paid' : '' }),
      },
      { call: `${membershipCall}/payment_method`, body: chosenCard, saved: 'card' },
    ],
  },
]

function chosenCard(post: FormPost): object {
  return { payment_source_id: post.text('payment_source_id'), ...expectedAmount(post) }
}

/** Moves to the chosen place, with the answers to the questions that it asks. */
const movePlace = (post: FormPost, call: string): Promise<Response> =>
  withAnswers(post, (answers) =>
    post.send(
      call,
      { ...chosenPlace(post), ...(answers.length > 0 ? { form_response: { answers } } : {}) },
      call.startsWith('POST') ? { key: ownKey(post) } : {},
    ),
  )

function chosenPlace(post: FormPost): object {
  const waiver = { waiver_id: post.text('waiver_id'), version: Number(post.text('waiver_version')) }
  return {
    ...filled(post, 'option_id', 'attendee_profile_id'),
    ...expectedAmount(post),
    ...(isTicked(post.fields, 'waiver') ? { waiver } : {}),
  }
}

/** Prefix of the checkboxes, followed by the person's id. */
const personField = 'who.'

/** Adds the chosen people one by one. When a person is rejected, the earlier people stay added. */
async function joinWaitlist(post: FormPost): Promise<Response> {
  const { fields } = post
  const program_id = post.text('program_id')
  const chosen = Object.keys(fields).filter((name) => name.startsWith(personField) && fields[name])
  const joined = await post.also('POST /v1/profile/programs/:program_id', {})
  if (!joined.ok) return joined
  const { id: customer_profile_id } = (await joined.json()) as CustomerProfile
  const group_key = post.text('group') === 'all' && chosen.length > 1 ? post.text('key') : ''
  const register = (attendee: object) =>
    post.also('POST /v1/profile/registrations', {
      status: post.text('status'),
      event_id: post.text('event_id'),
      option_id: post.text('option_id'),
      customer_profile_id,
      ...attendee,
      ...(group_key ? { group_key } : {}),
    })

  let answer: Response | null = null
  for (const name of chosen) {
    const attendee_id = name.slice(personField.length)
    const connected = await post.also('POST /v1/profile/programs/:program_id/attendees', { program_id, attendee_id })
    if (!connected.ok) return connected
    answer = await register({ attendee_profile_id: ((await connected.json()) as ProgramAttendeeProfile).id })
    if (!answer.ok) return answer
  }
  // Without a chosen person the API call names the missing field.
  return answer ?? register({})
}

/** Puts the claimed places into an order. Continues to the event's questions, or to the payment when it has none. */
async function afterClaim(post: FormPost, { id, event, option_id }: Registration): Promise<string> {
  const form = post.page(`/pg/:program_id/evt/${encodeURIComponent(event.id)}/register`, { option_id })
  const program_id = event.program.id
  const entry = await post.also(`GET /v1/profile/registrations/${encodeURIComponent(id)}/waitlist`)
  const joined = await post.also(`POST /v1/profile/programs/${encodeURIComponent(program_id)}`, {})
  if (!entry.ok || !joined.ok) return form
  const { registration_ids } = (await entry.json()) as WaitlistEntry
  const order = await post.also('POST /v1/profile/orders', {
    program_id,
    customer_profile_id: ((await joined.json()) as CustomerProfile).id,
    items: registration_ids.map((source) => ({ type: 'event_option', source, quantity: 1 })),
  })
  const asksMore = event.fields.length > 0 || event.waiver !== null
  return order.ok && !asksMore ? post.page(`/pg/:program_id/checkout/${((await order.json()) as Order).id}`) : form
}
