import * as z from 'zod/mini'
import { code } from '../field-rules.ts'
import { isRealDay } from '../instant.ts'

/** The building blocks of a program file's sections. Absent fields have their default. */
export const orNull = <Schema extends z.core.$ZodType>(schema: Schema) => z._default(z.nullable(schema), null)
export const flag = (usually: boolean) => z._default(z.boolean({ error: code('invalid_option') }), usually)
export const listOfAtMost = <Schema extends z.core.$ZodType>(schema: Schema, most: number) =>
  z._default(z.array(schema).check(z.maxLength(most, code('file_list'))), [])
export const whole = (least: number, most: number) =>
  z
    .int({ error: code('invalid_integer') })
    .check(z.minimum(least, code('invalid_integer')), z.maximum(most, code('invalid_integer')))

/**
 * A time in a program file: in the program's time zone, an instant with its offset, or relative to the day on which the
 * file was first applied (`+30d 09:00`; `+30d mon 09:00` is the first Monday from then on).
 */
const counted = /^[+-]\d{1,4}d(?: (?:mon|tue|wed|thu|fri|sat|sun))?(?: (?:[01]\d|2[0-3]):[0-5]\d)?$/
const written =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/
export const FileTime = z
  .string({ error: code('required') })
  .check(z.refine((text) => counted.test(text) || isRealDay(written.exec(text)?.[1] ?? ''), code('file_time')))
/** ISO 8601 duration before a start: weeks, days, hours, minutes. */
export const Before = z
  .string({ error: code('required') })
  .check(z.regex(/^P(?:\d{1,3}W|\d{1,4}D(?:T\d{1,3}H)?|T\d{1,4}[HM]|T0S)$/, code('file_time_before')))
/** A decimal number in the program's currency. */
export const Amount = z
  .number({ error: code('invalid_amount') })
  .check(z.minimum(0, code('invalid_amount')), z.maximum(999_999.99, code('invalid_amount')))
/** A percentage with at most two decimals. */
export const Percent = z.number({ error: code('out_of_range') }).check(
  z.minimum(0, code('out_of_range')),
  z.maximum(100, code('out_of_range')),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, code('file_decimals')),
)
/** A calendar day, yyyy-mm-dd. */
export const Day = z.string({ error: code('required') }).check(z.refine(isRealDay, code('invalid_date')))

/** The kinds of program that an organisation may choose. Its own words are tags. */
export const programTypes = [
  'camp',
  'class',
  'clinic',
  'club',
  'school',
  'sport',
  'arts',
  'nature',
  'recreation',
  'childcare',
  'community',
  'competition',
  'online',
  'other',
] as const

/**
 * A day in a program file: `2027-07-05`, or relative to the day on which the file was first applied, `+30d` or `+30d
 * mon`.
 */
export const FileDay = z
  .string({ error: code('required') })
  .check(
    z.refine(
      (text) => /^[+-]\d{1,4}d(?: (?:mon|tue|wed|thu|fri|sat|sun))?$/.test(text) || isRealDay(text),
      code('file_day'),
    ),
  )
/** Closed days: single days, and spans with their first and last day. */
export const FileClosedDays = listOfAtMost(
  z.union([FileDay, z.strictObject({ from: FileDay, to: FileDay })], code('file_closed')),
  200,
)
