import { languages } from '../field-rules.ts'
import { priceStyles } from '../offering/program.ts'
import { noticeTopicNames } from './notices.ts'

/**
 * A field of the page of settings, by its path in the program. `isText` has one text for each language of the program;
 * an empty field that is not required is null.
 */
export type SettingField = {
  path: string
  kind: 'line' | 'area' | 'url' | 'email' | 'tel' | 'colour' | 'number' | 'amount' | 'choice' | 'list' | 'flag'
  isText?: true
  isRequired?: true
  maxLength?: number
  choices?: readonly string[]
}

const text = { isText: true, kind: 'area' } as const
/** The sections of the page of settings. Each is a form of its own, which sends its fields alone. */
export const settingSections = {
  program: [
    { path: 'name', kind: 'line', isText: true, isRequired: true, maxLength: 100 },
    { path: 'summary', ...text, maxLength: 250 },
    { path: 'email', kind: 'email', maxLength: 254 },
    { path: 'phone', kind: 'tel', maxLength: 30 },
    { path: 'website', kind: 'url', maxLength: 500 },
    { path: 'language', kind: 'choice', choices: languages },
    { path: 'languages', kind: 'list', choices: languages },
  ],
  brand: [
    { path: 'preferences.brand_accent_color', kind: 'colour', maxLength: 7 },
    { path: 'preferences.logo', kind: 'line', maxLength: 500 },
    { path: 'preferences.icon', kind: 'line', maxLength: 500 },
    { path: 'picture_url', kind: 'line', maxLength: 500 },
  ],
  texts: [
    { path: 'preferences.sold_out_text', kind: 'line', isText: true, maxLength: 120 },
    { path: 'preferences.health_access_text', ...text, maxLength: 250 },
    { path: 'preferences.program_terms', ...text, maxLength: 10_000 },
    { path: 'preferences.privacy_text', ...text, maxLength: 10_000 },
    { path: 'preferences.store_front_text', ...text, maxLength: 10_000 },
  ],
  pay: [
    { path: 'selling.offline', kind: 'flag' },
    { path: 'selling.offline_instructions', ...text, maxLength: 2000 },
    { path: 'selling.show_prices', kind: 'choice', choices: priceStyles },
    { path: 'selling.hold_minutes', kind: 'number', isRequired: true, maxLength: 2 },
    { path: 'selling.legal_name', kind: 'line', maxLength: 100 },
    { path: 'selling.card_charges', ...text, maxLength: 500 },
    { path: 'selling.card_charges_limit', kind: 'amount', isRequired: true, maxLength: 12 },
    { path: 'selling.tax_number', kind: 'line', isText: true, maxLength: 60 },
  ],
  team: [{ path: 'team_notices', kind: 'list', choices: noticeTopicNames }],
} as const satisfies Record<string, readonly SettingField[]>

export type SettingSection = keyof typeof settingSections
export type SettingPath = (typeof settingSections)[SettingSection][number]['path']
export const settingSectionNames = Object.keys(settingSections) as SettingSection[]

/** The control with the currency in which the amounts of a section are typed. */
export const currencyControl = 'currency'
/** The name of a setting's control; of a text or a list, with its language or choice. */
export const settingControl = (path: string, part: string | null = null): string =>
  `setting.${path}${part === null ? '' : `.${part}`}`
/** The control with which the page sent how a flag was, so that only a change is sent on. */
export const flagBefore = (path: string): string => `was.${path}`
