import { type Context, Hono } from 'hono'
import { refusalOfFields } from '../people/attendees/attendee-fields.ts'
import type { Eligibility } from '../contract/booking/eligibility.ts'
import { largestPageSize } from '../contract/limits.ts'
import type { List } from '../contract/paging.ts'
import type { Worker } from '../platform/context.ts'
import { errorBody, errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { type Fields, readForm, textOf } from './read-form.ts'
import { postToApi } from './post-to-api.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { type SendFormInput, sendForm } from './send-form.ts'
import { callerOf } from './sign-in-forms.ts'

const familyPath = '/profile/family'
const personalFields = ['first_name', 'last_name', 'email', 'phone', 'gender', 'date_of_birth'] as const
const emergencyFields = [
  'parent_name',
  'emergency_contact_phone',
  'emergency_contact_email',
  'medical_history',
  'dietary_restrictions',
] as const
/** What these forms ask of everyone; a program may ask for more. */
const alwaysRequired = ['first_name', 'last_name', 'date_of_birth', 'gender', 'relation'] as const

/** The forms of a customer's family. They work with script off and answer script in JSON. */
export const familyForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/family', showFailureOnce)
  // The list of events is the same for all and cached: what fits whom is read beside it.
  .get('/pg/:program_id/profile/fits', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await readFits(c))
  })
  .get('/pg/:program_id/profile/family/:attendee_id', showFailureOnce)
  .get('/pg/:program_id/profile/family/:attendee_id/:form{edit-personal|edit-emergency|connect}', showFailureOnce)
  .post('/pg/:program_id/profile/family/add', requestContext, requireOwnOrigin, async (c) => {
    const fields = withDate(await readForm(c.req.raw))
    const page = pageOf(c, `${familyPath}/add`)
    const missing = alwaysRequired.filter((name) => textOf(fields, name).trim() === '')
    if (missing.length > 0) return refuse(c, { answer: required(c, missing), form: 'family-add', fields, page })
    const body = {
      ...filledIn(fields, [...personalFields, ...emergencyFields, 'health_card_number']),
      relations: [{ relation: textOf(fields, 'relation') }],
      program_ids: [c.req.param('program_id')],
    }
    return sendForm(c, {
      call: { path: '/v1/profile/attendees', method: 'POST', body, key: textOf(fields, 'key') },
      fields,
      form: 'family-add',
      page,
      goTo: ({ id }) => pageOf(c, familyPath, { saved: 'added', who: id }),
    })
  })
  .post('/pg/:program_id/profile/family/:attendee_id', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const path = attendeePath(c)
    const isRestored = textOf(fields, 'action') === 'restore'
    return sendForm(c, {
      call: isRestored
        ? { path: `/v1/profile/attendees/${path}/restore`, method: 'POST', body: null }
        : { path: `/v1/profile/attendees/${path}`, method: 'DELETE', body: null },
      fields,
      form: 'family',
      page: pageOf(c, isRestored ? familyPath : `${familyPath}/${path}`),
      goTo: ({ id, result }) => pageOf(c, familyPath, { saved: isRestored ? 'restored' : (result ?? ''), who: id }),
    })
  })
  .post('/pg/:program_id/profile/family/:attendee_id/edit-personal', requestContext, requireOwnOrigin, async (c) => {
    const fields = withDate(await readForm(c.req.raw))
    const page = pageOf(c, `${familyPath}/${attendeePath(c)}/edit-personal`)
    const missing = alwaysRequired.filter((name) => name in fields && textOf(fields, name).trim() === '')
    if (missing.length > 0) return refuse(c, { answer: required(c, missing), form: 'family-personal', fields, page })
    const relation = textOf(fields, 'relation')
    const body = { ...orNull(fields, personalFields), ...(relation ? { relations: [{ relation }] } : {}) }
    return change(c, { body, fields, form: 'family-personal', page })
  })
  .post('/pg/:program_id/profile/family/:attendee_id/edit-emergency', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const page = pageOf(c, `${familyPath}/${attendeePath(c)}/edit-emergency`)
    const card = textOf(fields, 'health_card_number').trim()
    const isCardRemoved = textOf(fields, 'health_card_removed') !== ''
    const body = {
      ...orNull(fields, emergencyFields),
      ...(card ? { health_card_number: card } : isCardRemoved ? { health_card_number: null } : {}),
    }
    return change(c, { body, fields, form: 'family-emergency', page })
  })
  .post('/pg/:program_id/profile/family/:attendee_id/connect', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const attendees = `/v1/profile/programs/${c.req.param('program_id')}/attendees`
    const profile = textOf(fields, 'program_attendee_id')
    const isDisconnected = textOf(fields, 'action') === 'disconnect'
    return sendForm(c, {
      call: isDisconnected
        ? { path: `${attendees}/${encodeURIComponent(profile || '-')}/disconnect`, method: 'POST', body: null }
        : { path: attendees, method: 'POST', body: { attendee_id: c.req.param('attendee_id') } },
      fields,
      form: 'family-connect',
      page: pageOf(c, `${familyPath}/${attendeePath(c)}/connect`),
      goTo: () =>
        pageOf(c, `${familyPath}/${attendeePath(c)}`, { saved: isDisconnected ? 'disconnected' : 'connected' }),
    })
  })

const attendeePath = (c: Context<Worker>): string => encodeURIComponent(c.req.param('attendee_id') ?? '')

/** Changes the person of the address, and goes on to their page. */
const change = (c: Context<Worker>, input: Pick<SendFormInput, 'fields' | 'form' | 'page'> & { body: object }) =>
  sendForm(c, {
    ...input,
    call: { path: `/v1/profile/attendees/${attendeePath(c)}`, method: 'PUT', body: input.body },
    goTo: () => pageOf(c, `${familyPath}/${attendeePath(c)}`, { saved: 'changed' }),
  })

/** The day, month and year of the form as one date; what is missing stays missing, so that the date is refused. */
function withDate(fields: Fields): Fields {
  const [year = '', month = '', day = ''] = ['year', 'month', 'day'].map((part) =>
    textOf(fields, `date_of_birth_${part}`).trim(),
  )
  if (!('date_of_birth_year' in fields)) return fields
  const date = year || month || day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ''
  return { ...fields, date_of_birth: date }
}

const filledIn = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => (textOf(fields, name).trim() === '' ? [] : [[name, textOf(fields, name)]])),
  )

const orNull = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => (name in fields ? [[name, textOf(fields, name).trim() === '' ? null : fields[name]]] : [])),
  )

const required = (c: Context<Worker>, names: readonly string[]): Response =>
  Response.json(
    errorBody(
      refusalOfFields(
        names.map((param) => ({ type: 'required', param })),
        c.var.ctx.language,
      ),
      c,
    ),
    { status: 400 },
  )

type Fits = { people: { id: string; first_name: string }[]; events: { event_id: string; sentence: string }[] }

/** Whom the reader may register, and for whom of those they chose each event is; nothing for a visitor. */
async function readFits(c: Context<Worker>): Promise<Fits> {
  const identity = await callerOf(c)
  if (!identity) return { people: [], events: [] }
  const language = pageLanguage(c)
  const read = async (query: string): Promise<List<Eligibility>['data']> => {
    const answer = await postToApi(c, `/v1/profile/eligibility?${query}`, {
      method: 'GET',
      body: null,
      identity,
      language,
    })
    return answer.ok ? ((await answer.json()) as List<Eligibility>).data : []
  }
  const { event_id = [], who = [] } = c.req.queries()
  const events = event_id.slice(0, largestPageSize).map((id) => ['event_id', id])
  if (events.length === 0) return { people: [], events: [] }
  const all = await read(new URLSearchParams(events.slice(0, 1)).toString())
  const people = (all[0]?.attendees ?? []).map(({ attendee_id: id, first_name }) => ({ id, first_name }))
  const chosen = who.filter((each) => people.some(({ id }) => id === each)).map((id) => ['attendee_id', id])
  if (chosen.length === 0) return { people, events: [] }
  const fits = await read(new URLSearchParams([...events, ...chosen]).toString())
  return { people, events: fits.map(({ event_id, sentence }) => ({ event_id, sentence })) }
}
