import { eventOfFields } from '../../contract/organisation/event-of-fields.ts'
import { hasQuestion, questionOfFields, withoutQuestion } from '../../contract/organisation/question-fields.ts'
import { keyFrom } from '../../contract/organisation/written-words.ts'
import { type Language, languages } from '../../contract/field-rules.ts'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { OrganiserQuestion } from '../../contract/organisation/event-form.ts'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import type { ProgramPicture } from '../../contract/organisation/program-picture.ts'
import { refusedFile } from './answers-of-form.ts'
import { filled, ownKey } from './form-bodies.ts'
import type { Form, FormAction, FormPost } from './form.ts'

const programCalls = '/v1/organiser/programs/:program_id'
const newPage = '/desk/:program_id/events/new'
const editPage = '/desk/:program_id/events/:event_id/edit'
const eventCall = `${programCalls}/events/:event_key`
const questionsCall = `${programCalls}/questions`

const textsOf = (post: FormPost): Record<string, string> =>
  Object.fromEntries(
    Object.entries(post.fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** The buttons of the options, the questions and the picture. They change the form, and keep its input. */
const parts: readonly FormAction[] = [
  { when: { add: true }, redraws: true, keeps: keepPicture },
  { when: { show_picture: true }, redraws: true, keeps: keepPicture },
  { when: { remove_picture: true }, redraws: true, keeps: forgetPicture },
  { when: { save_question: true }, call: (post) => withPicture(post, saveQuestion), redraws: true },
  {
    when: { delete_question: true },
    call: (post) => withPicture(post, deleteQuestion),
    redraws: true,
  },
  // A typed question is added before another one is opened.
  {
    when: { edit_question: true },
    redraws: true,
    keeps: async (post) => (await keepPicture(post)) ?? keepQuestion(post),
  },
]

/** The forms of an event. A picture, a new question and a new place in the form are added first. */
export const eventForms: readonly Form[] = [
  {
    path: newPage,
    form: 'desk-event',
    showsAgain: 'whole',
    reads: 'files',
    actions: [
      ...parts,
      {
        call: (post) => withParts(post, (fields) => createEvent(post, fields)),
        next: async (post, { id, event }: OrganiserEvent) => {
          const saved = post.text('publish') === '' ? 'created' : await publishNew(post, event.key)
          return post.page(`/desk/:program_id/events/${encodeURIComponent(id)}/edit`, { saved })
        },
      },
    ],
  },
  {
    path: editPage,
    form: 'desk-event',
    showsAgain: 'whole',
    reads: 'files',
    actions: [
      ...parts,
      { when: { unpublish: true }, call: `POST ${eventCall}/unpublish`, saved: 'hidden' },
      {
        when: { publish: true },
        call: (post) => withParts(post, (fields) => updateEvent(post, fields)),
        also: (post) => post.send(`POST ${eventCall}/publish`, {}, { key: ownKey(post) }),
        saved: 'published',
      },
      { call: (post) => withParts(post, (fields) => updateEvent(post, fields)), saved: 'changed' },
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

/** Puts a new draft on the site. What it still needs is shown by its page. */
async function publishNew(post: FormPost, key: string): Promise<'published' | 'unready'> {
  const answer = await post.send(
    `POST ${programCalls}/events/${encodeURIComponent(key)}/publish`,
    {},
    { key: `${ownKey(post).slice(0, 56)}-publish` },
  )
  return answer.ok ? 'published' : 'unready'
}

/** Adds or changes the typed question, and ticks a new one. Mistakes are named by its own fields. */
async function saveQuestion(post: FormPost): Promise<Response> {
  const fields = textsOf(post)
  const { version, ...body } = questionOfFields(fields)
  const isNew = (fields['question_key'] ?? '') === ''
  const answer = isNew
    ? await post.send(`POST ${questionsCall}`, body, { key: `${ownKey(post).slice(0, 55)}-question` })
    : await post.send(`PUT ${questionsCall}/:question_key`, { ...body, version })
  if (!answer.ok) return atPart(answer, 'q.')
  const { key } = (await answer.clone().json()) as OrganiserQuestion
  forgetQuestion(post)
  if (isNew) post.fields[`question.${key}`] = 'on'
  return answer
}

async function deleteQuestion(post: FormPost): Promise<Response> {
  const answer = await post.send(`DELETE ${questionsCall}/:delete_question`)
  if (!answer.ok) return atPart(answer, 'q.')
  forgetQuestion(post)
  return answer
}

/** Empties the fields of the question. */
function forgetQuestion(post: FormPost): void {
  const rest = withoutQuestion(textsOf(post))
  for (const name of Object.keys(post.fields)) if (!(name in rest)) delete post.fields[name]
}

/** Saves a typed question; the refusal, or null. */
async function keepQuestion(post: FormPost): Promise<Response | null> {
  const answer = hasQuestion(textsOf(post)) ? await saveQuestion(post) : null
  if (answer?.ok !== false) return null
  // The refused question stays open instead of the one whose button was pressed.
  delete post.fields['edit_question']
  return answer
}

/** Stores the chosen picture, so that a form that is shown again has it. Returns the refusal, or null. */
async function keepPicture(post: FormPost): Promise<Response | null> {
  const file = post.files.get('picture')
  if (!file) return null
  const form = new FormData()
  form.set('file', file)
  const stored = await post.also(`POST ${programCalls}/pictures`, form)
  if (!stored.ok) return refusedFile(stored, 'picture')
  post.fields['picture_url'] = ((await stored.json()) as ProgramPicture).url
  return null
}

async function forgetPicture(post: FormPost): Promise<null> {
  post.fields['picture_url'] = ''
  return null
}

const withPicture = async (post: FormPost, call: (post: FormPost) => Promise<Response>): Promise<Response> =>
  (await keepPicture(post)) ?? call(post)

async function withParts(post: FormPost, send: (fields: Texts) => Promise<Response>): Promise<Response> {
  return withPicture(post, async () => (await keepQuestion(post)) ?? withPlace(post, send))
}

/** Sends the form after its new place. */
async function withPlace(post: FormPost, send: (fields: Texts) => Promise<Response>): Promise<Response> {
  const fields = textsOf(post)
  if (fields['venue'] !== 'new') return send(fields)
  const text = (name: string) => fields[`place.${name}`]?.trim() ?? ''
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
  if (!added.ok) return atPart(added, 'place.')
  const { key } = (await added.json()) as { key: string }
  return send({ ...fields, venue: key })
}

/** When to try again, if the refusal says it. */
const retryOf = ({ headers }: Response): Record<string, string> => {
  const seconds = headers.get('Retry-After')
  return seconds === null ? {} : { 'Retry-After': seconds }
}

/** A refusal whose parameters are fields of a part of the form, such as `place.city`. */
async function atPart(answer: Response, part: 'place.' | 'q.'): Promise<Response> {
  if (answer.ok) return answer
  const error = (await answer.json()) as ErrorBody
  const named = (param: string | null | undefined) => (param ? `${part}${param.replace(/^address\./, '')}` : null)
  const errors = error.errors.map((each) => ({ ...each, param: named(each.param) ?? '' }))
  return Response.json(
    { ...error, param: named(error.param), errors },
    { status: answer.status, headers: retryOf(answer) },
  )
}
