import * as z from 'zod/mini'
import { ErrorBody } from '../api-error.ts'
import { code } from '../field-rules.ts'
import { ProgramChange } from './organiser.ts'

/** Texts of an event or option in one language. A column in the language of the program is the same as one without. */
const translatedFields = [
  'name_en',
  'name_fr',
  'title_en',
  'title_fr',
  'summary_en',
  'summary_fr',
  'description_en',
  'description_fr',
  'terms_en',
  'terms_fr',
  'option_en',
  'option_fr',
  'option_description_en',
  'option_description_fr',
] as const

/** What a column of a CSV file of events may hold. */
export const importFields = [
  'key',
  'type',
  'name',
  'title',
  'summary',
  'description',
  'terms',
  'status',
  'venue',
  'online',
  'online_url',
  'tags',
  'waiver',
  'questions',
  'products',
  'waitlist',
  'picture_url',
  'registration_url',
  'minimum_grade',
  'maximum_grade',
  'indoor',
  'starts_on',
  'starts_time',
  'ends_on',
  'ends_time',
  'times',
  'option_key',
  'option',
  'option_description',
  'price',
  'places',
  'minimum_age',
  'maximum_age',
  'ages',
  'gender',
  'pool',
  'pool_places',
  'sale_starts',
  'sale_ends',
  'deposit',
  'balance_days',
  'balance_on',
  'instalments',
  'refund',
  'refund_kept',
  'refund_keeps_fees',
  'refund_automatic',
  'session_packages',
  'membership_packages',
  ...translatedFields,
] as const
export type ImportField = (typeof importFields)[number]
export const dateOrders = ['month_first', 'day_first'] as const
export type DateOrder = (typeof dateOrders)[number]

const flag = z.optional(z.enum(['true', 'false'], { error: code('invalid_option') }))
/**
 * Body of POST events/import, as multipart: `file` is the CSV, `mapping` a JSON object from the name of a column to its
 * field, or to null for a column that is left out. The last mapping of the program is used again without one.
 */
export const ImportEventsRequest = z.strictObject({
  file: z.string({ error: code('required') }),
  mapping: z.optional(z.string().check(z.maxLength(20_000))),
  date_order: z.optional(z.enum(dateOrders, { error: code('invalid_option') })),
  dry_run: flag,
})
export type ImportEventsRequest = z.infer<typeof ImportEventsRequest>

/** The columns of a file by name, each with its field; null for a column that is left out. */
export const ColumnMapping = z.record(
  z.string().check(z.maxLength(200)),
  z.nullable(z.enum(importFields, { error: code('invalid_option') })),
)
export type ColumnMapping = z.infer<typeof ColumnMapping>

/** The error of a refused import. With mistakes in rows, it names the columns with their fields. */
export const RefusedImportBody = z.strictObject({ ...ErrorBody.shape, mapping: z.optional(ColumnMapping) })
export type RefusedImportBody = z.infer<typeof RefusedImportBody>

export const EventsImported = z.strictObject({
  object: z.literal('events_import'),
  program_id: z.string(),
  dry_run: z.boolean(),
  message: z.string(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  kept: z.int(),
  mapping: ColumnMapping,
  events: z.array(
    z.strictObject({
      key: z.string(),
      action: z.enum(['create', 'update', 'keep']),
      rows: z.array(z.int()),
      changes: z.array(ProgramChange),
    }),
  ),
})
export type EventsImported = z.infer<typeof EventsImported>
