import { describe, expect, it } from 'vitest'
import type { FormPost } from './form.ts'
import { settingsBody } from './settings-body.ts'

const bodyOf = (fields: Record<string, string>) =>
  settingsBody({ fields, text: (name: string) => fields[name] ?? '' } as unknown as FormPost)

describe('the body of a section of the settings', () => {
  it('an empty field is null, and a required one stays empty', () => {
    const fields = { 'setting.name': '', 'setting.email': ' ', 'setting.languages.en': 'on' }
    expect(bodyOf({ section: 'program', version: '7', ...fields })).toEqual({
      ...{ version: '7', name: '', email: null, languages: ['en'] },
    })
  })

  it('a text has the languages that are filled in', () => {
    const texts = { 'setting.preferences.program_terms.en': 'Be kind.', 'setting.preferences.program_terms.fr': '' }
    const none = { 'setting.preferences.privacy_text.en': '', 'setting.preferences.privacy_text.fr': '' }
    expect(bodyOf({ section: 'texts', ...texts, ...none })).toEqual({
      version: '',
      preferences: { program_terms: { en: 'Be kind.' }, privacy_text: null },
    })
  })

  it('a flag is sent only when it changed', () => {
    const on = { 'setting.selling.offline': 'on' }
    const was = { 'was.selling.offline': 'on' }
    expect(bodyOf({ section: 'pay', ...on, ...was })).toEqual({ version: '' })
    expect(bodyOf({ section: 'pay', ...on })).toEqual({ version: '', selling: { offline: true } })
    expect(bodyOf({ section: 'pay', ...was })).toEqual({ version: '', selling: { offline: false } })
  })

  it('a number that cannot be read is sent as typed, so that the call refuses it', () => {
    const minutes = (text: string) => bodyOf({ section: 'pay', 'setting.selling.hold_minutes': text })
    expect(minutes('20')).toMatchObject({ selling: { hold_minutes: 20 } })
    expect(minutes('soon')).toMatchObject({ selling: { hold_minutes: 'soon' } })
  })

  it('an amount is read in the currency of the page, with either decimal mark', () => {
    const limit = (text: string, currency = 'CAD') =>
      bodyOf({ section: 'pay', currency, 'setting.selling.card_charges_limit': text })
    expect(limit('99.50')).toMatchObject({ selling: { card_charges_limit: 99.5 } })
    expect(limit('99,5')).toMatchObject({ selling: { card_charges_limit: 99.5 } })
    expect(limit('1 200', 'JPY')).toMatchObject({ selling: { card_charges_limit: 1200 } })
    for (const text of ['a lot', '', '1.2345'])
      expect(limit(text)).toMatchObject({ selling: { card_charges_limit: text } })
  })

  it('an unknown section changes nothing', () => {
    expect(bodyOf({ section: 'toString', 'setting.name': 'x' })).toEqual({ version: '' })
  })
})
