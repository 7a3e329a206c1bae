import { type Context, Hono } from 'hono'
import type { FormFailure } from '../contract/people/account.ts'
import { rights as everyRight } from '../contract/people/attendee.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const adultsPage = '/pg/:program_id/profile/family/:attendee_id/adults'
const invitationPage = '/pg/:program_id/invitations/:invite_code'

/** What a form's boxes mean: to book is to register and to pay. */
const ofBox: Record<string, string[]> = {
  may_book: ['register', 'pay'],
  may_health: ['medical'],
  may_pickup: ['pickup'],
  may_manage: ['manage'],
}
const rightsOf = (fields: Fields): string[] => {
  const ticked = Object.keys(ofBox)
    .filter((box) => textOf(fields, box) !== '')
    .flatMap((box) => ofBox[box] ?? [])
  return everyRight.filter((right) => right === 'view' || ticked.includes(right))
}

/** The forms that invite an adult, change or end what one may do, and answer an invitation. They work with script off. */
export const invitationForms = new Hono<Worker>()
  .onError(errorResponse)
  .get(adultsPage, showFailureOnce)
  .get(invitationPage, showFailureOnce)
  .post(adultsPage, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const path = `/profile/family/${encodeURIComponent(c.req.param('attendee_id'))}/adults`
    const { call, saved } = changeOf(c, fields)
    return send(c, { call, fields, form: 'invite', page: pageOf(c, path), goTo: () => pageOf(c, path, { saved }) })
  })
  .post(invitationPage, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const code = encodeURIComponent(c.req.param('invite_code'))
    const verb = textOf(fields, 'answer') === 'decline' ? 'decline' : 'accept'
    const page = pageOf(c, `/invitations/${code}`)
    return send(c, {
      call: { path: `/v1/invitations/${code}/${verb}`, method: 'POST', body: null },
      fields: { language: fields.language },
      form: 'invitation',
      page,
      goTo: ({ attendee_ids: [id] = [] }) =>
        id ? pageOf(c, `/profile/family/${encodeURIComponent(id)}/adults`, { saved: 'accepted' }) : page,
    })
  })

type Call = { path: string; method: 'POST' | 'PUT' | 'DELETE'; body: object | null }

/** What the form of the adults' page asks for. */
function changeOf(c: Context<Worker>, fields: Fields): { call: Call; saved: string } {
  const attendee = c.req.param('attendee_id') ?? ''
  const member = `/v1/profile/attendees/${encodeURIComponent(attendee)}/members/${encodeURIComponent(textOf(fields, 'member_id') || '-')}`
  const invitation = `/v1/profile/invitations/${encodeURIComponent(textOf(fields, 'invitation_id') || '-')}/revoke`
  switch (textOf(fields, 'action')) {
    case 'remove':
      return { call: { path: member, method: 'DELETE', body: null }, saved: 'removed' }
    case 'change':
      return { call: { path: member, method: 'PUT', body: { rights: rightsOf(fields) } }, saved: 'changed' }
    case 'revoke':
      return { call: { path: invitation, method: 'POST', body: null }, saved: 'revoked' }
    default: {
      const body = {
        ...pick(fields, ['first_name', 'last_name', 'email', 'relation']),
        program_id: c.req.param('program_id'),
        attendee_ids: [attendee],
        rights: rightsOf(fields),
      }
      return { call: { path: '/v1/profile/invitations', method: 'POST', body }, saved: 'invited' }
    }
  }
}

async function send(
  c: Context<Worker>,
  {
    call,
    fields,
    form,
    page,
    goTo,
  }: {
    call: Call
    fields: Fields
    form: FormFailure['form']
    page: string
    goTo: (body: { attendee_ids?: string[] }) => string
  },
): Promise<Response> {
  const answer = await postToApi(c, call.path, {
    ...call,
    identity: await callerOf(c),
    language: textOf(fields, 'language') || pageLanguage(c),
  })
  if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
  if (!answer.ok) return refuse(c, { answer, form, fields, page })
  const body = (await answer.json()) as object & { attendee_ids?: string[] }
  return accept(c, { body: body as object, status: 200, goTo: goTo(body), cookies: [] })
}
