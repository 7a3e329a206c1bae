// Over 250 lines: one form is sent in every way in which it may be refused.
import { describe, expect, it } from 'vitest'
import {
  tickBoth,
  lost,
  member,
  ok,
  openForm,
  refused,
  registration,
  until,
  option,
} from './registration-form-fixture.ts'

const heldPlace = {
  starts_at: '2027-07-05T13:00:00.000Z',
  session_credit_id: null,
  registration_id: 'reg_maya',
  option_id: 'opt',
  status: 'pending' as const,
  order_id: null as string | null,
  hold_expires_at: until,
  answers: [] as { field_id: string; value: string }[],
}

describe('leaving a date field', () => {
  const born = {
    id: 'born',
    title: 'Since when?',
    type: 'date' as const,
    help: null,
    validations: { required: true, max_length: null, min: null, max: null },
    choices: [],
    show_if: null,
  }
  it('a date that is left empty keeps its error', async () => {
    const { form } = openForm({}, { fields: [born], people: [member('maya')] })
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
  it('a submission creates one order for all people', async () => {
    const { form, input, went, device } = openForm()
    tickBoth(form)
    expect(device.size).toBe(1)
    await form.send()
    expect(input).toEqual(['joinProgram lakeside', 'register pap_maya', 'register pap_sam', 'createOrder lakeside'])
    expect([went, device.size]).toEqual([['/checkout/ord'], 0])
  })

  it('a submission adds to the open cart of the program', async () => {
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
    tickBoth(joined.form)
    await joined.form.send()
    expect(joined.input.slice(3)).toEqual(['addPlace ord_open reg_pap_maya', 'addPlace ord_open reg_pap_sam'])
    expect(joined.went).toEqual(['/checkout/ord_open'])
    // The cart already has a code, so the code of a link does not replace it. Checkout applies the code that may be
    // applied.
    expect(joined.input.filter((each) => each.startsWith('applyCode'))).toEqual([])

    // A cart in payment can no longer change, so the places get a new order.
    const late = openForm({ findCarts: findCarts(), addPlace: [() => refused(409, 'payment_in_progress')] })
    tickBoth(late.form)
    await late.form.send()
    expect(late.input.slice(3)).toEqual(['addPlace ord_open reg_pap_maya', 'createOrder lakeside'])
    expect(late.went).toEqual(['/checkout/ord'])
  })

  it('one refusal does not stop the other places', async () => {
    const { form, input, went } = openForm({
      register: [
        () => ok(registration('reg_maya', 'pap_maya')),
        () => refused(409, 'attendee_conflict', 'Sam is at another camp then.'),
      ],
    })
    tickBoth(form)
    await form.send()
    expect(form.problems.get()).toEqual([{ name: 'sam.comes', label: 'sam', message: 'Sam is at another camp then.' }])
    expect(went).toEqual([])
    form.setValue('sam.comes', false)
    input.length = 0
    await form.send()
    expect(input.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
      'joinProgram lakeside',
      'changeRegistration reg_maya',
      'createOrder lakeside',
    ])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a submission whose response was lost uses the place that was booked', async () => {
    const { form, input, went } = openForm({
      register: [() => lost, () => refused(409, 'already_registered')],
      findPlaces: [() => ok({ data: [registration('reg_maya', 'pap_maya')] })],
    })
    form.setValue('maya.comes', true)
    await form.send()
    expect(form.failure.get()?.type).toBe('unreachable')
    await form.send()
    expect(input.filter((each) => each.startsWith('register') || each.startsWith('findPlaces'))).toEqual([
      'register pap_maya',
      'register pap_maya',
      'findPlaces event_id=evt',
    ])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a submission adds to the order of a place that is already held', async () => {
    const place = { ...heldPlace, order_id: 'ord_1' }
    const { form, input, went } = openForm(
      { changeRegistration: [() => ok(registration('reg_maya', 'pap_maya', { order_id: 'ord_1' }))] },
      { people: [member('maya', { place }), member('sam')] },
    )
    form.restore({})
    form.setValue('sam.comes', true)
    await form.send()
    expect(input.filter((each) => /Order|addPlace/.test(each))).toEqual(['addPlace ord_1 reg_pap_sam'])
    expect(went).toEqual(['/checkout/ord_1'])
  })

  it('a package is added to a cart before the places that it pays for', async () => {
    const sold = { ...option('spk'), id: 'spk', name: 'Ten hours', visits: 10, cost: 18_000 }
    const ways = { credits: [], memberships: [], packages: [sold], ids: ['spk'] }
    const credits: unknown[] = []
    const register = (body: { attendee_profile_id: string; session_credit_id?: string }) => {
      credits.push(body.session_credit_id)
      return ok(registration(`reg_${body.attendee_profile_id}`, body.attendee_profile_id))
    }
    const { form, input, went } = openForm(
      { register: [register, register] },
      { ways, people: [member('maya'), member('sam')] },
    )
    form.setValue('maya.comes', true)
    form.setValue('sam.comes', true)
    await form.send()
    expect(credits).toEqual(['itm', 'itm'])
    expect(input.filter((each) => !each.startsWith('joinProgram'))).toEqual([
      'createOrder lakeside',
      'register pap_maya',
      'register pap_sam',
      'addPlace ord reg_pap_maya',
      'addPlace ord reg_pap_sam',
    ])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('an order stays the same when its only place changes to another option', async () => {
    const place = { ...heldPlace, option_id: 'gone', order_id: 'ord_1' }
    const { form, input, went } = openForm({}, { people: [member('maya', { place })] })
    form.setValue('maya.option_id', 'opt')
    await form.send()
    expect(input.filter((each) => !each.startsWith('joinProgram'))).toEqual([
      'releasePlace reg_maya',
      'register pap_maya',
      'addPlace ord_1 reg_pap_maya',
    ])
    expect(went).toEqual(['/checkout/ord_1'])
  })

  it('a held place shows the answers sent for it', () => {
    const fields = [
      {
        id: 'shirt',
        title: 'Size',
        type: 'dropdown' as const,
        help: null,
        validations: { required: true, max_length: null, min: null, max: null },
        choices: [{ value: 'M', label: 'M' }],
        show_if: null,
      },
    ]
    const answers = [{ field_id: 'shirt', value: 'M' }]
    const place = { ...heldPlace, answers }
    expect(openForm({}, { fields, people: [member('maya', { place })] }).form.values.get()).toMatchObject({
      'maya.comes': true,
      'maya.q.shirt': 'M',
    })
  })

  it('a held place is released when its person is deselected', async () => {
    const place = {
      starts_at: '2027-07-05T13:00:00.000Z',
      session_credit_id: null,
      registration_id: 'reg_sam',
      option_id: 'opt',
      status: 'pending' as const,
      order_id: null,
      hold_expires_at: until,
      answers: [],
    }
    const { form, input } = openForm({}, { people: [member('maya'), member('sam', { place })] })
    form.restore({})
    form.setValue('sam.comes', false)
    form.setValue('maya.comes', true)
    await form.send()
    expect(input).toContain('releasePlace reg_sam')
  })

  it('the error of a refused field is shown with the person it belongs to', async () => {
    const errors = [
      {
        type: 'invalid_phone',
        param: 'emergency_contact_phone',
        message: 'Enter a phone number with area code, without an extension.',
      },
    ]
    const { form } = openForm(
      { changeAttendee: [() => refused(400, 'invalid_phone', 'x', { errors })] },
      { required: ['emergency_contact_phone'] },
    )
    form.setValue('maya.comes', true)
    form.setValue('maya.emergency_contact_phone', '613 555 0142')
    await form.send()
    expect(form.problems.get()).toMatchObject([
      { name: 'maya.emergency_contact_phone', message: 'Enter a phone number with area code, without an extension.' },
    ])
  })

  it('the code of a link is applied without a message', async () => {
    const { form, device, session, went } = openForm({
      applyCode: [() => refused(422, 'coupon_expired', 'This code has expired.')],
    })
    device.set('2021-03-04:discount:lakeside', 'OLD5')
    form.setValue('maya.comes', true)
    await form.send()
    expect(session.get('2021-03-04:discount-tried:ord')).toBe('This code has expired.')
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a double press sends the form once', async () => {
    const { form, input } = openForm()
    form.setValue('maya.comes', true)
    await Promise.all([form.send(), form.send()])
    expect(input.filter((each) => each.startsWith('register'))).toHaveLength(1)
  })
})
