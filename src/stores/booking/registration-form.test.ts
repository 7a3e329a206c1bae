import { describe, expect, it } from 'vitest'
import { holding, lost, member, ok, openForm, option, refused, tickBoth, until } from './registration-form-fixture.ts'

const heldPlace = {
  starts_at: '2027-07-05T13:00:00.000Z',
  session_credit_id: null,
  registration_id: 'reg_maya',
  option_id: 'opt',
  status: 'pending' as const,
  order_id: 'ord_1' as string | null,
  hold_expires_at: until,
  answers: [] as { field_id: string; value: string }[],
}
const question = (id: string, part: object) => ({
  id,
  title: id,
  type: 'date' as const,
  help: null,
  validations: { required: true, max_length: null, min: null, max: null },
  choices: [],
  show_if: null,
  ...part,
})
/** The error of a booking that names fields. */
const refusedFields = (code: number, errors: { type: string; param: string; message: string }[]) =>
  refused(code, errors[0]?.type ?? '', errors[0]?.message, { param: errors[0]?.param, errors })

describe('leaving a date field', () => {
  it('a date that is left empty keeps its error', async () => {
    const { form } = openForm({}, { fields: [question('born', {})], people: [member('maya')] })
    form.setValue('maya.comes', true)
    await form.send()
    expect(form.problems.get().map(({ name }) => name)).toEqual(['maya.q.born'])
    form.finishDate('maya.q.born')
    expect(form.problems.get().map(({ name }) => name)).toEqual(['maya.q.born'])
    form.pasteDate('maya.q.born', '2017-05-31')
    expect(form.problems.get()).toEqual([])
  })
})

describe('sending a registration', () => {
  it('a submission is one booking of all people', async () => {
    const { form, calls, bookings, went, device } = openForm()
    tickBoth(form)
    expect(device.size).toBe(1)
    await form.send()
    expect(calls).toEqual(['findCarts', 'book'])
    expect(bookings[0]).toMatchObject({
      program_id: 'lakeside',
      event_id: 'evt',
      on_refusal: 'hold',
      order_id: null,
      timezone: 'America/Toronto',
      people: [
        { attendee_id: 'maya', option_id: 'opt' },
        { attendee_id: 'sam', option_id: 'opt' },
      ],
    })
    expect([went, device.size]).toEqual([['/checkout/ord'], 0])
  })

  it('a booking that is saved for more leaves its places in the cart and opens the events', async () => {
    const { form, bookings, went } = openForm()
    tickBoth(form)
    await form.send(true)
    expect([bookings.length, went]).toEqual([1, ['/checkout/ord?next=explore']])
  })

  it('a submission joins the open cart of the program', async () => {
    const cart = (id: string, hold_expires_at: string | null, part: object = {}) => ({
      id,
      hold_expires_at,
      created: new Date(Date.parse(until) - 900_000).toISOString(),
      items: [],
      ...part,
    })
    const carts = [
      cart('ord_move', until, { moves_registration_id: 'reg_9' }),
      cart('ord_lapsed', new Date(Date.parse(until) - 890_000).toISOString()),
      cart('ord_open', until),
    ]
    const findCarts = () => [() => ok({ data: carts })]
    const joined = openForm({ findCarts: findCarts() })
    joined.device.set('2021-03-04:discount:lakeside', 'OLD5')
    tickBoth(joined.form)
    await joined.form.send()
    expect(joined.bookings.map(({ order_id }) => order_id)).toEqual(['ord_open'])
    expect(joined.went).toEqual(['/checkout/ord_open'])
    // The cart may have a code already, so the code of a link does not replace it. Checkout applies the code that may
    // be applied.
    expect(joined.bookings[0]).not.toHaveProperty('code')

    // A cart in payment can no longer change, so the places get a new order.
    const late = openForm({ findCarts: findCarts(), book: [() => refused(409, 'payment_in_progress')] })
    tickBoth(late.form)
    await late.form.send()
    expect(late.bookings.map(({ order_id }) => order_id)).toEqual(['ord_open', null])
    expect(late.went).toEqual(['/checkout/ord'])
  })

  it('a refused person is shown, and the place of the other is kept and sent again', async () => {
    const message = 'Sam is at another camp then.'
    const refusal = { person: 1, type: 'attendee_conflict', param: 'people[1].attendee_id', message }
    const { form, bookings, went } = openForm({ book: [() => holding(['maya'], [refusal])] })
    tickBoth(form)
    await form.send()
    expect(form.problems.get()).toEqual([{ name: 'sam.comes', label: 'sam', message }])
    expect(went).toEqual([])
    expect(form.people.get().map(({ place }) => place?.order_id ?? null)).toEqual(['ord', null])
    form.setValue('sam.comes', false)
    await form.send()
    expect(bookings[1]).toMatchObject({ order_id: 'ord', people: [{ attendee_id: 'maya' }] })
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a new person whose place is held becomes a member of the family, and a refused one stays as typed', async () => {
    const noor = { ...member('att_noor', { first_name: 'Noor' }) }
    const refusal = { person: 1, type: 'sold_out', param: 'people[1].option_id', message: 'Full.' }
    const opened = openForm({ book: [() => holding(['att_noor'], [refusal])] }, { people: [noor] })
    const { form } = opened
    form.people.set([])
    for (const [key, name] of [
      ['new-1', 'Noor'],
      ['new-2', 'Zoe'],
    ]) {
      form.addPerson()
      for (const [field, value] of Object.entries({ first_name: name ?? '', last_name: 'Roy', relation: 'parent' }))
        form.setValue(`${key}.${field}`, value)
    }
    await form.send()
    expect(form.people.get().map(({ key, place }) => [key, place?.order_id])).toEqual([
      ['att_noor', 'ord'],
      ['new-2', undefined],
    ])
    expect(form.problems.get()).toEqual([{ name: 'new-2.option_id', label: 'Zoe', message: 'Full.' }])
    await form.send()
    expect(opened.bookings[1]?.people).toMatchObject([{ attendee_id: 'att_noor' }, { attendee: { first_name: 'Zoe' } }])
  })

  it('a submission whose response was lost is sent again unchanged', async () => {
    const { form, bookings, calls, went } = openForm({ book: [() => lost] })
    form.setValue('maya.comes', true)
    await form.send()
    expect(form.failure.get()?.type).toBe('unreachable')
    await form.send()
    expect(bookings[1]).toEqual(bookings[0])
    expect(calls).toEqual(['findCarts', 'book', 'book'])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('changed answers are a new submission', async () => {
    const { form, bookings } = openForm({ book: [() => lost] })
    form.setValue('maya.comes', true)
    await form.send()
    form.setValue('sam.comes', true)
    await form.send()
    expect(bookings.map(({ people }) => people.length)).toEqual([1, 2])
  })

  it('a submission adds to the order of a place that is already held', async () => {
    const { form, bookings, calls, went } = openForm(
      {},
      { people: [member('maya', { place: heldPlace }), member('sam')] },
    )
    form.restore({})
    form.setValue('sam.comes', true)
    await form.send()
    expect(calls).toEqual(['book'])
    expect(bookings[0]).toMatchObject({ order_id: 'ord_1', people: [{ attendee_id: 'maya' }, { attendee_id: 'sam' }] })
    expect(went).toEqual(['/checkout/ord_1'])
  })

  it('a package that pays for places is bought with them', async () => {
    const sold = { ...option('spk'), id: 'spk', name: 'Ten hours', visits: 10, cost: 18_000 }
    const ways = { credits: [], memberships: [], packages: [sold], ids: ['spk'] }
    const { form, bookings } = openForm({}, { ways })
    tickBoth(form)
    await form.send()
    expect(bookings[0]?.people.map(({ session_package_id }) => session_package_id)).toEqual(['spk', 'spk'])
  })

  it('a visit pays by default, and the price when it is chosen', async () => {
    const credit = { id: 'scr', attendee_profile_id: null, name: 'Ten hours', left: 5 }
    const ways = { credits: [credit], memberships: [], packages: [], ids: ['spk'] }
    const { form, bookings } = openForm({}, { ways })
    tickBoth(form)
    form.setValue('sam.way', 'price')
    await form.send()
    expect(bookings[0]?.people.map(({ session_credit_id }) => session_credit_id)).toEqual(['scr', undefined])
  })

  it('a held place shows the answers sent for it', () => {
    const fields = [question('shirt', { type: 'dropdown', choices: [{ value: 'M', label: 'M' }] })]
    const place = { ...heldPlace, answers: [{ field_id: 'shirt', value: 'M' }] }
    expect(openForm({}, { fields, people: [member('maya', { place })] }).form.values.get()).toMatchObject({
      'maya.comes': true,
      'maya.q.shirt': 'M',
    })
  })

  it('a held place is released when its person is deselected', async () => {
    const place = { ...heldPlace, registration_id: 'reg_sam' }
    const { form, bookings } = openForm({}, { people: [member('maya'), member('sam', { place })] })
    form.restore({})
    form.setValue('sam.comes', false)
    form.setValue('maya.comes', true)
    await form.send()
    expect(bookings[0]).toMatchObject({ order_id: 'ord_1', release: ['reg_sam'], people: [{ attendee_id: 'maya' }] })
  })

  it('the error of a refused field is shown with the person it belongs to', async () => {
    const message = 'Enter a phone number with area code, without an extension.'
    const param = 'people[0].attendee.emergency_contact_phone'
    const { form } = openForm(
      { book: [() => refusedFields(400, [{ type: 'invalid_phone', param, message }])] },
      { required: ['emergency_contact_phone'] },
    )
    form.setValue('maya.comes', true)
    form.setValue('maya.emergency_contact_phone', '613 555 0142')
    await form.send()
    expect(form.problems.get()).toMatchObject([{ name: 'maya.emergency_contact_phone', message }])
    expect(form.failure.get()).toBeNull()
  })

  it('a refused booking shows each person what they can have instead', async () => {
    const instead = [{ kind: 'waitlist' as const, name: 'Full day' }]
    const refusals = [{ person: 1, type: 'sold_out', param: 'people[1].option_id', message: 'Full.', instead }]
    const { form } = openForm({
      book: [() => refused(409, 'sold_out', 'Full.', { param: refusals[0]?.param, refusals })],
    })
    tickBoth(form)
    await form.send()
    expect([form.instead.get(), form.problems.get().map(({ name }) => name)]).toEqual([
      { sam: instead },
      ['sam.option_id'],
    ])
  })

  it('a refusal of the whole booking is shown above the form', async () => {
    const { form } = openForm({ book: [() => refused(429, 'too_many_requests', 'Too many.', { param: 'people' })] })
    form.setValue('maya.comes', true)
    await form.send()
    expect([form.problems.get(), form.failure.get()?.message]).toEqual([[], 'Too many.'])
  })

  it('the code of a link is sent with a new cart, and its refusal stops nothing', async () => {
    const message = 'This code has expired.'
    const { form, device, session, bookings, went } = openForm({
      book: [() => holding(['maya'], [{ person: null, type: 'coupon_expired', param: 'code', message }])],
    })
    device.set('2021-03-04:discount:lakeside', 'OLD5')
    form.setValue('maya.comes', true)
    await form.send()
    expect(bookings[0]?.code).toBe('OLD5')
    expect(session.get('2021-03-04:discount-tried:ord')).toBe(message)
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a double press sends the form once', async () => {
    const { form, bookings } = openForm()
    form.setValue('maya.comes', true)
    await Promise.all([form.send(), form.send()])
    expect(bookings).toHaveLength(1)
  })
})
