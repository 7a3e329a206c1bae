import { type Context, Hono } from 'hono'
import type { CustomerProfile } from '../contract/people/customer.ts'
import type { ProgramAttendeeProfile } from '../contract/people/attendee.ts'
import type { Order } from '../contract/money/order.ts'
import type { Registration } from '../contract/booking/registration.ts'
import type { WaitlistEntry } from '../contract/booking/waitlist.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, isPressed, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const waitlistPath = '/pg/:program_id/evt/:event_id/waitlist'
const offerPath = '/pg/:program_id/offer'
/** A box of the form is named by the person it stands for. */
const personField = 'who.'

/** Joining and leaving a waitlist, and the answer to an offer. They work with script off. */
export const waitlistForms = new Hono<Worker>()
  .onError(errorResponse)
  .get(waitlistPath, showFailureOnce)
  .get(offerPath, showFailureOnce)
  .post(waitlistPath, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const path = `/evt/${encodeURIComponent(c.req.param('event_id'))}/waitlist`
    const option_id = textOf(fields, 'option_id')
    const page = pageOf(c, path, { option_id })
    const leaving = textOf(fields, 'leave')
    const answer = leaving
      ? await call(c, `/v1/profile/registrations/${encodeURIComponent(leaving)}/decline`, {})
      : await joinAll(c, fields)
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'waitlist', fields, page })
    const goTo = pageOf(c, path, { option_id, saved: leaving ? 'left' : 'joined' })
    return accept(c, { body: {}, status: 200, goTo, cookies: [] })
  })
  .post(offerPath, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const token = textOf(fields, 'token')
    const page = pageOf(c, '/offer', { token })
    if (!isPressed(fields, 'claim')) {
      const program_id = c.req.param('program_id')
      const answer = await call(c, '/v1/waitlist_offers/decline', { program_id, token })
      if (!answer.ok) return refuse(c, { answer, form: 'offer', fields: {}, page })
      return accept(c, { body: {}, status: 200, goTo: page, cookies: [] })
    }
    const id = encodeURIComponent(textOf(fields, 'registration_id'))
    const answer = await call(c, `/v1/profile/registrations/${id}/claim`, {})
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'offer', fields: {}, page })
    const goTo = await afterClaim(c, (await answer.json()) as Registration)
    return accept(c, { body: {}, status: 200, goTo, cookies: [] })
  })

const call = async (
  c: Context<Worker>,
  path: string,
  body: object | null,
  method: 'GET' | 'POST' = 'POST',
): Promise<Response> =>
  postToApi(c, path, { body, method, identity: await callerOf(c), language: pageLanguage(c), isKeyless: true })

// Everyone who was chosen, one after the other; who joined already stays joined when another is refused.
async function joinAll(c: Context<Worker>, fields: Fields): Promise<Response> {
  const program_id = c.req.param('program_id') ?? ''
  const chosen = Object.keys(fields).filter((name) => name.startsWith(personField) && fields[name])
  const joined = await call(c, `/v1/profile/programs/${encodeURIComponent(program_id)}`, {})
  if (!joined.ok) return joined
  const profile = (await joined.json()) as CustomerProfile
  const group_key = textOf(fields, 'group') === 'all' && chosen.length > 1 ? textOf(fields, 'key') : null
  let answer: Response | null = null
  for (const name of chosen) {
    const attendee_id = name.slice(personField.length)
    const connected = await call(c, `/v1/profile/programs/${encodeURIComponent(program_id)}/attendees`, {
      program_id,
      attendee_id,
    })
    if (!connected.ok) return connected
    answer = await call(c, '/v1/profile/registrations', {
      status: textOf(fields, 'status'),
      event_id: c.req.param('event_id'),
      option_id: textOf(fields, 'option_id'),
      customer_profile_id: profile.id,
      attendee_profile_id: ((await connected.json()) as ProgramAttendeeProfile).id,
      ...(group_key ? { group_key } : {}),
    })
    if (!answer.ok) return answer
  }
  // No one was chosen: the call says what is missing.
  return (
    answer ??
    call(c, '/v1/profile/registrations', {
      status: textOf(fields, 'status'),
      event_id: c.req.param('event_id'),
      option_id: textOf(fields, 'option_id'),
      customer_profile_id: profile.id,
    })
  )
}

// On to the questions of the event, or where it has none straight to paying.
async function afterClaim(c: Context<Worker>, { id, event, option_id }: Registration): Promise<string> {
  const form = pageOf(c, `/evt/${encodeURIComponent(event.id)}/register`, { option_id })
  if (event.fields.length > 0 || event.waiver) return form
  const entry = await call(c, `/v1/profile/registrations/${encodeURIComponent(id)}/waitlist`, null, 'GET')
  const joined = await call(c, `/v1/profile/programs/${encodeURIComponent(event.program.id)}`, {})
  if (!entry.ok || !joined.ok) return form
  const { registration_ids } = (await entry.json()) as WaitlistEntry
  const order = await call(c, '/v1/profile/orders', {
    program_id: event.program.id,
    customer_profile_id: ((await joined.json()) as CustomerProfile).id,
    items: registration_ids.map((source) => ({ type: 'event_option', source, quantity: 1 })),
  })
  return order.ok ? pageOf(c, `/checkout/${((await order.json()) as Order).id}`) : form
}
