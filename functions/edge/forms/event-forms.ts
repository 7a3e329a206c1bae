import { eventOfFields } from '../../contract/organisation/event-of-fields.ts'
import { keyFrom } from '../../contract/organisation/written-words.ts'
import { type Language, languages } from '../../contract/field-rules.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { filled, ownKey } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const programCalls = '/v1/organiser/programs/:program_id'
const newPage = '/desk/:program_id/events/new'
const editPage = '/desk/:program_id/events/:event_id/edit'
const eventCall = `${programCalls}/events/:event_key`
const place = 'place.'

const textsOf = (post: FormPost): Record<string, string> =>
  Object.fromEntries(
    Object.entries(post.fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** The forms of an event. A new place in the form is added first. */
export const eventForms: readonly Form[] = [
  {
    path: newPage,
    form: 'desk-event',
    showsAgain: 'whole',
    actions: [
      { when: { add: true }, redraws: true },
      {
        call: (post) => withPlace(post, (fields) => createEvent(post, fields)),
        next: (post, { id }: OrganiserEvent) =>
          post.page(`/desk/:program_id/events/${encodeURIComponent(id)}/edit`, { saved: 'created' }),
      },
    ],
  },
  {
    path: editPage,
    form: 'desk-event',
    showsAgain: 'whole',
    actions: [
      { when: { add: true }, redraws: true },
      { when: { unpublish: true }, call: `POST ${eventCall}/unpublish`, saved: 'hidden' },
      {
        when: { publish: true },
        call: (post) => withPlace(post, (fields) => updateEvent(post, fields)),
        also: (post) => post.send(`POST ${eventCall}/publish`, {}, { key: ownKey(post) }),
        saved: 'published',
      },
      { call: (post) => withPlace(post, (fields) => updateEvent(post, fields)), saved: 'changed' },
    ],
  },
]

type Texts = Record<string, string>

/** The key of a new event has a part of the form's own key, so that two events may have one name. */
function createEvent(post: FormPost, fields: Texts): Promise<Response> {
  const name = languages.map((language: Language) => fields[`name.${language}`] ?? '').find(Boolean) ?? ''
  const key = `${keyFrom(name).slice(0, 48) || 'event'}-${
    ownKey(post)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, 6) || '1'
  }`
  return post.send(`POST ${programCalls}/events`, { key, ...eventOfFields(fields) }, { key: ownKey(post) })
}

const updateEvent = (post: FormPost, fields: Texts): Promise<Response> =>
  post.send(`PUT ${eventCall}`, { ...eventOfFields(fields), ...filled(post, 'version') })

/** Sends the form after its new place. Mistakes of the place are named by its own fields. */
async function withPlace(post: FormPost, send: (fields: Texts) => Promise<Response>): Promise<Response> {
  const fields = textsOf(post)
  if (fields['venue'] !== 'new') return send(fields)
  const text = (name: string) => fields[`${place}${name}`]?.trim() ?? ''
  const address = {
    address_line_1: text('address_line_1'),
    city: text('city'),
    ...(text('region') === '' ? {} : { region: text('region') }),
    ...(text('postcode') === '' ? {} : { postcode: text('postcode') }),
    country: text('country'),
  }
  const added = await post.send(
    `POST ${programCalls}/venues`,
    { name: text('name'), address },
    { key: `${ownKey(post).slice(0, 58)}-place` },
  )
  if (!added.ok) return atPlace(added)
  const { key } = (await added.json()) as { key: string }
  return send({ ...fields, venue: key })
}

async function atPlace(answer: Response): Promise<Response> {
  const error = (await answer.json()) as ErrorBody
  const named = (param: string | null | undefined) => (param ? `${place}${param.replace(/^address\./, '')}` : null)
  const errors = error.errors.map((each) => ({ ...each, param: named(each.param) ?? '' }))
  return Response.json({ ...error, param: named(error.param), errors }, { status: answer.status })
}
