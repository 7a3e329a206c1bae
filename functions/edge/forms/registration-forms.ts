import type { ErrorBody } from '../../contract/api-error.ts'
import { answerParam } from '../../contract/booking/answer-fields.ts'
import { answerName, isComing, textOf } from '../../contract/booking/form-controls.ts'
import type { StoredFile } from '../../contract/file.ts'
import {
  type BookingForm,
  type BookingInput,
  bookingRequest,
  comingPeople,
  type FormPerson,
  isAboutCart,
  postedPeople,
} from '../../contract/money/booking-request.ts'
import type { BookedOrder, BookingPreview } from '../../contract/money/family-booking.ts'
import type { PersonRefusal } from '../../contract/person-refusal.ts'
import type { FormFailure } from '../../contract/people/account.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import { pageLanguage } from '../form-answer.ts'
import { isTicked, wantsJson } from '../read-form.ts'
import { ownKey, usedLinkCode } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'
import { enter, pickFilled } from './registration-account.ts'

/** What the form books: an event, or times of an appointment type. `query` names the parameters of its page. */
type Booked = { call: string; query: string[]; about: (post: FormPost) => Partial<BookingInput> }
const ofEvent: Booked = {
  call: 'GET /v1/explore/events/:event_id',
  query: ['option_id', 'again', 'discount'],
  about: (post) => ({ event_id: post.text('event_id') }),
}
const ofAppointment: Booked = {
  call: 'GET /v1/explore/appointment_types/:appointment_type_id',
  query: ['option', 'start', 'weeks', 'discount'],
  about: (post) => ({
    appointment: {
      appointment_type_id: post.text('appointment_type_id'),
      // The first date is that of the page, so it is booked alone also by a page that shows several.
      starts_at: post
        .text('starts_at')
        .split(' ')
        .filter(Boolean)
        .slice(0, post.text('weeks') === '1' ? 1 : undefined),
    },
  }),
}

const registrationForm = (path: string, booked: Booked): Form => ({
  path,
  form: 'registration',
  sender: 'anyone',
  reads: 'files',
  showsAgain: 'whole',
  back: ({ c }) => Object.fromEntries(booked.query.map((name) => [name, c.req.query(name) ?? ''])),
  taken: usedLinkCode,
  actions: [
    { when: { next: 'enter' }, call: enterAlone, redraws: true },
    { when: { next: 'price' }, call: (post) => price(post, booked), answers: 'asIs' },
    { when: isUnseenSeries, call: enterForDates, redraws: true },
    {
      when: { next: 'more' },
      call: (post) => book(post, booked),
      next: (post, { id }: BookedOrder) =>
        post.page(`/pg/:program_id/checkout/${encodeURIComponent(id)}`, { next: 'explore' }),
    },
    { when: { next: true }, keeps: keepFiles, redraws: true },
    {
      call: (post) => book(post, booked),
      next: (post, { id, status }: BookedOrder) =>
        post.page(`/pg/:program_id/${status === 'draft' ? 'checkout' : 'profile/orders'}/${encodeURIComponent(id)}`),
    },
  ],
})

/** The registration forms without JavaScript, with the controls of `contract/booking/form-controls.ts`. */
export const registrationForms: readonly Form[] = [
  registrationForm('/pg/:program_id/evt/:event_id/register', ofEvent),
  registrationForm('/pg/:program_id/apt/:appointment_type_id/register', ofAppointment),
]

/**
 * True when several weeks are chosen whose dates the page has not shown: its address has another number. A script shows
 * the dates at once.
 */
function isUnseenSeries(post: FormPost): boolean {
  const weeks = Number(post.text('weeks'))
  const isBooked = post.text('next') === '' || post.text('next') === 'more'
  return isBooked && weeks > 1 && weeks !== Number(post.c.req.query('weeks')) && !wantsJson(post.c.req.raw)
}

/** Books the people of the form, after the account part, if the sender has no session, and the files. */
async function book(post: FormPost, booked: Booked): Promise<Response> {
  const refused = await enter(post)
  if (refused) return withoutFiles(post, refused)
  const loaded = await post.also(booked.call)
  if (!loaded.ok) return loaded
  const form = (await loaded.json()) as BookingForm
  const unsent = await storeFiles(post, comingOf(post))
  return unsent ?? sendBooking(post, form, booked)
}

/** The price of what the form has, for the page's script. Nothing is stored. */
async function price(post: FormPost, booked: Booked): Promise<Response> {
  const loaded = await post.also(booked.call)
  if (!loaded.ok) return loaded
  const body = bookingBody(post, (await loaded.json()) as BookingForm, booked)
  return post.also('POST /v1/profile/bookings', { ...body, dry_run: true })
}

function bookingBody(post: FormPost, form: BookingForm, { about }: Booked): BookingInput {
  const values = textsOf(post)
  return bookingRequest(form, postedPeople(values), values, {
    program_id: post.text('program_id'),
    ...about(post),
    ...pickFilled(post, ['timezone', 'landed_at', 'submitted_at']),
  })
}

async function sendBooking(post: FormPost, form: BookingForm, booked: Booked): Promise<Response> {
  const body = bookingBody(post, form, booked)
  const order_id = post.text('order_id')
  const key = ownKey(post)
  const isSigned = !form.waiver || isTicked(post.fields, 'waiver') || hasSignedForAll(post)
  // Only a new cart gets the code of the link. A form without its waiver books nothing, so it does not try the code.
  const newCart = isSigned && post.text('code') !== '' ? { code: post.text('code') } : {}
  const about = order_id === '' ? newCart : { order_id, release: placesToRelease(textsOf(post)) }
  const send = (cart: Partial<BookingInput>, sentKey: string) =>
    isSigned
      ? post.send('POST /v1/profile/bookings', { ...body, on_refusal: 'hold', ...cart }, { key: sentKey })
      : post.also('POST /v1/profile/bookings', { ...body, dry_run: true, ...cart })
  const first = await send(about, key)
  // The cart may have lapsed or been paid since the page was shown.
  const isCartGone = order_id !== '' && !first.ok && isAboutCart((await first.clone().json()) as ErrorBody)
  const answer = isCartGone ? await send({}, `${key.slice(0, 60)}-new`) : first
  if (!isSigned) return withoutWaiver(post, answer)
  // A script reads the refusals next to the places that are held.
  return answer.ok && !wantsJson(post.c.req.raw) ? refusalOfSome(answer) : answer
}

/** True when the waiver was accepted before for everyone who comes. The payment still requires it of each place. */
function hasSignedForAll(post: FormPost): boolean {
  const signed = post.text('signed').split(' ')
  const coming = comingOf(post)
  return coming.length > 0 && coming.every(({ key }) => signed.includes(key))
}

/** The places in the cart of people who no longer come. The field `held` has each place with the key of its person. */
const placesToRelease = (values: Record<string, string>): string[] =>
  textOf(values, 'held')
    .split(' ')
    .flatMap((each) => {
      const [key = '', place] = each.split(':')
      return place && !isComing({ key }, values) ? [place] : []
    })

/** The refusal of a form whose waiver is not accepted, with all others, so that the customer sees them at once. */
async function withoutWaiver(post: FormPost, answer: Response): Promise<Response> {
  if (!answer.ok && answer.status !== 400 && answer.status !== 409 && answer.status !== 422) return answer
  const { refusals = [], errors = [] } = (await answer.json()) as Partial<BookingPreview & ErrorBody>
  const type = 'waiver_required'
  const missing = {
    type,
    param: 'waiver',
    message: errorSentence(type, pageLanguage(post.c) ?? post.c.var.ctx.language),
  }
  const others = answer.ok ? errorsOf(refusals) : errors
  return refusal({ ...missing, errors: [...others, missing], refusals })
}

const errorsOf = (refusals: readonly PersonRefusal[]): ErrorBody['errors'] =>
  refusals.map(({ type, param, message }) => ({ type, param, message }))

/**
 * The error of a booking that holds places for some people and refuses others. Any other booking is unchanged: a place to
 * release that is no longer held needs no correction.
 */
async function refusalOfSome(answer: Response): Promise<Response> {
  const { refusals = [] } = (await answer.clone().json()) as BookedOrder
  const toCorrect = refusals.filter(({ param }) => !param.startsWith('release'))
  const [first] = toCorrect
  return first ? refusal({ ...first, errors: errorsOf(toCorrect), refusals: toCorrect }) : answer
}

type Refused = Pick<ErrorBody, 'type' | 'param' | 'message' | 'errors'> & Pick<FormFailure, 'refusals'>
const refusal = ({ type, param, message, errors, refusals }: Refused): Response =>
  Response.json({ code: 422, type, param, message, path: '', timestamp: '', errors, refusals }, { status: 422 })

/** Logs in or signs up without booking. The chosen files are stored, because the page is shown again without them. */
async function enterAlone(post: FormPost): Promise<Response> {
  const refused = await enter(post)
  if (refused) return withoutFiles(post, refused)
  const unsent = await storeFiles(post, comingOf(post))
  return unsent ?? Response.json({ object: 'done', type: 'logged_in', message: '' })
}

/** Logs in or signs up for the page with the dates. The answer is that of a session that has ended, if it has. */
async function enterForDates(post: FormPost): Promise<Response> {
  const entered = await enterAlone(post)
  return entered.ok ? post.also('GET /v1/profile') : entered
}

/** Stores the chosen files of a customer before the form is shown again. */
async function keepFiles(post: FormPost): Promise<Response | null> {
  return (await post.visitor()) === null ? withoutFiles(post, null) : storeFiles(post, comingOf(post))
}

/** The answer for a sender without an account, who cannot store files. The page asks for each file again by its name. */
function withoutFiles<Answer extends Response | null>(post: FormPost, answer: Answer): Answer {
  for (const [control, file] of post.files) post.fields[`${control.replace(/~file$/, '')}~name`] = file.name
  return answer
}

const comingOf = (post: FormPost): FormPerson[] => comingPeople(postedPeople(textsOf(post)), textsOf(post))

const textsOf = ({ fields }: FormPost): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Stores the files among the answers of people who come. Returns the refusal of a file. */
async function storeFiles(post: FormPost, people: readonly FormPerson[]): Promise<Response | null> {
  for (const [name, file] of post.files) {
    const [, key = '', question = ''] = /^([\w-]+)\.q\.([\w-]+)~file$/.exec(name) ?? []
    const at = people.findIndex((person) => person.key === key)
    if (at < 0) continue
    const form = new FormData()
    form.set('purpose', 'attachment')
    form.set('file', file)
    const stored = await post.also('POST /v1/files', form)
    if (!stored.ok) {
      const { type, message } = (await stored.json()) as ErrorBody
      const param = `people[${at}].${answerParam({ id: question })}`
      return refusal({ type, param, message, errors: [{ type, param, message }] })
    }
    // A form that is refused later is shown with its file.
    post.fields[answerName({ key }, question)] = ((await stored.json()) as StoredFile).id
    post.fields[`${answerName({ key }, question)}~name`] = file.name
  }
  return null
}
