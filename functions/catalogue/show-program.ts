import { instant } from '../contract/instant.ts'
import { featureNames, type Program, type ProgramFeatures } from '../contract/program.ts'
import type { ProgramRecord } from './program-rows.ts'

/** Builds the public program, without its contract and with only the public half of how it sells. */
export function showProgram(row: ProgramRecord, paymentProvider: string): Program {
  const { hold_minutes, offline, fee, taxes, show_prices = 'all_in' } = row.selling
  return {
    id: row.id,
    object: 'program',
    name: row.name,
    summary: row.summary,
    types: row.types,
    picture_url: row.picture_url,
    website: row.website,
    email: row.email,
    phone: row.phone,
    address: row.address,
    featured: row.featured,
    is_verified: row.is_verified,
    tags: row.tags,
    payment_provider: row.features.online_payments ? paymentProvider : null,
    language: row.language,
    languages: row.languages,
    default_currency: row.default_currency,
    country: row.country,
    meta_pixel_id: row.meta_pixel_id,
    gtm_id: row.gtm_id,
    timezone: row.timezone,
    preferences: row.preferences,
    selling: { hold_minutes, offline, fee, taxes, show_prices },
    colours: row.colours,
    created: instant(row.created),
    updated: instant(row.updated),
  }
}

/** The flags of a program, each as `…_enabled`. */
export function showFeatures(row: Pick<ProgramRecord, 'id' | 'features'>): ProgramFeatures {
  const flags = Object.fromEntries(
    featureNames.map((name) => [`${name}_enabled`, row.features[name] === true]),
  ) as Omit<ProgramFeatures, 'object' | 'program_id'>
  return { object: 'program_features', program_id: row.id, ...flags }
}
