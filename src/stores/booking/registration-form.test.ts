import { describe, expect, it } from 'vitest'
import {
  holding,
  lost,
  member,
  openForm,
  option,
  heldPlace,
  refused,
  setup,
  tickBoth,
} from './registration-form-fixture.ts'

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
describe('leaving a date field', () => {
  it('a date that is left empty keeps its error', async () => {
    const { form } = openForm([], { fields: [question('born', {})], people: [member('maya')] })
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
  it('a submission is one post of the whole form', async () => {
    const { form, sent, went, device } = openForm()
    tickBoth(form)
    form.setValue('maya.q.shirt', 'M')
    expect(device.size).toBe(1)
    await form.send()
    expect(sent).toMatchObject([
      { 'maya.comes': 'on', 'sam.comes': 'on', 'maya.q.shirt': 'M', next: '', timezone: 'America/Toronto' },
    ])
    expect([went, device.size]).toEqual([['/checkout/ord'], 0])
  })

  it('a booking that is saved for more leaves its places in the cart and opens the events', async () => {
    const { form, sent, went } = openForm()
    tickBoth(form)
    await form.send(true)
    expect([sent.map(({ next }) => next), went]).toEqual([['more'], ['/checkout/ord?next=explore']])
  })

  it('a free place does not join the open cart of the program', async () => {
    const cartOf = async (cost: number, held = '') => {
      const hidden = { ...setup().hidden, order_id: 'ord_open', held }
      const { form, sent } = openForm([], { hidden, options: [{ ...option('opt'), cost }] })
      form.setValue('maya.comes', true)
      await form.send()
      return sent[0]?.['order_id']
    }
    expect([await cartOf(5000), await cartOf(0), await cartOf(0, 'maya:reg_1')]).toEqual(['ord_open', '', 'ord_open'])
  })

  it('a refused person is shown by the page of the form, which is sent once more under its key', async () => {
    const refusal = { person: 1, type: 'sold_out', param: 'people[1].option_id', message: 'Full.' }
    for (const answer of [holding([refusal]), refused(409, 'sold_out', 'Full.', { errors: [refusal] })]) {
      const { form, again, went, device } = openForm([answer])
      tickBoth(form)
      await form.send()
      expect([again.count, went, device.size, form.problems.get()]).toEqual([1, [], 0, []])
    }
  })

  it('a form whose session has ended is shown again with the log-in', async () => {
    const { form, again } = openForm([refused(401, 'not_authenticated')])
    form.setValue('maya.comes', true)
    await form.send()
    expect(again.count).toBe(1)
  })

  it('a submission whose answer was lost is sent again under its key', async () => {
    const { form, sent, again, went } = openForm([lost])
    form.setValue('maya.comes', true)
    await form.send()
    expect([form.failure.get()?.type, again.count]).toEqual(['unreachable', 0])
    await form.send()
    expect(sent[1]).toEqual(sent[0])
    expect(went).toEqual(['/checkout/ord'])
  })

  it('changed answers are a new submission', async () => {
    const { form, sent } = openForm([lost])
    form.setValue('maya.comes', true)
    await form.send()
    form.setValue('sam.comes', true)
    await form.send()
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  })

  it('a held place shows the answers sent for it', () => {
    const fields = [question('shirt', { type: 'dropdown', choices: [{ value: 'M', label: 'M' }] })]
    const place = { ...heldPlace, answers: [{ field_id: 'shirt', value: 'M' }] }
    expect(openForm([], { fields, people: [member('maya', { place })] }).form.values.get()).toMatchObject({
      'maya.comes': true,
      'maya.q.shirt': 'M',
    })
  })

  it('a refusal of the whole booking is shown above the form', async () => {
    const { form, again } = openForm([refused(429, 'too_many_requests', 'Too many.', { param: 'people' })])
    form.setValue('maya.comes', true)
    await form.send()
    expect([form.problems.get(), form.failure.get()?.message, again.count]).toEqual([[], 'Too many.', 0])
  })

  it('the code of a link is sent with a new cart, and its refusal stops nothing', async () => {
    const message = 'This code has expired.'
    const { form, device, session, sent, went } = openForm([
      holding([{ person: null, type: 'coupon_expired', param: 'code', message }]),
    ])
    device.set('2021-03-04:discount:lakeside', 'OLD5')
    form.setValue('maya.comes', true)
    await form.send()
    expect(sent[0]?.['code']).toBe('OLD5')
    expect(session.get('2021-03-04:discount-tried:ord')).toBe(message)
    expect(went).toEqual(['/checkout/ord'])
  })

  it('a double press sends the form once', async () => {
    const { form, sent } = openForm()
    form.setValue('maya.comes', true)
    await Promise.all([form.send(), form.send()])
    expect(sent).toHaveLength(1)
  })
})
