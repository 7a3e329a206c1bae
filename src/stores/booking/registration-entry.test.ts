import { itemAddress } from './registration-setup.ts'
import { describe, expect, it } from 'vitest'
import { openForm, refused } from './registration-form-fixture.ts'

describe('logging in within the form', () => {
  const anonymous = { customer: null, people: [] }
  const login = { 'you.mode': 'known', 'you.email': 'nadia@example.com', 'you.password': 'secret' }
  const typed = { ...login, 'new-1.first_name': 'Zoe', 'new-1.q.shirt': 'M' }
  const fill = (form: ReturnType<typeof openForm>['form'], values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) form.setValue(name, value)
  }

  it('a log-in shows the form again with the family, and leaves no draft of a stranger', async () => {
    const { form, sent, again, device } = openForm([], anonymous)
    fill(form, typed)
    await form.enter()
    expect(sent).toMatchObject([{ ...typed, next: 'enter' }])
    expect([again.count, device.size]).toEqual([1, 0])
  })

  it('a customer with an account sees the family before the form books', async () => {
    const { form, sent } = openForm([], anonymous)
    fill(form, { ...typed, 'new-1.last_name': 'Roy', 'new-1.relation': 'parent' })
    form.setValue('new-1.comes', true)
    await form.send()
    expect(sent.map(({ next }) => next)).toEqual(['enter'])
  })

  it('a refused log-in shows the reason at the password and keeps the input', async () => {
    const message = 'That email and password don’t match.'
    const errors = [{ type: 'bad_credentials', param: 'you.password', message }]
    const { form, again } = openForm([refused(401, 'bad_credentials', message, { errors })], anonymous)
    fill(form, typed)
    await form.enter()
    expect([form.values.get(), again.count]).toEqual([expect.objectContaining(typed), 0])
    expect(form.problems.get()).toEqual([{ name: 'you.password', label: 'password', message, isRefused: true }])
  })

  it('a reopened form restores the draft without the password', () => {
    const { form, device } = openForm([], anonymous)
    for (const [name, value] of Object.entries({ ...login, 'new-1.first_name': 'Zoe' })) form.setValue(name, value)
    const again = openForm([], anonymous)
    for (const [key, value] of device) again.device.set(key, value)
    again.form.restore({})
    expect(again.form.values.get()).toMatchObject({ 'new-1.first_name': 'Zoe', 'you.email': 'nadia@example.com' })
    expect(again.form.values.get()['you.password']).toBeUndefined()
    expect(again.form.restored.get()).toEqual({ isHealthLost: false })
  })
})

describe('health answers of a reopened form', () => {
  const reopened = (typed: Record<string, string>) => {
    const { form, device } = openForm([], { health: ['que_allergy'], customer: null, people: [] })
    for (const [name, value] of Object.entries(typed)) form.setValue(name, value)
    const again = openForm([], { health: ['que_allergy'], customer: null, people: [] })
    for (const [key, value] of device) again.device.set(key, value)
    again.form.restore({})
    return again
  }
  it('a reloaded form asks again for typed health answers, after a second reload too', () => {
    const again = reopened({ 'new-1.first_name': 'Zoe', 'new-1.q.que_allergy': 'nuts' })
    expect(JSON.stringify([...again.device])).not.toContain('nuts')
    expect(again.form.restored.get()?.isHealthLost).toBe(true)
    again.form.setValue('new-1.last_name', 'Roy')
    expect([...again.device.values()].join()).toContain('"lost":true')
    again.form.reset()
    expect([again.went, again.device.size]).toEqual([['/register'], 0])
  })
  it('a form without typed health answers asks for nothing again', () =>
    expect(reopened({ 'new-1.first_name': 'Zoe' }).form.restored.get()?.isHealthLost).toBe(false))
})

describe('addressOf', () => {
  it.each([
    ['/pg/lakeside/checkout/', 'ord_1', '/pg/lakeside/checkout/ord_1'],
    ['/pg/lakeside/checkout/?lang=fr', 'ord_1', '/pg/lakeside/checkout/ord_1?lang=fr'],
  ])('the URL of one item is built from the form’s URL %s', (list, id, expected) =>
    expect(itemAddress(list, id)).toBe(expected),
  )
})
