import { toFailure, thrownToFailure } from '../../api/api-failure.ts'
import type { Answer } from '../../api/browser.ts'
import { fieldSentence } from '#contract/sentences/sentence'
import type { CheckWords } from './registration-checks.ts'
import { registrationForm } from './registration-form.ts'
import type { RegistrationSetup } from './registration-setup.ts'
import type { Person } from './family-people.ts'

const now = Date.UTC(2026, 10, 21, 12)
export const until = new Date(now + 900_000).toISOString()
export const checkWords: CheckWords = {
  sentence: ({ code, maximum }) => fieldSentence(code, 'en', maximum),
  label: (field) => field,
  of: (name, label) => label ?? name ?? '',
  enter: () => null,
  answer: ({ code, maximum }) => fieldSentence(code, 'en', maximum),
  file: { failed: 'Failed', tooLarge: 'Too large', wrongType: 'Wrong type' },
  whyNot: () => null,
  chooseSomeone: 'Choose',
  weeksMissed: 'Some dates are gone.',
  checkWeeks: 'Check the dates.',
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
export const heldPlace = {
  starts_at: '2027-07-05T13:00:00.000Z',
  session_credit_id: null,
  waiver: null,
  registration_id: 'reg_maya',
  option_id: 'opt',
  status: 'pending' as const,
  order_id: 'ord_1' as string | null,
  hold_expires_at: until,
  answers: [] as { field_id: string; value: string }[],
}
export const setup = (part: Partial<RegistrationSetup> = {}): RegistrationSetup => ({
  posted: null,
  holdEnd: null,
  hidden: {
    key: 'key',
    next: '',
    landed_at: '',
    submitted_at: '',
    timezone: '',
    order_id: '',
    held: '',
    signed: '',
    starts_at: '',
    code: '',
  },
  program: { id: 'lakeside', name: 'Lakeside', email: null },
  language: 'en',
  locale: 'en-CA',
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
    logout: '/logout',
    file: '/files/',
    support: '/support',
  },
  ...part,
})

export const ok = (data: unknown): Answer<unknown> => ({ ok: true, data, status: 200 })
export const refused = (code: number, type: string, message = type, more: object = {}): Answer<unknown> => ({
  ok: false,
  failure: toFailure(code, { type, message, ...more }),
})
export const lost: Answer<unknown> = { ok: false, failure: thrownToFailure(new TypeError('Failed to fetch')) }

/**
 * A form whose server sends the scripted answers first, and then books everything. `sent` are the fields of each post,
 * and `shownAgain` counts the forms that were sent as HTML.
 */
export function openForm(answers: Answer<unknown>[] = [], part: Partial<RegistrationSetup> = {}) {
  const sent: Record<string, FormDataEntryValue>[] = []
  const navigations: string[] = []
  const again = { count: 0 }
  const setupOf = setup(part)
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
  const form = registrationForm(setupOf, checkWords, {
    post: async (_, data) => {
      sent.push(Object.fromEntries(data))
      return (answers.shift() ?? ok({ id: data.get('order_id') || 'ord' })) as Answer<never>
    },
    // As the page has it: a box that is not ticked is not sent.
    read: (hidden) => {
      const data = new FormData()
      for (const [name, value] of Object.entries<string | boolean>({
        ...setupOf.hidden,
        ...form.values.get(),
        ...hidden,
      }))
        if (value !== false) data.set(name, value === true ? 'on' : value)
      return data
    },
    resend: () => {
      again.count += 1
    },
    address: () => setupOf.addresses.form,
    storage: device.storage,
    session: session.storage,
    now: () => now,
    timezone: () => 'America/Toronto',
    navigate: (address) => void navigations.push(address),
    showWeeks: () => {},
  })
  return { form, sent, again, went: navigations, device: device.kept, session: session.kept }
}
/** The order of a booking that held places and refused these. */
export const holding = (refusals: object[] = [], id = 'ord') => ok({ id, object: 'order', refusals })
export const tickBoth = (form: ReturnType<typeof openForm>['form']) => {
  form.setValue('maya.comes', true)
  form.setValue('sam.comes', true)
}
