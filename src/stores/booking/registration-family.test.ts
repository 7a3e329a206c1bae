import { describe, expect, it } from 'vitest'
import type { Field } from '#contract/offering/event'
import { member, openForm, refused } from './registration-form-fixture.ts'
import { isHealthQuestion } from '../../../functions/contract/people/attendee.ts'

const field = (id: string, type: Field['type'] = 'short_text', part: Partial<Field> = {}): Field => ({
  id,
  title: id,
  type,
  help: null,
  validations: { required: false, max_length: null, min: null, max: null },
  choices: [],
  show_if: null,
  ...part,
})
const fields = [
  field('pickup'),
  field('allergies', 'long_text'),
  field('photos', 'consent'),
  field('signed', 'signature'),
  field('size', 'multi_choice', { choices: [{ value: 'm', label: 'M' }] }),
]
const health = ['allergies']

describe('the answers of a second child', () => {
  it('U2: copying leaves out health answers, consents and signatures', () => {
    const { form } = openForm([], { fields, health })
    for (const [name, value] of Object.entries({ pickup: 'Louise', allergies: 'Bees', signed: 'Nadia Roy' }))
      form.setValue(`maya.q.${name}`, value)
    form.setValue('maya.q.photos', true)
    form.setValue('maya.q.size.m', true)
    form.copyAnswers('maya', 'sam')
    const copied = Object.entries(form.values.get()).filter(([name]) => name.startsWith('sam.q.'))
    expect(Object.fromEntries(copied)).toEqual({ 'sam.q.pickup': 'Louise', 'sam.q.size.m': true })
  })

  it('U2: a copied answer replaces the whole answer, and a question without one keeps what was typed', () => {
    const { form } = openForm([], { fields, health })
    for (const [name, value] of Object.entries({
      'maya.q.pickup': '',
      'sam.q.pickup': 'Grace',
      'sam.q.allergies': 'Bees',
    }))
      form.setValue(name, value)
    for (const name of ['maya.q.size.m', 'sam.q.size.l']) form.setValue(name, true)
    form.copyAnswers('maya', 'sam')
    const copied = Object.entries(form.values.get()).filter(([name]) => name.startsWith('sam.q.'))
    expect(Object.fromEntries(copied)).toEqual({
      'sam.q.pickup': 'Grace',
      'sam.q.allergies': 'Bees',
      'sam.q.size.m': true,
    })
  })

  it('U2: copying is not offered when every question is about health or consent', () => {
    expect(openForm([], { fields: fields.slice(1, 4), health }).form.canCopyAnswers).toBe(false)
    expect(openForm([], { fields, health }).form.canCopyAnswers).toBe(true)
  })

  it('an earlier booking fills in its child and answers', () => {
    const answers = [
      { field_id: 'pickup', value: 'Louise' },
      { field_id: 'allergies', value: 'Bees' },
      { field_id: 'photos', value: true },
      { field_id: 'signed', value: { name: 'Nadia Roy' } },
      { field_id: 'size', value: ['m'] },
      { field_id: 'gone', value: 'x' },
    ]
    const { form } = openForm([], { fields, health, earlier: { attendee_id: 'maya', answers } })
    const values = Object.entries(form.values.get()).filter(([name]) => name.startsWith('maya.'))
    expect(Object.fromEntries(values)).toEqual({
      'maya.comes': true,
      'maya.q.pickup': 'Louise',
      'maya.q.size.m': true,
    })
    const someoneElse = openForm([], { fields, health, earlier: { attendee_id: 'att_other', answers } }).form
    expect(Object.keys(someoneElse.values.get())).toEqual(['you.mode', 'all.relation'])
  })

  it('U2: health answers are not stored on the device', () => {
    const { form, device } = openForm([], { fields, health })
    form.setValue('maya.q.allergies', 'Bees')
    form.setValue('maya.q.pickup', 'Louise')
    const stored = [...device.values()].join('')
    expect([stored.includes('Louise'), stored.includes('Bees')]).toEqual([true, false])
  })

  it('U2: a second child starts with the first one’s surname, and without health or contacts', () => {
    const { form } = openForm([], { customer: null, people: [] })
    for (const [name, value] of Object.entries({
      first_name: 'Maya',
      last_name: 'Roy',
      health_card_number: '1234 567 890',
      emergency_contact_phone: '613 555 0142',
    }))
      form.setValue(`new-1.${name}`, value)
    form.addPerson()
    const second = Object.entries(form.values.get()).filter(([name]) => name.startsWith('new-2.'))
    expect(Object.fromEntries(second)).toEqual({
      'new-2.comes': true,
      'new-2.last_name': 'Roy',
      'new-2.prefilled_from': 'Maya',
    })
  })

  it('a family member without a surname fills in none', () => {
    const { form } = openForm([], { people: [member('maya', { last_name: '' })] })
    form.setValue('maya.comes', true)
    form.addPerson()
    expect(form.values.get()['new-1.prefilled_from']).toBeUndefined()
  })

  it.each([
    ['Allergies, or anything we should know', true],
    ['Does your child carry an EpiPen?', true],
    ['Restrictions alimentaires ou régime', true],
    ['Prend-il des médicaments?', true],
    ['Renseignements de santé', true],
    ['Sante et bien-être', true],
    ['T-shirt size', false],
    ['Une activité intéressante à nous proposer?', false],
    ['Who may pick your child up?', false],
    ['How well does your child swim?', false],
    ['Qui peut venir chercher votre enfant?', false],
  ])('U2: the question "%s" is about health: %s', (title, isHealth) =>
    expect(isHealthQuestion({ title, help: null })).toBe(isHealth),
  )
})

describe('the keyboard focus of the form', () => {
  it('U3: the focus moves to the first name of an added person', () => {
    const { form } = openForm()
    form.addPerson()
    expect(form.focus.get()?.name).toBe('new-1.first_name')
  })
  it('U3: the focus moves to the neighbour of a removed person', () => {
    const { form } = openForm([], { people: [member('maya')] })
    form.addPerson()
    form.addPerson()
    form.removePerson('new-1')
    expect(form.focus.get()?.name).toBe('new-2.comes')
    form.removePerson('new-2')
    expect(form.focus.get()?.name).toBe('maya.comes')
  })
  it.each([
    ['new', 'maya.comes', 'the first person after a sign-up'],
    ['known', 'signed-in', 'the sentence about the family after a log-in with an account'],
  ])('U3: with the account mode “%s” the focus moves to “%s”, %s', (mode, focus) => {
    const shown = { people: [member('maya')], problems: [], instead: {}, failure: null, kept: [] }
    const posted = { ...shown, values: { 'you.mode': mode, 'maya.q.shirt': 'M' }, isSessionOver: false }
    const { form } = openForm([], { posted })
    form.restore({})
    expect(form.focus.get()?.name).toBe(focus)
    expect(form.values.get()['maya.q.shirt']).toBe('M')
  })
  it('U3: the focus moves to the error summary after each failed submission', async () => {
    const { form } = openForm([refused(409, 'payment_in_progress', 'This order is being paid.')])
    await form.send()
    expect(form.attempt.get()).toBe(1)
    await form.send()
    expect(form.attempt.get()).toBe(2)
    form.setValue('maya.comes', true)
    await form.send()
    expect(form.attempt.get()).toBe(3)
  })
})
