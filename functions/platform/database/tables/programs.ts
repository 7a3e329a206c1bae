// The tables of programs, their venues, waivers and questions.
import type { FirstStepName } from '../../../contract/organisation/first-day.ts'
import type { FirstStepStatus } from '../../../contract/states/first-step-states.ts'
import type { BillingStatus } from '../../../contract/states/billing-states.ts'
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ClosedDays } from '../../../contract/offering/appointment.ts'
import type { Address } from '../../../contract/people/address.ts'
import type { Field, QuestionType } from '../../../contract/offering/event.ts'
import type { FeatureName, Program, ProgramPreferences, ProgramSelling } from '../../../contract/offering/program.ts'
import { type NoticeTopic, usualTeamNotices } from '../../../contract/organisation/notices.ts'
import type { FileText, Translations } from '../../../contract/texts.ts'

/** A program's selling settings, with translated texts. */
export type StoredSelling = Omit<ProgramSelling, 'taxes'> & {
  /** The translations of `offline_instructions`. */
  translations?: Translations
  taxes: (ProgramSelling['taxes'][number] & { translations?: Translations })[]
}
type StoredChoice = Field['choices'][number] & { translations?: Translations }

export const programs = sqliteTable('programs', {
  id: text().primaryKey(),
  name: text().notNull(),
  summary: text(),
  types: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  picture_url: text(),
  website: text(),
  email: text(),
  phone: text(),
  address: text({ mode: 'json' }).$type<Address | null>(),
  featured: integer({ mode: 'boolean' }).notNull().default(false),
  is_verified: integer({ mode: 'boolean' }).notNull().default(false),
  tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  language: text().notNull().default('en'),
  languages: text({ mode: 'json' }).$type<string[]>().notNull().default(['en']),
  default_currency: text().notNull(),
  country: text().notNull(),
  timezone: text().notNull(),
  meta_pixel_id: text(),
  gtm_id: text(),
  features: text({ mode: 'json' }).$type<Partial<Record<FeatureName, boolean>>>().notNull().default({}),
  preferences: text({ mode: 'json' }).$type<ProgramPreferences>().notNull(),
  selling: text({ mode: 'json' }).$type<StoredSelling>().notNull(),
  colours: text({ mode: 'json' }).$type<Program['colours']>(),
  billing_status: text().$type<BillingStatus>().notNull().default('active'),
  source: text(),
  first_applied_on: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  tag_names: text({ mode: 'json' }).$type<Record<string, FileText>>().notNull().default({}),
  /** The organisation's account at the card provider; null for the platform's own account. */
  payment_provider_id: text(),
  closed: text({ mode: 'json' }).$type<ClosedDays[]>().notNull().default([]),
  /** The mails that each member of the team gets until they choose for themselves. */
  team_notices: text({ mode: 'json' })
    .$type<NoticeTopic[]>()
    .notNull()
    .default([...usualTeamNotices]),
})

/** The organisation's contract with the site's operator; its status is that of the program. */
export const programBilling = sqliteTable('program_billing', {
  program_id: text().primaryKey(),
  step: integer().notNull(),
  trial_start: integer(),
  trial_end: integer(),
  current_period_start: integer(),
  current_period_end: integer(),
  products: text({ mode: 'json' }).$type<{ name: string; quantity: number }[]>().notNull().default([]),
  updated: integer().notNull(),
})

/** What the team decided about a step of its first day. */
export const firstSteps = sqliteTable(
  'first_steps',
  {
    program_id: text().notNull(),
    name: text().$type<FirstStepName>().notNull(),
    status: text().$type<FirstStepStatus>().notNull(),
    step: integer().notNull(),
    updated: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.program_id, table.name] })],
)

export const venues = sqliteTable('venues', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  address: text({ mode: 'json' }).$type<Address>().notNull(),
  city: text(),
  region: text(),
  country: text(),
  timezone: text().notNull(),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
})

export const waivers = sqliteTable('waivers', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  version: integer().notNull(),
})

export const waiverVersions = sqliteTable(
  'waiver_versions',
  {
    waiver_id: text().notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    text_hash: text().notNull(),
    created: integer().notNull(),
    translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.waiver_id, table.version] })],
)

export const questions = sqliteTable('questions', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  title: text().notNull(),
  type: text().$type<QuestionType>().notNull(),
  help: text(),
  required: integer({ mode: 'boolean' }).notNull().default(false),
  max_length: integer(),
  minimum: real(),
  maximum: real(),
  choices: text({ mode: 'json' }).$type<StoredChoice[]>().notNull().default([]),
  show_if: text({ mode: 'json' }).$type<Field['show_if']>(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
})

/** The earlier texts of dropped or changed questions. Triggers write them. */
export const formerQuestions = sqliteTable('former_questions', {
  id: text().notNull(),
  program_id: text().notNull(),
  title: text().notNull(),
  help: text(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull(),
})
