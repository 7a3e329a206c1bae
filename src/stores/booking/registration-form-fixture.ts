import { toFailure, thrownToFailure } from '../../api/api-failure.ts'
import type { Answer } from '../../api/browser.ts'
import type { BookingInput } from '#contract/money/booking-request'
import type { RegistrationCalls } from '../../api/registration-calls.ts'
import type { SignIn } from '../../api/sign-in.ts'
import { fieldSentence } from '#contract/sentences/sentence'
import type { CheckWords } from './registration-checks.ts'
import { registrationForm } from './registration-form.ts'
import type { Person, RegistrationSetup } from './registration-setup.ts'

const now = Date.UTC(2026, 10, 21, 12)
export const until = new Date(now + 900_000).toISOString()
export const checkWords: CheckWords = {
  sentence: ({ code, maximum }) => fieldSentence(code, 'en', maximum),
  label: (field) => field,
  of: (name, label) => label ?? name,
  enter: () => null,
  answer: ({ code, maximum }) => fieldSentence(code, 'en', maximum),
  file: { failed: 'Failed', tooLarge: 'Too large', wrongType: 'Wrong type' },
  whyNot: () => null,
  chooseSomeone: 'Choose',
  weeksMissed: 'Some dates are gone.',
  tickWaiver: 'Tick the waiver.',
}
export const option = (id: string) => ({
  id,
  name: 'Full day',
  price: '$345.00',
  cost: 34_500,
  sum: { first: 34_500, total: 34_500, fee: 0, taxes: [] },
  gender: null,
  minimum_age: null,
  maximum_age: null,
  isOpen: true,
  state: null,
})
export const member = (key: string, part: Partial<Person> = {}): Person => ({
  key,
  attendee_id: key,
  profile_id: `pap_${key}`,
  first_name: key,
  last_name: 'Roy',
  date_of_birth: '2017-05-31',
  gender: null,
  knownFields: [],
  place: null,
  repeats: [],
  ...part,
})
export const setup = (part: Partial<RegistrationSetup> = {}): RegistrationSetup => ({
  posted: null,
  hidden: { key: 'key', landed_at: '', order_id: '', held: '', starts_at: '', code: '' },
  program: { id: 'lakeside', name: 'Lakeside', email: null },
  language: 'en',
  locale: 'en-CA',
  dates: { order: ['month', 'day', 'year'], months: [] },
  event: {
    id: 'evt',
    name: 'Canoe Week',
    starts_at: '2027-07-05T13:00:00Z',
    firstDay: '2027-07-05',
    firstDayWords: '5 July',
    hasBegun: false,
    timezone: 'America/Toronto',
    soldIn: { currency: 'CAD', program: { country: 'CA' } },
  },
  appointment: null,
  placesQuery: 'event_id=evt',
  options: [option('opt')],
  ways: null,
  sameWeek: [],
  addOns: [],
  addedBefore: {},
  fields: [],
  health: [],
  readers: { answers: null, health: null },
  waiver: null,
  required: [],
  genders: [],
  customer: { id: 'cus', name: 'Nadia Roy' },
  people: [member('maya'), member('sam')],
  optionId: null,
  earlier: null,
  refundNote: null,
  taxNames: {},
  pricesNote: 'fee and HST included',
  hasDiscounts: false,
  holdMinutes: 15,
  addresses: {
    form: '/register',
    otherEvent: '/evt/__id__/register',
    waitlist: '/waitlist?option_id=__id__',
    checkout: '/checkout/',
    another: '/checkout/?next=explore',
    order: '/orders/',
    schedule: '/schedule',
    logout: '/logout',
    file: '/files/',
    support: '/support',
  },
  ...part,
})

type Scripted = Partial<Record<keyof RegistrationCalls, ((...input: never[]) => Answer<unknown>)[]>>
export const ok = (data: unknown): Answer<unknown> => ({ ok: true, data, status: 200 })
export const refused = (code: number, type: string, message = type, more: object = {}): Answer<unknown> => ({
  ok: false,
  failure: toFailure(code, { type, message, ...more }),
})
export const lost: Answer<unknown> = { ok: false, failure: thrownToFailure(new TypeError('Failed to fetch')) }
export const registration = (id: string, profile: string, part: object = {}) => ({
  id,
  option_id: 'opt',
  event: { starts_at: '2027-07-05T13:00:00.000Z' },
  status: 'pending',
  order_id: null,
  hold_expires_at: until,
  form_response: { landed_at: null, submitted_at: null, answers: [] },
  attendee_profile: { id: profile, attendee_id: profile.slice(4) },
  ...part,
})

/** A member of the family as the API shows them. */
const attendee = ({ key, first_name, last_name, date_of_birth, profile_id }: Person) => ({
  id: key,
  first_name,
  last_name,
  date_of_birth,
  gender: null,
  health_card_last4: null,
  parent_name: null,
  emergency_contact_phone: null,
  emergency_contact_email: null,
  relations: [{ customer_id: 'cus', relation: 'parent', rights: ['register', 'medical'] }],
  profiles: [{ id: profile_id, program_id: 'lakeside', is_archived: false }],
})

/** A form whose server sends the scripted replies first, and then successful replies. */
export function openForm(scripted: Scripted = {}, part: Partial<RegistrationSetup> = {}, signIn?: SignIn) {
  const bookings: BookingInput[] = []
  const calls: string[] = []
  const navigations: string[] = []
  const family = setup(part).people.map(attendee)
  let held: unknown[] = []
  const booked = (body: BookingInput) => ({
    id: body.order_id ?? 'ord',
    object: 'order',
    registrations: body.people.map(({ attendee_id }) => registration(`reg_${attendee_id}`, `pap_${attendee_id}`)),
  })
  const defaultResponses: Record<keyof RegistrationCalls, (...args: never[]) => unknown> = {
    findCustomer: () => ({ id: 'cus', first_name: 'Nadia', last_name: 'Roy' }),
    findFamily: () => ({ data: family }),
    findPlaces: () => ({ data: held }),
    findCarts: () => ({ data: [] }),
    findCredits: () => ({ credits: [] }),
    findEntitlements: () => ({ data: [] }),
    book: booked,
    preview: () => ({ refusals: [{ person: 0 }] }),
  }
  const api = Object.fromEntries(
    Object.entries(defaultResponses).map(([name, answer]) => [
      name,
      async (...args: never[]) => {
        calls.push(name)
        if (name === 'book') bookings.push(args[0] as unknown as BookingInput)
        const next = scripted[name as keyof RegistrationCalls]?.shift()
        const result = next ? next(...args) : ok(answer(...args))
        if (name === 'book' && result.ok) held = (result.data as { registrations: unknown[] }).registrations
        return result
      },
    ]),
  ) as unknown as RegistrationCalls
  const memory = () => {
    const entries = new Map<string, string>()
    return {
      kept: entries,
      storage: {
        getItem: (key: string) => entries.get(key) ?? null,
        setItem: (key: string, value: string) => void entries.set(key, value),
        removeItem: (key: string) => void entries.delete(key),
      } as unknown as Storage,
    }
  }
  const [device, session] = [memory(), memory()]
  const form = registrationForm(setup(part), checkWords, {
    calls: api,
    ...(signIn ? { signIn } : {}),
    storage: device.storage,
    session: session.storage,
    now: () => now,
    serverNow: () => now,
    timezone: 'America/Toronto',
    navigate: (address) => void navigations.push(address),
    showTime: (start) => void navigations.push(`?start=${start}`),
    showWeeks: () => {},
  })
  return { form, calls, bookings, went: navigations, device: device.kept, session: session.kept }
}
/** The order of a booking that held places for these people, in this cart, and refused the others. */
export const holding = (keys: string[], refusals: object[] = [], order_id = 'ord') =>
  ok({
    id: order_id,
    object: 'order',
    registrations: keys.map((key) => registration(`reg_${key}`, `pap_${key}`, { order_id })),
    refusals,
  })
export const tickBoth = (form: ReturnType<typeof openForm>['form']) => {
  form.setValue('maya.comes', true)
  form.setValue('sam.comes', true)
}
