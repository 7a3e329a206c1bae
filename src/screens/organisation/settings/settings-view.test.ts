import { describe, expect, it } from 'vitest'
import type { ProgramSettings } from '#contract/organisation/organiser-event'
import { controlsOf, differences, isStale } from './settings-view.ts'

const program = {
  ...{ name: { en: 'Sail Camps', fr: 'Camps de voile' }, summary: 'Wind and water.', email: 'hello@sail.example' },
  ...{ phone: null, website: null, language: 'en', languages: ['en', 'fr'] },
  selling: {
    offline: { days: 3 },
    offline_instructions: null,
    show_prices: 'all_in',
    hold_minutes: 15,
    card_charges_limit: 99.5,
  },
  default_currency: 'CAD',
} as unknown as ProgramSettings
const refused = (values: Record<string, string>, more: object = {}) =>
  ({
    form: 'desk-settings',
    type: 'invalid_email',
    param: 'email',
    message: 'No.',
    errors: [],
    values,
    ...more,
  }) as never
const named = (name: string, failure: Parameters<typeof controlsOf>[2] = null) =>
  controlsOf('program', program, failure).find((control) => control.name === name)

describe('the controls of the settings', () => {
  it('a text has a control for each language of the program, and a text without languages is in its own', () => {
    expect(named('setting.name.fr')).toMatchObject({ lang: 'fr', value: 'Camps de voile' })
    expect(named('setting.summary.en')?.value).toBe('Wind and water.')
    expect(named('setting.summary.fr')?.value).toBe('')
    const alone = controlsOf('program', { ...program, languages: ['en'] }, null)
    expect(alone.find(({ path }) => path === 'name')).toMatchObject({ name: 'setting.name', value: 'Sail Camps' })
  })

  it('a refused form keeps what was typed, with the error of its field', () => {
    const failure = refused({ section: 'program', 'setting.email': 'hello', 'setting.languages.fr': 'on' })
    expect(named('setting.email', failure)).toMatchObject({ value: 'hello', error: 'No.' })
    expect(named('setting.languages', failure)?.chosen).toEqual(['fr'])
    expect(named('setting.languages')?.chosen).toEqual(['en', 'fr'])
  })

  it('the refused form of another section changes no control', () => {
    expect(named('setting.email', refused({ section: 'brand' }))).toMatchObject({
      ...{ value: 'hello@sail.example', error: null },
    })
  })

  it('a text is required in the language of the program alone', () => {
    expect(named('setting.name.en')?.isRequired).toBe(true)
    expect(named('setting.name.fr')?.isRequired).toBeUndefined()
  })

  it('an error of a text without a language is shown once, at the language of the program', () => {
    const failure = refused({ section: 'program' }, { param: 'name' })
    expect(named('setting.name.en', failure)?.error).toBe('No.')
    expect(named('setting.name.fr', failure)?.error).toBeNull()
  })

  it('an amount has its cents and the decimal mark of the reader', () => {
    const shown = (language: 'en' | 'fr') =>
      controlsOf('pay', program, null, language).find(({ kind }) => kind === 'amount')?.value
    expect([shown('en'), shown('fr')]).toEqual(['99.50', '99,50'])
  })

  it('offline payment with limits is on', () => {
    const flag = controlsOf('pay', program, null).find(({ path }) => path === 'selling.offline')
    expect(flag).toMatchObject({ isOn: true, wasOn: true })
  })

  it('a refused form keeps a flag as typed and as stored, so that the next attempt sends the change', () => {
    const failure = refused({ section: 'pay', 'was.selling.offline': 'on' })
    const flag = controlsOf('pay', program, failure).find(({ path }) => path === 'selling.offline')
    expect(flag).toMatchObject({ isOn: false, wasOn: true })
  })
})

it('an outdated form shows each control that differs from what is stored now', () => {
  const values = { section: 'program', 'setting.name.en': 'Sail Camps', 'setting.name.fr': 'Voile' }
  const kept = { 'setting.summary.en': 'Wind and water.', 'setting.email': 'new@sail.example' }
  const ticked = { 'setting.language': 'en', 'setting.languages.en': 'on', 'setting.languages.fr': 'on' }
  const failure = refused({ ...values, ...kept, ...ticked }, { type: 'state_conflict', param: 'version' })
  expect(isStale(failure)).toBe(true)
  expect(differences('program', program, failure)).toEqual([
    { path: 'name', lang: 'fr', typed: 'Voile', stored: 'Camps de voile' },
    { path: 'email', lang: null, typed: 'new@sail.example', stored: 'hello@sail.example' },
  ])
  expect(isStale(refused({}))).toBe(false)
})
