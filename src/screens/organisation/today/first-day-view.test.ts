import { describe, expect, it } from 'vitest'
import { type FirstDay, type FirstStep, firstStepNames } from '#contract/organisation/first-day'
import { en } from '../../../locales/en.ts'
import { deskRoutesOf } from '../../../routes.ts'
import { firstStepRows, skippedStep } from './first-day-view.ts'

const day = (changes: Partial<Record<FirstStep['name'], Partial<FirstStep>>> = {}): FirstDay => ({
  ...{ object: 'first_day', program_id: 'lakeside', is_over: false },
  steps: firstStepNames.map((name) => ({ name, status: 'open', event_id: null, ...changes[name] })),
})
const rows = (of: FirstDay, lang: string | null = null) =>
  firstStepRows(of, en.deskFirstDay, deskRoutesOf('lakeside', lang))

describe('the steps of the first day', () => {
  it('each step leads to the page where it is done, in the language of the page', () => {
    expect(rows(day()).map(({ href }) => href)).toEqual([
      '/desk/lakeside/settings#brand',
      '/desk/lakeside/settings#pay',
      '/desk/lakeside/events/new#venue',
      '/desk/lakeside/events/new',
      null,
    ])
    expect(rows(day(), 'fr')[0]?.href).toBe('/desk/lakeside/settings?lang=fr#brand')
  })

  it('the place and the camp lead to the draft', () => {
    const event_id = 'evt_1'
    const [, , place, camp] = rows(day({ place: { event_id }, camp: { event_id } }))
    expect(place).toMatchObject({ href: '/desk/lakeside/events/evt_1/edit#venue', text: 'Add it to your draft.' })
    expect(camp).toMatchObject({ href: '/desk/lakeside/events/evt_1/edit' })
    expect(camp?.text).toContain('Your draft is saved.')
  })

  it('a done step has no link and no hint, and a skipped one still leads to its page', () => {
    const [brand, payment] = rows(day({ brand: { status: 'done' }, payment: { status: 'skipped' } }))
    expect(brand).toMatchObject({ href: null, text: '', title: 'Name and brand' })
    expect(payment).toMatchObject({ href: '/desk/lakeside/settings#pay', text: '' })
  })

  it('only a step that is still skipped is offered for undo', () => {
    const some = day({ place: { status: 'skipped' } })
    expect([skippedStep(some, 'place'), skippedStep(some, 'camp')]).toEqual(['place', null])
    expect([skippedStep(some, 'nothing'), skippedStep(some, null)]).toEqual([null, null])
  })
})
