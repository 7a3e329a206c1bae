import type { Field } from '#contract/offering/event'
import { describe, expect, it } from 'vitest'
import { postedForm } from './posted-form.ts'
import { checkWords, member, option, setup as makeSetup } from './registration-form-fixture.ts'
import type { RegistrationSetup } from './registration-setup.ts'

type Failure = Parameters<typeof postedForm>[1]
const shown = (values: Record<string, string>, part: Partial<RegistrationSetup> = {}, failure: Partial<Failure> = {}) =>
  postedForm(
    makeSetup(part),
    { type: 'none', message: '', param: null, errors: [], values, ...failure },
    {
      words: checkWords,
      today: '2026-11-21',
      timeProblem: ({ starts_at, type, message }) => ({
        name: 'times',
        label: starts_at,
        message: `${type}: ${message}`,
      }),
    },
  )
const refused = (...params: string[]): Partial<Failure> => ({
  type: 'invalid',
  message: 'Not that.',
  param: params[0] ?? null,
  errors: params.map((param) => ({ type: 'invalid', param, message: `No ${param}` })),
})
const newRow = (key: string, name = '') => ({
  [`${key}.comes`]: 'on',
  [`${key}.first_name`]: name,
  [`${key}.last_name`]: 'Roy',
  [`${key}.relation`]: 'parent',
})
const visitor = { customer: null, people: [] }
const keysOf = ({ people }: ReturnType<typeof shown>) => people.map(({ key }) => key)
const namesOf = ({ problems }: ReturnType<typeof shown>) => problems.map(({ name }) => name)
const question = (id: string, part: object = {}) =>
  ({ id, title: id, type: 'short_text', show_if: null, choices: [], validations: {}, ...part }) as unknown as Field

describe('a posted form', () => {
  it('the page of a posted form has every typed value, whole dates, and no field of the form itself', () => {
    const values = { ...newRow('new-1', 'Ida'), 'new-1.date_of_birth~day': '3', 'new-1.date_of_birth~month': '5' }
    const form = shown(
      { ...values, 'new-1.date_of_birth~year': '2018', key: 'k', next: 'enter', order_id: 'ord_1', landed_at: 'then' },
      visitor,
    )
    expect(form.values).toEqual({
      'you.mode': 'new',
      'all.relation': 'parent',
      ...values,
      'new-1.date_of_birth~year': '2018',
      'new-1.date_of_birth': '2018-05-03',
    })
    expect([keysOf(form), form.problems, form.failure]).toEqual([['new-1'], [], null])
  })

  it('a refused code is named at the sum', () => {
    const form = shown({ ...newRow('new-1', 'Ida'), code: 'GONE' }, visitor, refused('code'))
    expect(namesOf(form)).toContain('sum')
    expect(form.values).not.toHaveProperty('code')
  })

  it.each([
    ['add', ['new-1', 'new-2', 'new-3']],
    ['remove:new-1', ['new-2']],
    ['remove:nobody', ['new-1', 'new-2']],
    ['copy:new-2:new-1', ['new-1', 'new-2']],
  ])('the button %s changes its rows', (next, keys) => {
    const values = {
      ...newRow('new-1', 'Ida'),
      ...newRow('new-2', 'Tom'),
      'new-1.q.shirt': 'M',
      'new-1.q.health': 'Bees',
    }
    const form = shown(
      { ...values, next },
      { ...visitor, fields: [question('shirt'), question('health')], health: ['health'] },
    )
    expect(keysOf(form)).toEqual(keys)
    expect(form.values['new-3.last_name']).toBe(next === 'add' ? 'Roy' : undefined)
    expect(form.values['new-2.q.shirt']).toBe(next.startsWith('copy') ? 'M' : undefined)
    expect(form.values['new-2.q.health']).toBeUndefined()
  })

  it('shows each refusal at its control, and the missing fields that the call did not reach', () => {
    const values = { 'maya.comes': 'on', 'maya.option_id': 'opt', ...newRow('new-1') }
    const waiver = { waiver_id: 'wai', version: 1, title: 'Water' }
    const form = shown(values, { waiver }, refused('people[0].option_id'))
    expect(namesOf(form)).toEqual(['waiver', 'maya.option_id'])
    const both = shown({ ...values, 'new-1.first_name': 'Ida' }, { waiver }, refused('people[1].attendee.last_name'))
    expect(namesOf(both)).toEqual(['waiver', 'new-1.last_name'])
    expect(both.problems.at(-1)?.message).toBe('No people[1].attendee.last_name')
  })

  it('a removed file is not an answer', () => {
    const file = { 'maya.q.permit': 'file_1', 'maya.q.permit~name': 'permit.pdf' }
    const form = shown({ 'maya.comes': 'on', ...file, next: 'unfile:maya.q.permit' })
    expect(form.values).toMatchObject({ 'maya.q.permit': '', 'maya.q.permit~name': '' })
  })

  it('a sold-out product is named at its field', () => {
    const values = { 'maya.comes': 'on', 'maya.option_id': 'opt', 'maya.add.prd_shirt': 'var_s' }
    expect(namesOf(shown(values, {}, refused('people[0].items[0].quantity')))).toEqual(['maya.add.prd_shirt'])
  })

  it('refused dates of a series are one problem of its weeks', () => {
    const appointment = { starts_at: '9', places: 2, tooMany: '', times: '/', weeks: [], chosenWeeks: 3 }
    const values = { 'maya.comes': 'on', 'maya.option_id': 'opt', starts_at: '9 10 11' }
    const failure = refused('appointment.starts_at[1]', 'appointment.starts_at[2]')
    expect(namesOf(shown(values, { appointment }, failure))).toEqual(['weeks'])
  })

  it.each([
    ['the dates of the chosen weeks are to be checked, with what is missing', '', 3, ['weeks', 'waiver']],
    ['a button that shows them names nothing', 'weeks', 3, []],
    ['another time of the day names nothing', 'time', 3, []],
    ['no other week is free any more', '', 1, []],
  ])('a form that comes back with its dates: %s', (_, next, chosenWeeks, problems) => {
    const appointment = { starts_at: '9', places: 2, tooMany: '', times: '/', weeks: [], chosenWeeks }
    const waiver = { waiver_id: 'wai', version: 1, title: 'Water' }
    const values = { 'maya.comes': 'on', 'maya.option_id': 'opt', weeks: '5', starts_at: '9', next }
    const form = shown(values, { appointment, waiver })
    expect([namesOf(form), form.values['weeks'], form.failure]).toEqual([problems, String(chosenWeeks), null])
  })

  it('people for whom the time has no place are named with the dates to check', () => {
    const appointment = { starts_at: '9', places: 1, tooMany: 'For one.', times: '/', weeks: [], chosenWeeks: 3 }
    const values = {
      'maya.comes': 'on',
      'maya.option_id': 'opt',
      'sam.comes': 'on',
      'sam.option_id': 'opt',
      weeks: '3',
    }
    expect(namesOf(shown(values, { appointment }))).toEqual(['weeks', 'sam.comes'])
  })

  it('a refused time is named once, instead of the number of people', () => {
    const appointment = { starts_at: '9', places: 0, tooMany: 'For one.', times: '/', weeks: [], chosenWeeks: 1 }
    const people = ['maya', 'sam'].map((id) => member(id, { first_name: id }))
    const values = Object.fromEntries(
      people.flatMap(({ key }) => [
        [`${key}.comes`, 'on'],
        [`${key}.option_id`, 'opt'],
      ]),
    )
    const form = shown(
      { ...values, starts_at: '9 10' },
      { people, appointment },
      {
        ...refused('appointment.starts_at[1]', 'appointment.starts_at[1]', 'appointment.starts_at[7]'),
      },
    )
    expect([form.problems, form.failure]).toEqual([
      [{ name: 'times', label: '10', message: 'invalid: No appointment.starts_at[1]' }],
      null,
    ])
  })

  it('shows refusals of the account first, and only those after its own button', () => {
    const values = { ...newRow('new-1'), 'you.email': 'no email' }
    expect(namesOf(shown(values, visitor, refused('you.email')))).toEqual(['you.email', 'new-1.first_name'])
    expect(namesOf(shown({ ...values, next: 'enter' }, visitor, refused('you.email')))).toEqual(['you.email'])
  })

  it('shows a refusal without a control as a failure', () => {
    const form = shown({ 'maya.comes': 'on', 'maya.option_id': 'opt' }, {}, { type: 'closed', message: 'Closed.' })
    expect([form.problems, form.failure?.message]).toEqual([[], 'Closed.'])
  })

  it('a typed person who is in the family now keeps their values and refusals', () => {
    const values = { ...newRow('new-1', 'Ida'), 'new-1.q.health': 'Bees', 'new-1.option_id': 'opt' }
    const form = shown(values, { people: [member('ida', { first_name: 'Ida' })] }, refused('people[0].option_id'))
    expect([keysOf(form), form.values['ida.q.health'], namesOf(form)]).toEqual([['ida'], 'Bees', ['ida.option_id']])
  })

  it('a posted form has what a refused person can have instead, also once they are in the family', () => {
    const values = { 'sam.comes': 'on', ...newRow('new-1', 'Ida'), 'new-1.option_id': 'opt' }
    const instead = [{ kind: 'option' as const, option_id: 'half', name: 'Half day' }]
    const refusals = [{ person: 1, type: 'sold_out', param: 'people[1].option_id', message: 'Full.', instead }]
    const people = [member('sam'), member('ida', { first_name: 'Ida' })]
    expect(shown(values, { people }, { ...refused('people[1].option_id'), refusals }).instead).toEqual({ ida: instead })
    const chosen = shown({ ...values, next: 'option:new-1:half' })
    expect([chosen.values['new-1.option_id'], chosen.values['new-1.first_name'], chosen.problems]).toEqual([
      'half',
      'Ida',
      [],
    ])
  })

  it('the form of another event has one person of it coming, with everything typed and no option', () => {
    const typed = { ...newRow('new-1', 'Ida'), 'new-1.q.shirt': 'M' }
    const values = { 'maya.comes': 'on', ...newRow('new-2', 'Tom'), ...typed, 'new-1.option_id': 'opt' }
    const form = shown({ ...values, next: 'only:new-1' }, { options: [option('week-2')] })
    expect([keysOf(form), form.problems]).toEqual([['maya', 'sam', 'new-1'], []])
    expect(form.values).toMatchObject(typed)
    for (const name of ['maya.comes', 'new-1.option_id']) expect(form.values).not.toHaveProperty([name])
  })

  it('keeps the values of the family until the customer has logged in again', () => {
    const values = { 'maya.comes': 'on', 'maya.q.health': 'Bees', 'you.mode': 'new' }
    const form = shown(values, visitor, { type: 'not_authenticated', message: 'Log in.' })
    expect([form.isSessionOver, form.problems, form.failure]).toEqual([true, [], null])
    expect(form.kept).toEqual([
      ['maya.comes', 'on'],
      ['maya.q.health', 'Bees'],
    ])
  })
})
