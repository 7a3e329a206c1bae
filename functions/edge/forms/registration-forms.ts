import type { ErrorBody } from '../../contract/api-error.ts'
import { answerParam } from '../../contract/booking/answer-fields.ts'
import { answerName, textOf } from '../../contract/booking/form-controls.ts'
import type { StoredFile } from '../../contract/file.ts'
import { bookingRequest, comingPeople, type FormPerson } from '../../contract/money/booking-request.ts'
import type { BookedOrder } from '../../contract/money/family-booking.ts'
import type { Event } from '../../contract/offering/event.ts'
import type { Token } from '../../contract/people/account.ts'
import { readAccessToken } from '../../platform/identity/access-token.ts'
import { pageLanguage } from '../form-answer.ts'
import { ownKey } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'
import { beginSession } from './sign-in-forms.ts'

/** The controls of the account part are `you.email`, `you.password` and so on. */
const accountControl = (field: string): string => `you.${field}`

/** The registration form, for browsers without JavaScript. Its controls are those of `contract/booking/form-controls.ts`. */
export const registrationForms: readonly Form[] = [
  {
    path: '/pg/:program_id/evt/:event_id/register',
    form: 'registration',
    sender: 'anyone',
    reads: 'files',
    showsAgain: 'whole',
    back: (post) => ({ option_id: post.c.req.query('option_id') ?? '' }),
    actions: [
      { when: { next: 'enter' }, call: async (post) => (await enter(post)) ?? entered(), redraws: true },
      { when: { next: true }, redraws: true },
      {
        call: book,
        next: (post, { id, status }: BookedOrder) =>
          post.page(`/pg/:program_id/${status === 'draft' ? 'checkout' : 'profile/orders'}/${encodeURIComponent(id)}`),
      },
    ],
  },
]

/** Books the people of the form, after the account part, if the sender has no session, and the files. */
async function book(post: FormPost): Promise<Response> {
  const refused = await enter(post)
  if (refused) return refused
  const loaded = await post.also('GET /v1/explore/events/:event_id')
  if (!loaded.ok) return loaded
  const event = (await loaded.json()) as Event
  const values = textsOf(post)
  const people = peopleOf(values)
  return (await storeFiles(post, comingPeople(people, values))) ?? sendBooking(post, { event, people })
}

async function sendBooking(
  post: FormPost,
  { event, people }: { event: Event; people: FormPerson[] },
): Promise<Response> {
  const held = textOf(textsOf(post), 'release').split(' ').filter(Boolean)
  const send = (about: { order_id?: string; release?: string[] }) =>
    post.send(
      'POST /v1/profile/bookings',
      bookingRequest(event, people, textsOf(post), {
        program_id: event.program.id,
        event_id: event.id,
        landed_at: post.text('landed_at'),
        on_refusal: 'hold',
        ...about,
      }),
      { key: ownKey(post) },
    )
  const order_id = post.text('order_id')
  const about = order_id === '' ? {} : { order_id, ...(held.length > 0 ? { release: held } : {}) }
  const first = await send(about)
  // The cart may have lapsed or been paid since the page was shown.
  const answer = order_id !== '' && !first.ok && (await isAboutCart(first)) ? await send({}) : first
  return answer.ok ? refusalOfSome(answer) : answer
}

const isAboutCart = async (answer: Response): Promise<boolean> =>
  ((await answer.clone().json()) as ErrorBody).param === 'order_id'

/** The error of a booking that holds places for some people and refuses others. Any other booking is unchanged. */
async function refusalOfSome(answer: Response): Promise<Response> {
  const { refusals = [] } = (await answer.clone().json()) as BookedOrder
  const [first] = refusals
  return first
    ? refusal({ ...first, errors: refusals.map(({ type, param, message }) => ({ type, param, message })) })
    : answer
}

const refusal = ({
  type,
  param,
  message,
  errors,
}: Pick<ErrorBody, 'type' | 'param' | 'message' | 'errors'>): Response =>
  Response.json({ code: 422, type, param, message, path: '', timestamp: '', errors }, { status: 422 })

const entered = (): Response => Response.json({ object: 'done', type: 'logged_in', message: '' })

/** Logs the sender in or signs them up. Returns the refusal; null when the sender has a session. */
async function enter(post: FormPost): Promise<Response | null> {
  // A form that was shown to a customer has no account part. The call then answers that the session has ended.
  if ((await post.visitor()) || !(accountControl('email') in post.fields)) return null
  const isKnown = post.text(accountControl('mode')) === 'known'
  const answer = await (isKnown ? logIn(post) : signUp(post))
  if (!answer.ok) return refusedAccount(answer)
  const token = (await answer.clone().json()) as Token
  const { env, var: variables } = post.c
  const read = await readAccessToken(env, token.access_token, variables.ctx.now)
  if (!read?.ok) return null
  const counts = isKnown || answer.status !== 201 ? 'login' : 'sign_up'
  const cookies = await beginSession(post, { token, answer, counts })
  post.begin({ identity: read.identity, cookies, refreshToken: token.refresh_token })
  return null
}

const logIn = (post: FormPost): Promise<Response> =>
  post.send(
    'POST /v1/login',
    {
      username: post.text(accountControl('email')),
      password: post.text(accountControl('password')),
      program_id: post.text('program_id'),
    },
    { key: ownKey(post) },
  )

const signUp = (post: FormPost): Promise<Response> =>
  post.send(
    'POST /v1/signup',
    {
      ...Object.fromEntries(
        ['first_name', 'last_name', 'email', 'phone', 'password'].map((name) => [
          name,
          post.text(accountControl(name)),
        ]),
      ),
      verify_email: true,
      goto: post.page('/pg/:program_id/profile/schedule'),
      program_id: post.text('program_id'),
      language: pageLanguage(post.c) ?? undefined,
    },
    { key: ownKey(post) },
  )

/** The refusal of a log-in or a sign-up with the names of its controls. Wrong credentials are at the password. */
async function refusedAccount(answer: Response): Promise<Response> {
  const error = (await answer.json()) as ErrorBody
  const nameOf = (param: string) => accountControl(param === 'username' ? 'email' : param)
  const param = error.param ?? (error.code === 401 ? 'password' : null)
  const { type, message } = error
  const errors = error.errors.length > 0 ? error.errors : param === null ? [] : [{ type, param, message }]
  return Response.json(
    {
      ...error,
      param: param === null ? null : nameOf(param),
      errors: errors.map((each) => ({ ...each, param: nameOf(each.param) })),
    },
    { status: error.code },
  )
}

const textsOf = ({ fields }: FormPost): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Everyone in the form, in its order. A new person's row has the key `new-1` and so on. */
function peopleOf(values: Record<string, string>): FormPerson[] {
  const keys = Object.keys(values).flatMap((name) => /^([\w-]+)\.comes$/.exec(name)?.[1] ?? [])
  return keys.map((key) => ({ key, attendee_id: key.startsWith('new-') ? null : key }))
}

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
