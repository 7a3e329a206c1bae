import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { AnswerValue } from '../booking/registration.ts'
import { code, Day, Key, optionalLine } from '../field-rules.ts'
import { oneOrMore, wholeInQuery } from '../paging.ts'
import { RelationName } from '../people/attendee.ts'
import { registrationStatuses } from '../states/registration-states.ts'
import type { Right } from './rights.ts'
import { CheckIn, RosterContact } from './roster.ts'

/** The columns of the sheet of an event, each with the right that a reader needs. */
export const sheetColumns = {
  age: 'roster',
  pronouns: 'roster',
  option: 'roster',
  group: 'roster',
  check_in: 'roster',
  waiver: 'roster',
  missing: 'roster',
  pick_up: 'roster',
  phones: 'roster',
  consents: 'answers',
  answers: 'answers',
  health: 'health',
  family: 'people',
  due: 'money',
} as const satisfies Record<string, Right>
export type SheetColumn = keyof typeof sheetColumns
export const sheetColumnNames = Object.keys(sheetColumns) as SheetColumn[]
/** Columns that the sheet has only if they are named. */
export const namedColumns: readonly SheetColumn[] = ['health', 'family', 'due']

/** The most people on one page of a sheet. */
export const largestSheet = 500
/** Whom a sheet may be limited to. */
export const sheetShows = ['waiver_missing', 'due', 'without_group'] as const
export type SheetShow = (typeof sheetShows)[number]
export const sheetSorts = ['name', 'option', 'group', 'created'] as const

const Column = z.enum(sheetColumnNames, { error: code('invalid_option') })
/** Columns separated by commas. */
const columnsInQuery = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.split(',').map((name) => name.trim())),
  ),
  z.array(Column),
)

/**
 * Query of the sheet of an event: its columns, by default all except `namedColumns`; the day of the check-in marks; one
 * group; the questions by key, by default all; and a page of it, by default everyone.
 */
export const SheetQuery = z.strictObject({
  columns: z.optional(columnsInQuery),
  day: z.optional(Day),
  group: z.optional(Key),
  question: z.optional(oneOrMore(Key)),
  show: z.optional(z.enum(sheetShows)),
  search: z.optional(optionalLine(100)),
  sort: z._default(z.enum(sheetSorts), 'name'),
  limit: z.optional(wholeInQuery(1, largestSheet)),
  skip: z._default(wholeInQuery(0, 1_000_000), 0),
})
export type SheetQuery = z.infer<typeof SheetQuery>

/** An answer, with its value as a text for people. */
const SheetAnswer = z.strictObject({ field_id: z.string(), value: AnswerValue, text: z.string() })
export type SheetAnswer = z.infer<typeof SheetAnswer>

/** A person on the sheet, with the values of its columns. */
export const SheetEntry = z.strictObject({
  registration_id: z.string(),
  attendee_profile_id: z.string(),
  status: z.enum(registrationStatuses),
  first_name: z.string(),
  last_name: z.string(),
  age: z.optional(z.nullable(z.int())),
  pronouns: z.optional(z.nullable(z.string())),
  option: z.optional(z.string()),
  group: z.optional(z.nullable(z.string())),
  check_in: z.optional(CheckIn),
  waiver: z.optional(
    z.strictObject({
      status: z.nullable(z.enum(['accepted', 'missing'])),
      signed: z.nullable(
        z.strictObject({
          version: z.int(),
          signed_at: z.string(),
          signed_by: z.string(),
          relation: z.string(),
        }),
      ),
    }),
  ),
  /** Titles of required questions without an answer. */
  missing: z.optional(z.array(z.string())),
  pick_up: z.optional(
    z.array(
      z.strictObject({
        name: z.nullable(z.string()),
        relation: z.nullable(RelationName),
        phone: z.nullable(z.string()),
      }),
    ),
  ),
  phones: z.optional(z.array(RosterContact)),
  consents: z.optional(z.array(SheetAnswer)),
  answers: z.optional(z.array(SheetAnswer)),
  /** Null where the reader may not see the health information of this person. */
  health: z.optional(
    z.nullable(
      z.strictObject({
        medical_history: z.nullable(z.string()),
        dietary_restrictions: z.nullable(z.string()),
        answers: z.array(SheetAnswer),
      }),
    ),
  ),
  /** The customer who booked. */
  family: z.optional(
    z.strictObject({
      customer_id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      phone: z.nullable(z.string()),
    }),
  ),
  /** What is still due on the order of the place. */
  due: z.optional(z.nullable(z.strictObject({ order_id: z.string(), amount: Money }))),
})
export type SheetEntry = z.infer<typeof SheetEntry>

/** The people of an event with a place, for its staff: the columns that the reader may see, and those left out. */
export const Sheet = z.strictObject({
  object: z.literal('sheet'),
  program_id: z.string(),
  event_id: z.string(),
  key: z.string(),
  name: z.string(),
  timezone: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  day: z.nullable(z.string()),
  /** Why the organisation called the day off; null otherwise. */
  called_off: z.nullable(z.string()),
  columns: z.array(Column),
  left_out: z.array(z.strictObject({ column: Column, why: z.enum(['not_allowed', 'health_not_shown']) })),
  questions: z.array(z.strictObject({ id: z.string(), key: z.string(), title: z.string() })),
  groups: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  /** The number of people that the query selects, on all pages. */
  total: z.int(),
  entries: z.array(SheetEntry),
})
export type Sheet = z.infer<typeof Sheet>
