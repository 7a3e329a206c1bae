import { describe, expect, it } from 'vitest'
import { failureOf, failureOfThrown } from '../api/api-failure.ts'
import type { Answer } from '../api/browser.ts'
import type { RegistrationCalls } from '../api/registration-calls.ts'
import type { SignIn } from '../api/sign-in.ts'
import type { CheckWords } from './registration-checks.ts'
import { registrationForm } from './registration-form.ts'
import type { Person, RegistrationSetup } from './registration-setup.ts'

const now = Date.UTC(2026, 10, 21, 12)
const until = new Date(now + 900_000).toISOString()
const words: CheckWords = { sentence: (english) => english, label: (field) => field, of: (_, label) => label, chooseSomeone: 'Choose' }
const option = (id: string) => ({ id, name: 'Full day', price: '$345.00', cost: 34_500, gender: null, minimum_age: null, maximum_age: null, isOpen: true, state: null })
const member = (key: string, part: Partial<Person> = {}): Person => ({ key, attendee_id: key, profile_id: `pap_${key}`, first_name: key, last_name: 'Roy', date_of_birth: '2017-05-31', gender: null, known: [], place: null, ...part })
const setup = (part: Partial<RegistrationSetup> = {}): RegistrationSetup => ({
  program: { id: 'lakeside', name: 'Lakeside', email: null }, language: 'en',
  event: { id: 'evt', name: 'Canoe Week', firstDay: '2027-07-05', firstDayWords: '5 July', timezone: 'America/Toronto', currency: 'CAD', currencyDigits: 2 },
  options: [option('opt')], fields: [], waiver: null, required: [], genders: [], customer: { id: 'cus', name: 'Nadia Roy' }, people: [member('maya'), member('sam')], optionId: null, refundNote: null,
  addresses: { checkout: '/checkout/', order: '/orders/', schedule: '/schedule', logout: '/logout' }, ...part,
})

type Scripted = Partial<Record<keyof RegistrationCalls, ((...asked: never[]) => Answer<unknown>)[]>>
const ok = (data: unknown): Answer<unknown> => ({ ok: true, data, status: 200 })
const refused = (code: number, type: string, message = type, more: object = {}): Answer<unknown> => ({ ok: false, failure: failureOf(code, { type, message, ...more }) })
const lost: Answer<unknown> = { ok: false, failure: failureOfThrown(new TypeError('Failed to fetch')) }
const registration = (id: string, profile: string, part: object = {}) => ({ id, option_id: 'opt', status: 'pending', order_id: null, hold_expires_at: until, attendee_profile: { id: profile, attendee_id: profile.slice(4) }, ...part })

/** A form against a server that answers as told, else as a good one would. */
function open(scripted: Scripted = {}, part: Partial<RegistrationSetup> = {}, signIn?: SignIn) {
  const asked: string[] = []
  const went: string[] = []
  const usual: Record<keyof RegistrationCalls, (...given: never[]) => unknown> = {
    joinProgram: () => ({ id: 'cup', customer_id: 'cus', first_name: 'Nadia', last_name: 'Roy' }),
    findFamily: () => ({ data: [] }),
    findPlaces: () => ({ data: [] }),
    addAttendee: (body: { first_name: string }) => ({ id: 'att_new', first_name: body.first_name, last_name: 'Roy', profiles: [{ id: 'pap_new', program_id: 'lakeside' }] }),
    changeAttendee: () => ({}),
    connectAttendee: () => ({ id: 'pap_connected' }),
    register: (body: { attendee_profile_id: string }) => registration(`reg_${body.attendee_profile_id}`, body.attendee_profile_id),
    changeRegistration: (id: string) => registration(id, 'pap_x'),
    releasePlace: () => ({}),
    createOrder: () => ({ id: 'ord' }),
    addPlace: () => ({ id: 'ord' }),
    applyCode: () => ({}),
  }
  const calls = Object.fromEntries(
    Object.entries(usual).map(([name, answer]) => [name, async (...given: never[]) => {
      asked.push(`${name} ${given.map((each) => (typeof each === 'object' ? Object.values(each)[name === 'register' ? 3 : 0] : each)).join(' ')}`.trim())
      const next = scripted[name as keyof RegistrationCalls]?.shift()
      return next ? next(...given) : ok(answer(...given))
    }]),
  ) as unknown as RegistrationCalls
  const memory = () => {
    const kept = new Map<string, string>()
    return { kept, storage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key) } as unknown as Storage }
  }
  const [device, session] = [memory(), memory()]
  const form = registrationForm(setup(part), words, { calls, ...(signIn ? { signIn } : {}), storage: device.storage, session: session.storage, now: () => now, serverNow: () => now, timezone: 'America/Toronto', goTo: (address) => void went.push(address) })
  return { form, asked, went, device: device.kept, session: session.kept }
}
const bothCome = (form: ReturnType<typeof open>['form']) => {
  form.type('maya.comes', true)
  form.type('sam.comes', true)
}

describe('sending a registration', () => {
  it('takes a place for everybody who comes, makes one order and goes on to pay', async () => {
    const { form, asked, went, device } = open()
    bothCome(form)
    expect(device.size).toBe(1)
    await form.send()
    expect(asked).toEqual(['joinProgram lakeside', 'register pap_maya', 'register pap_sam', 'createOrder lakeside'])
    expect([went, device.size]).toEqual([['/checkout/ord'], 0])
  })

  it('one refusal does not stop the others; the next try uses the place that is held', async () => {
    const { form, asked, went } = open({ register: [() => ok(registration('reg_maya', 'pap_maya')), () => refused(409, 'attendee_conflict', 'Sam is at another camp then.')] })
    bothCome(form)
    await form.send()
    expect(form.problems.get()).toEqual([{ name: 'sam.comes', label: 'sam', message: 'Sam is at another camp then.' }])
    expect(went).toEqual([])
    form.type('sam.comes', false)
    asked.length = 0
    await form.send()
    expect(asked.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual(['joinProgram lakeside', 'changeRegistration reg_maya', 'createOrder lakeside'])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('finds the place that was taken when the answer to the first try was lost', async () => {
    const { form, asked, went } = open({
      register: [() => lost, () => refused(409, 'already_registered')],
      findPlaces: [() => ok({ data: [registration('reg_maya', 'pap_maya')] })],
    })
    form.type('maya.comes', true)
    await form.send()
    expect(form.failure.get()?.type).toBe('unreachable')
    await form.send()
    expect(asked.filter((each) => each.startsWith('register') || each.startsWith('findPlaces'))).toEqual(['register pap_maya', 'register pap_maya', 'findPlaces evt'])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('adds to the order that a held place is in already', async () => {
    const place = { registration_id: 'reg_maya', option_id: 'opt', status: 'pending' as const, order_id: 'ord_1', hold_expires_at: until }
    const { form, asked, went } = open({ changeRegistration: [() => ok(registration('reg_maya', 'pap_maya', { order_id: 'ord_1' }))] }, { people: [member('maya', { place }), member('sam')] })
    form.begin({})
    form.type('sam.comes', true)
    await form.send()
    expect(asked.filter((each) => /Order|addPlace/.test(each))).toEqual(['addPlace ord_1 reg_pap_sam'])
    expect(went).toEqual(['/checkout/ord_1'])
  })

  it('gives a held place back when its person is no longer chosen', async () => {
    const place = { registration_id: 'reg_sam', option_id: 'opt', status: 'pending' as const, order_id: null, hold_expires_at: until }
    const { form, asked } = open({}, { people: [member('maya'), member('sam', { place })] })
    form.begin({})
    form.type('sam.comes', false)
    form.type('maya.comes', true)
    await form.send()
    expect(asked).toContain('releasePlace reg_sam')
  })

  it('puts a refused field at its person', async () => {
    const errors = [{ type: 'invalid_phone', param: 'emergency_contact_phone', message: 'Enter a phone number with area code.' }]
    const { form } = open({ changeAttendee: [() => refused(400, 'invalid_phone', 'x', { errors })] }, { required: ['emergency_contact_phone'] })
    form.type('maya.comes', true)
    form.type('maya.emergency_contact_phone', '613 555 0142')
    await form.send()
    expect(form.problems.get()).toMatchObject([{ name: 'maya.emergency_contact_phone', message: 'Enter a phone number with area code.' }])
  })

  it('tries the code of a link silently and remembers why it was refused', async () => {
    const { form, device, session, went } = open({ applyCode: [() => refused(422, 'coupon_expired', 'This code has run out.')] })
    device.set('2021-03-04:discount:lakeside', 'OLD5')
    form.type('maya.comes', true)
    await form.send()
    expect(session.get('2021-03-04:discount-tried:ord')).toBe('This code has run out.')
    expect(went).toEqual(['/checkout/ord'])
  })

  it('pressed twice sends once', async () => {
    const { form, asked } = open()
    form.type('maya.comes', true)
    await Promise.all([form.send(), form.send()])
    expect(asked.filter((each) => each.startsWith('register'))).toHaveLength(1)
  })
})

describe('signing in inside the form', () => {
  const family = { data: [{ id: 'att_1', first_name: 'Maya', last_name: 'Roy', date_of_birth: '2017-05-31', gender: null, health_card_last4: null, parent_name: null, emergency_contact_phone: '+16135550142', emergency_contact_email: null, relations: [{ customer_id: 'cus', relation: 'parent', rights: ['register'] }], profiles: [] }] }
  const anonymous = { customer: null, people: [] }
  const known = { 'you.mode': 'known', 'you.email': 'nadia@example.com', 'you.password': 'secret' }

  it('joins what was typed with the family, and forgets the password', async () => {
    const { form } = open({ findFamily: [() => ok(family)] }, anonymous, async () => ok({ access_token: 't' }) as never)
    for (const [name, value] of Object.entries({ ...known, 'new-1.first_name': ' maya', 'new-1.last_name': 'Roy', 'new-1.q.shirt': 'M' })) form.type(name, value)
    await form.enter()
    expect(form.customer.get()).toEqual({ id: 'cus', name: 'Nadia Roy' })
    expect(form.people.get().map(({ key }) => key)).toEqual(['att_1'])
    expect(form.values.get()).toMatchObject({ 'att_1.q.shirt': 'M', 'att_1.comes': true })
    expect(form.values.get()['you.password']).toBeUndefined()
  })

  it('keeps everything typed when it is refused', async () => {
    const { form } = open({}, anonymous, async () => refused(401, 'bad_credentials', 'Email or password is not right.') as never)
    for (const [name, value] of Object.entries({ ...known, 'new-1.first_name': 'Zoe' })) form.type(name, value)
    await form.enter()
    expect(form.customer.get()).toBeNull()
    expect(form.values.get()['new-1.first_name']).toBe('Zoe')
    expect(form.failure.get()?.message).toBe('Email or password is not right.')
  })

  it('restores what was typed on the next visit, but never the password', () => {
    const { form, device } = open({}, anonymous)
    for (const [name, value] of Object.entries({ ...known, 'new-1.first_name': 'Zoe' })) form.type(name, value)
    const again = open({}, anonymous)
    for (const [key, value] of device) again.device.set(key, value)
    again.form.begin({})
    expect(again.form.values.get()).toMatchObject({ 'new-1.first_name': 'Zoe', 'you.email': 'nadia@example.com' })
    expect(again.form.values.get()['you.password']).toBeUndefined()
    expect(again.form.isRestored.get()).toBe(true)
  })
})
