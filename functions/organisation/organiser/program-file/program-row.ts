import { pick } from '../../../contract/pick.ts'
import { accentRoles } from '../../../contract/offering/accent-roles.ts'
import { chargeStep } from '../../../contract/money/stripe-amount.ts'
import { type Program, type ProgramPreferences, usualPreferences } from '../../../contract/offering/program.ts'
import { usualOfflineLimits } from '../../../contract/offering/offline-limits.ts'
import { type Language, languages } from '../../../contract/field-rules.ts'
import type { FileQuestion } from '../../../contract/organisation/organiser.ts'
import type { Translations } from '../../../contract/texts.ts'
import type { StoredSelling } from '../../../platform/database/tables.ts'
import type { CompleteFile } from './complete-file.ts'
import { storedAddress } from './file-address.ts'
import { basisPoints, minorUnits } from './file-amounts.ts'
import type { FileIds } from './file-ids.ts'
import { splitTexts } from './file-texts.ts'

type Written = {
  file: CompleteFile
  ids: FileIds
  preferences: ProgramPreferences | null
  created: number
  firstDay: string
  now: number
}

/** The columns of a program with the same value in its file. */
export const columnsOfFile = [
  'types',
  'tags',
  'tag_names',
  'timezone',
  'default_currency',
  'country',
  'website',
  'email',
  'phone',
  'picture_url',
  'closed',
  'team_notices',
  'meta_pixel_id',
  'gtm_id',
  'featured',
  'is_verified',
] as const

/** The row of a program of a file. Its colours are generated once, from the accent. */
export function programRow({ file, ids, preferences, created, firstDay, now }: Written) {
  const { default_event_waiver: waiver } = file.preferences
  const { language } = file
  const address = file.address && storedAddress(file.address, { path: 'address', language })
  const { name, summary, translations } = splitTexts({ name: file.name, summary: file.summary }, language)
  const { translations: preferenceTexts, ...written } = splitTexts(file.preferences, language)
  return {
    id: file.program,
    name,
    summary,
    translations: together(language, [translations, preferenceTexts, address?.ok ? address.translations : {}]),
    ...pick(file, columnsOfFile),
    language,
    languages: file.languages,
    address: address?.ok ? address.address : null,
    features: file.features,
    preferences: {
      ...usualPreferences,
      ...preferences,
      ...written,
      default_event_waiver: waiver === null ? null : ids.waivers(waiver),
    },
    selling: sellingOf(file),
    colours: accentRoles(file.preferences.brand_accent_color) as Program['colours'],
    first_applied_on: firstDay,
    billing_status: 'active' as const,
    created,
    updated: now,
  }
}

export function venueRows({ file, ids }: Pick<Written, 'file' | 'ids'>) {
  return file.venues.flatMap((venue, position) => {
    const stored = storedAddress(venue.address, { path: 'address', language: file.language })
    if (!stored.ok) return []
    const { address } = stored
    const { city, region_short_code: region, country_short_code: country } = address
    const { name, translations } = splitTexts({ name: venue.name }, file.language)
    return [
      {
        id: ids.venues(venue.key),
        program_id: file.program,
        key: venue.key,
        position,
        name,
        translations: together(file.language, [translations, stored.translations]),
        address,
        city,
        region,
        country,
        timezone: venue.timezone ?? file.timezone,
        is_removed: false,
      },
    ]
  })
}

/** The merged translations of several parts of a row. */
function together(language: Language, parts: Translations[]): Translations {
  const { en, fr } = Object.fromEntries(
    languages.map((each) => [each, Object.assign({}, ...parts.map((part) => part[each] ?? {}))]),
  )
  return { language, ...(language === 'fr' ? { en } : { fr }) }
}

/** The selling terms of a file, as they are stored. */
export function sellingOf({
  selling,
  default_currency: currency,
  language,
}: Pick<CompleteFile, 'selling' | 'default_currency' | 'language'>): StoredSelling {
  const { fee, taxes, offline, card_charges_limit: limit, ...others } = selling
  return {
    ...splitTexts(others, language),
    ...(chargeStep(currency) > 1 ? { amount_step: chargeStep(currency) } : {}),
    card_charges_limit: minorUnits(limit, currency),
    offline: offline !== false,
    offline_limits: typeof offline === 'boolean' ? usualOfflineLimits : offline,
    fee: { percent: basisPoints(fee.percent), fixed: minorUnits(fee.fixed, currency), included: fee.included },
    taxes: taxes.map((tax) => ({ ...splitTexts(tax, language), percent: basisPoints(tax.percent) })),
  }
}

/** The row of a question of a file. */
export function questionRow(question: FileQuestion, { file, ids }: Pick<Written, 'file' | 'ids'>) {
  const { key, type, required, max_length, min, max, choices, show_if } = question
  return {
    id: ids.questions(key),
    program_id: file.program,
    key,
    ...splitTexts({ title: question.title, help: question.help }, file.language),
    type,
    required,
    max_length,
    minimum: min,
    maximum: max,
    choices: choices.map((choice) =>
      typeof choice === 'string' ? { value: choice, label: choice } : splitTexts(choice, file.language),
    ),
    show_if: show_if && { field: ids.questions(show_if.field), equals: show_if.equals },
  }
}
