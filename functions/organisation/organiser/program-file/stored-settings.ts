import { columnsOfFile } from './program-row.ts'
import { pick } from '../../../contract/pick.ts'
import type { ProgramSettings } from '../../../contract/organisation/organiser-event.ts'
import { untilStart, usualCardChargeLimit, usualMembershipRules } from '../../../contract/offering/program.ts'
import { usualOfflineLimits } from '../../../contract/offering/offline-limits.ts'
import { withoutDefaultLimits } from './complete-file.ts'
import { fileAddress } from './file-address.ts'
import { decimalOf, percentOfPoints } from './file-amounts.ts'
import { joinTexts } from './file-texts.ts'
import { keyOf } from './rows-by.ts'
import type { StoredProgram } from './stored-program.ts'

/** The settings in a program's file. */
export function storedSettings(stored: StoredProgram): ProgramSettings {
  const { program } = stored
  const { name, summary } = joinTexts(program)
  return {
    program: program.id,
    name,
    summary,
    ...pick(program, columnsOfFile),
    // A program that is older than the list of types may have other types; its next file replaces them.
    types: program.types as ProgramSettings['types'],
    language: program.language === 'fr' ? 'fr' : 'en',
    languages: program.languages.filter((each) => each === 'en' || each === 'fr'),
    address: program.address && fileAddress(program.address, program.translations),
    features: featuresOf(stored),
    preferences: preferencesOf(stored),
    selling: sellingOf(stored),
  }
}

const off = {
  online_payments: false,
  sessions: false,
  memberships: false,
  account_balance: false,
  communications: false,
  feedback: false,
  discounts: false,
  appointments: false,
  expanded_gender: false,
  products: false,
  push_notifications: false,
  meta_pixel: false,
  gtm: false,
}
const featuresOf = ({ program }: StoredProgram): ProgramSettings['features'] => ({ ...off, ...program.features })

function preferencesOf({ program, waivers }: StoredProgram): ProgramSettings['preferences'] {
  const stored = joinTexts({ ...program.preferences, translations: program.translations })
  const {
    privacy_text = null,
    health_access_text = null,
    answers_until = untilStart,
    default_event_waiver: waiver,
  } = stored
  return {
    ...pick(stored, preferencesInFile),
    privacy_text,
    health_access_text,
    answers_until,
    default_event_waiver: waiver && keyOf(waivers, waiver),
  }
}

const preferencesInFile = [
  'brand_accent_color',
  'logo',
  'icon',
  'checkout_background_url',
  'checkout_overlay_opacity',
  'checkout_overlay_color',
  'program_terms',
  'session_packages_text',
  'membership_packages_text',
  'default_membership_terms',
  'sold_out_text',
  'store_front_text',
  'promote_products',
  'required_attendee_fields',
  'treaty',
  'default_sales_end',
  'camp_feedback_schedule',
  'session_feedback_schedule',
  'ignore_attendee_conflicts',
] as const

function sellingOf({ program }: StoredProgram): ProgramSettings['selling'] {
  const {
    hold_minutes,
    offline,
    offline_limits,
    fee,
    taxes,
    balance_due_blocks_checkout,
    embed_origins,
    legal_name = null,
    card_charges_limit,
    show_prices = 'all_in',
    memberships = usualMembershipRules,
  } = program.selling
  return {
    hold_minutes,
    offline: offline && withoutDefaultLimits({ ...usualOfflineLimits, ...offline_limits }),
    ...joinTexts({
      offline_instructions: program.selling.offline_instructions ?? null,
      tax_number: program.selling.tax_number ?? null,
      card_charges: program.selling.card_charges ?? null,
      translations: program.selling.translations ?? {},
    }),
    legal_name,
    card_charges_limit:
      card_charges_limit === undefined ? usualCardChargeLimit : decimalOf(card_charges_limit, program.default_currency),
    balance_due_blocks_checkout,
    embed_origins,
    show_prices,
    memberships,
    fee: {
      percent: percentOfPoints(fee.percent),
      fixed: decimalOf(fee.fixed, program.default_currency),
      included: fee.included,
    },
    taxes: taxes.map(({ translations = {}, ...tax }) => ({
      ...joinTexts({ ...tax, translations }),
      percent: percentOfPoints(tax.percent),
    })),
  }
}
