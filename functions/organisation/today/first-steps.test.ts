import { describe, expect, it } from 'vitest'
import type { FirstStepName } from '../../contract/organisation/first-day.ts'
import { type FirstDayFacts, firstStepsOf, isFirstDayOver } from './first-steps.ts'

const nothing: FirstDayFacts = {
  ...{ name: 'Lakeside Camps', accent: null, logo: null },
  ...{ takes_cards: false, billing_status: 'active', takes_offline: false, offline_instructions: null },
  ...{ has_venue: false, has_online_event: false, was_on_sale: false, draft_id: null },
  decided: {},
}
const stepOf = (name: FirstStepName, facts: Partial<FirstDayFacts>) =>
  firstStepsOf({ ...nothing, ...facts }).find((step) => step.name === name)
const isOver = (facts: Partial<FirstDayFacts>) => {
  const all = { ...nothing, ...facts }
  return isFirstDayOver(all, firstStepsOf(all))
}

describe('a step of the first day', () => {
  it('a program with nothing has five open steps in their order', () =>
    expect(firstStepsOf(nothing).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'brand open',
      'payment open',
      'place open',
      'camp open',
      'look open',
    ]))

  it.each<[FirstStepName, string, Partial<FirstDayFacts>]>([
    ['brand', 'done', { accent: '#11696b' }],
    ['brand', 'done', { logo: 'https://lakeside.example/logo.png' }],
    ['brand', 'open', { logo: ' ' }],
    ['brand', 'open', { name: '', accent: '#11696b' }],
    ['payment', 'done', { takes_cards: true }],
    ['payment', 'done', { takes_cards: true, billing_status: 'trialing' }],
    ['payment', 'open', { takes_cards: true, billing_status: 'cancelled' }],
    ['payment', 'open', { takes_cards: true, billing_status: 'unpaid' }],
    ['payment', 'open', { takes_offline: true }],
    ['payment', 'open', { takes_offline: true, offline_instructions: '  ' }],
    ['payment', 'open', { offline_instructions: 'Pay at the office.' }],
    ['payment', 'done', { takes_offline: true, offline_instructions: 'Pay at the office.' }],
    [
      'payment',
      'done',
      { takes_cards: true, billing_status: 'unpaid', takes_offline: true, offline_instructions: 'By transfer.' },
    ],
    ['place', 'done', { has_venue: true }],
    ['place', 'done', { has_online_event: true }],
    ['camp', 'open', { draft_id: 'evt_1' }],
    ['camp', 'done', { was_on_sale: true }],
    ['look', 'done', { decided: { look: 'done' } }],
    ['look', 'open', { was_on_sale: true }],
  ])('%s is %s with %j', (name, status, facts) => expect(stepOf(name, facts)?.status).toBe(status))

  it('a step is skipped until it is opened again or done', () => {
    expect(stepOf('place', { decided: { place: 'skipped' } })?.status).toBe('skipped')
    expect(stepOf('place', { decided: { place: 'open' } })?.status).toBe('open')
    expect(stepOf('place', { decided: { place: 'skipped' }, has_venue: true })?.status).toBe('done')
    expect(stepOf('look', { decided: { look: 'skipped' } })?.status).toBe('skipped')
  })

  it('the place and the camp go on in the draft', () =>
    expect(firstStepsOf({ ...nothing, draft_id: 'evt_1' }).map(({ event_id }) => event_id)).toEqual([
      null,
      null,
      'evt_1',
      'evt_1',
      null,
    ]))
})

it('the first day is over once something was on sale, or no step is open', () => {
  const skipped = { payment: 'skipped', place: 'skipped', camp: 'skipped', look: 'done' } as const
  expect(isOver({})).toBe(false)
  expect(isOver({ was_on_sale: true })).toBe(true)
  expect(isOver({ decided: skipped })).toBe(false)
  expect(isOver({ decided: { ...skipped, brand: 'skipped' } })).toBe(true)
  expect(isOver({ decided: skipped, accent: '#11696b' })).toBe(true)
})
