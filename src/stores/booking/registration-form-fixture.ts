import { toFailure, thrownToFailure } from '../../api/api-failure.ts'
import type { Answer } from '../../api/browser.ts'
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
  attendeeProblem: 'Try later.',
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
  hidden: { key: 'key', landed_at: '', order_id: '', held: '', starts_at: '' },
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
    currency: 'CAD',
  },
  appointment: null,
  itemType: 'event_option',
  placesQuery: 'event_id=evt',
  options: [option('opt')],
  ways: null,
  sameWeek: [],
  addOns: [],
  addedBefore: {},
  fields: [],
  health: [],
  waiver: null,
  required: [],
  genders: [],
  customer: { id: 'cus', name: 'Nadia Roy' },
  people: [member('maya'), member('sam')],
  optionId: null,
  earlier: null,
  refundNote: null,
  pricesNote: 'fee and HST included',
  hasDiscounts: false,
  holdMinutes: 15,
  addresses: {
    checkout: '/checkout/',
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

/** A form whose server sends the scripted replies first, and then successful replies. */
export function openForm(scripted: Scripted = {}, part: Partial<RegistrationSetup> = {}, signIn?: SignIn) {
  const input: string[] = []
  const navigations: string[] = []
  const defaultResponses: Record<keyof RegistrationCalls, (...args: never[]) => unknown> = {
    joinProgram: () => ({ id: 'cup', customer_id: 'cus', first_name: 'Nadia', last_name: 'Roy' }),
    findFamily: () => ({ data: [] }),
    findPlaces: () => ({ data: [] }),
    addAttendee: (body: { first_name: string }) => ({
      id: 'att_new',
      first_name: body.first_name,
      last_name: 'Roy',
      profiles: [{ id: 'pap_new', program_id: 'lakeside' }],
    }),
    changeAttendee: () => ({}),
    connectAttendee: () => ({ id: 'pap_connected' }),
    register: (body: { attendee_profile_id: string }) =>
      registration(`reg_${body.attendee_profile_id}`, body.attendee_profile_id),
    book: (body: { attendee_profile_id: string }) =>
      registration(`reg_${body.attendee_profile_id}`, body.attendee_profile_id),
    bookSeries: (body: { attendee_profile_id: string }) => ({
      registrations: [registration(`reg_${body.attendee_profile_id}`, body.attendee_profile_id)],
      unavailable: [],
    }),
    changeRegistration: (id: string) => registration(id, 'pap_x'),
    releasePlace: () => ({}),
    findCredits: () => ({ credits: [] }),
    findEntitlements: () => ({ data: [] }),
    addPackage: () => ({ id: 'ord', items: [{ id: 'itm', type: 'session_package', source: null, product_id: 'spk' }] }),
    removeItem: () => ({ id: 'ord' }),
    findCarts: () => ({ data: [] }),
    createOrder: () => ({
      id: 'ord',
      items: [{ id: 'itm', type: 'session_package', source: null, product_id: 'spk' }],
    }),
    addPlace: () => ({ id: 'ord' }),
    readOrder: () => ({ id: 'ord', items: [] }),
    addAddOn: () => ({ id: 'ord' }),
    changeAddOn: () => ({ id: 'ord' }),
    removeAddOn: () => ({ id: 'ord' }),
    applyCode: () => ({}),
  }
  const calls = Object.fromEntries(
    Object.entries(defaultResponses).map(([name, answer]) => [
      name,
      async (...args: never[]) => {
        if (name !== 'findCarts')
          input.push(
            `${name} ${(name === 'addPlace' ? args.slice(0, 2) : args).map((each) => (typeof each === 'object' ? Object.values(each)[name === 'register' ? 3 : 0] : each)).join(' ')}`.trim(),
          )
        const next = scripted[name as keyof RegistrationCalls]?.shift()
        return next ? next(...args) : ok(answer(...args))
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
    calls,
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
  return { form, input: input, went: navigations, device: device.kept, session: session.kept }
}
export const tickBoth = (form: ReturnType<typeof openForm>['form']) => {
  form.setValue('maya.comes', true)
  form.setValue('sam.comes', true)
}
