import { instant } from '../../contract/instant.ts'
import type { Language } from '../../contract/field-rules.ts'
import { featureNames, type Program, type ProgramBrief, type ProgramFeatures } from '../../contract/offering/program.ts'
import { type FileText, joinTextLanguages, localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { ProgramRecord } from './program-rows.ts'

/** Builds the public program, without its contract and the private selling terms. */
export function showProgram(row: ProgramRecord, ctx: Pick<Ctx, 'env' | 'contentLanguage'>): Program {
  const { env, contentLanguage } = ctx
  const { hold_minutes, offline, fee, taxes, amount_step, show_prices = 'all_in' } = row.selling
  const { name, summary, text_languages: ofProgram } = localize(row, contentLanguage)
  const { text_languages: ofPreferences, ...preferences } = localize(
    { ...row.preferences, translations: row.translations },
    contentLanguage,
  )
  const { address_line_1 = null, address_line_2 = null } = row.address ?? {}
  const { text_languages: ofAddress, ...lines } = localize(
    { address_line_1, address_line_2, translations: row.translations },
    contentLanguage,
  )
  return {
    id: row.id,
    object: 'program',
    name,
    summary,
    types: row.types,
    picture_url: row.picture_url,
    website: row.website,
    email: row.email,
    phone: row.phone,
    address: row.address && { ...row.address, ...lines },
    featured: row.featured,
    is_verified: row.is_verified,
    tags: row.tags,
    payment_provider: row.features.online_payments ? env.PAYMENT_PROVIDER : null,
    card_form: row.features.online_payments ? showCardForm(ctx, row.payment_provider_id) : null,
    language: row.language,
    languages: row.languages,
    default_currency: row.default_currency,
    country: row.country,
    meta_pixel_id: row.meta_pixel_id,
    gtm_id: row.gtm_id,
    timezone: row.timezone,
    preferences,
    selling: {
      hold_minutes,
      offline,
      fee,
      ...(amount_step === undefined ? {} : { amount_step }),
      show_prices,
      tax_number: localize(
        { tax_number: row.selling.tax_number ?? null, translations: row.selling.translations ?? {} },
        contentLanguage,
      ).tax_number,
      legal_name: row.selling.legal_name ?? null,
      taxes: taxes.map(({ name: tax, percent, included, translations = {} }) => ({
        name: localize({ name: tax, translations }, contentLanguage).name,
        percent,
        included,
      })),
    },
    colours: row.colours,
    tag_names: namesIn(row.tag_names, contentLanguage ?? row.language),
    text_languages: joinTextLanguages(ofProgram, ofPreferences, ofAddress),
    created: instant(row.created),
    updated: instant(row.updated),
  }
}

// A provider whose form needs no key renders the form in the page.
function showCardForm({ env }: Pick<Ctx, 'env'>, account: string | null): Program['card_form'] {
  const { publishable_key, account: charged, policy } = paymentProvider(env).clientConfiguration({ account })
  return publishable_key === null ? null : { publishable_key, account: charged, policy }
}

/** A program in short, inside an event. */
export const showProgramBrief = ({ id, name, timezone, currency, text_languages }: ProgramBrief): ProgramBrief => ({
  id,
  name,
  timezone,
  currency,
  text_languages,
})

/** The names of tags in a language. */
const namesIn = (names: Record<string, FileText>, language: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([tag, name]) => {
      const words = typeof name === 'string' ? name : name[language as Language]
      return words ? [[tag, words]] : []
    }),
  )

/** The features of a program, each as `…_enabled`. */
export function showFeatures(row: Pick<ProgramRecord, 'id' | 'features'>): ProgramFeatures {
  const flags = Object.fromEntries(
    featureNames.map((name) => [`${name}_enabled`, row.features[name] === true]),
  ) as Omit<ProgramFeatures, 'object' | 'program_id'>
  return { object: 'program_features', program_id: row.id, ...flags }
}
