import { itemAddress } from './registration-setup.ts'
import { describe, expect, it } from 'vitest'
import { ok, openForm, refused } from './registration-form-fixture.ts'

describe('logging in within the form', () => {
  const family = {
    data: [
      {
        id: 'att_1',
        first_name: 'Maya',
        last_name: 'Roy',
        date_of_birth: '2017-05-31',
        gender: null,
        health_card_last4: null,
        parent_name: null,
        emergency_contact_phone: '+16135550142',
        emergency_contact_email: null,
        relations: [{ customer_id: 'cus', relation: 'parent', rights: ['register'] }],
        profiles: [],
      },
    ],
  }
  const anonymous = { customer: null, people: [] }
  const login = { 'you.mode': 'known', 'you.email': 'nadia@example.com', 'you.password': 'secret' }

  it('a log-in adds the typed people to the family', async () => {
    const { form } = openForm(
      { findFamily: [() => ok(family)] },
      anonymous,
      async () => ok({ access_token: 't' }) as never,
    )
    for (const [name, value] of Object.entries({
      ...login,
      'new-1.first_name': ' maya',
      'new-1.last_name': 'Roy',
      'new-1.q.shirt': 'M',
    }))
      form.setValue(name, value)
    await form.enter()
    expect(form.customer.get()).toEqual({ id: 'cus', name: 'Nadia Roy' })
    expect(form.people.get().map(({ key }) => key)).toEqual(['att_1'])
    expect(form.values.get()).toMatchObject({ 'att_1.q.shirt': 'M', 'att_1.comes': true })
    expect(form.values.get()['you.password']).toBeUndefined()
  })

  it.each([
    [401, 'bad_credentials', 'That email and password don’t match.'],
    [401, 'account_locked', 'Too many failed attempts. Wait 15 minutes, then try again.'],
  ])(
    'a log-in refused with %s %s shows the reason at the password and keeps the input',
    async (code, type, message) => {
      const { form } = openForm({}, anonymous, async () => refused(code, type, message) as never)
      const typed = { ...login, 'new-1.first_name': 'Zoe', 'new-1.q.shirt': 'M' }
      for (const [name, value] of Object.entries(typed)) form.setValue(name, value)
      await form.enter()
      expect(form.customer.get()).toBeNull()
      expect(form.values.get()).toMatchObject(typed)
      expect(form.problems.get()).toEqual([{ name: 'you.password', label: 'password', message }])
    },
  )

  it('a reopened form restores the draft without the password', () => {
    const { form, device } = openForm({}, anonymous)
    for (const [name, value] of Object.entries({ ...login, 'new-1.first_name': 'Zoe' })) form.setValue(name, value)
    const again = openForm({}, anonymous)
    for (const [key, value] of device) again.device.set(key, value)
    again.form.restore({})
    expect(again.form.values.get()).toMatchObject({ 'new-1.first_name': 'Zoe', 'you.email': 'nadia@example.com' })
    expect(again.form.values.get()['you.password']).toBeUndefined()
    expect(again.form.isRestored.get()).toBe(true)
  })
})

describe('health answers of a reopened form', () => {
  const reopened = (typed: Record<string, string>) => {
    const { form, device } = openForm({}, { health: ['que_allergy'], customer: null, people: [] })
    for (const [name, value] of Object.entries(typed)) form.setValue(name, value)
    const again = openForm({}, { health: ['que_allergy'], customer: null, people: [] })
    for (const [key, value] of device) again.device.set(key, value)
    again.form.restore({})
    return again
  }
  it('a reloaded form asks again for typed health answers, after a second reload too', () => {
    const again = reopened({ 'new-1.first_name': 'Zoe', 'new-1.q.que_allergy': 'nuts' })
    expect(JSON.stringify([...again.device])).not.toContain('nuts')
    expect(again.form.isHealthLost.get()).toBe(true)
    again.form.setValue('new-1.last_name', 'Roy')
    expect([...again.device.values()].join()).toContain('"lost":true')
    again.form.reset()
    expect(again.form.isHealthLost.get()).toBe(false)
  })
  it('a form without typed health answers asks for nothing again', () =>
    expect(reopened({ 'new-1.first_name': 'Zoe' }).form.isHealthLost.get()).toBe(false))
})

describe('addressOf', () => {
  it.each([
    ['/pg/lakeside/checkout/', 'ord_1', '/pg/lakeside/checkout/ord_1'],
    ['/pg/lakeside/checkout/?lang=fr', 'ord_1', '/pg/lakeside/checkout/ord_1?lang=fr'],
  ])('the URL of one item is built from the form’s URL %s', (list, id, expected) =>
    expect(itemAddress(list, id)).toBe(expected),
  )
})
