import * as z from 'zod/mini'
import { fieldSentences, isPublicUrl, isRealDay } from './field-rules.ts'

/** What the sections of a program file are made of (decisions.md §24): what is left out has its usual value. */
export const orNull = <Schema extends z.core.$ZodType>(schema: Schema) => z._default(z.nullable(schema), null)
export const flag = (usually: boolean) => z._default(z.boolean({ error: fieldSentences.invalid_option }), usually)
export const listOfAtMost = <Schema extends z.core.$ZodType>(schema: Schema, most: number) =>
  z._default(z.array(schema).check(z.maxLength(most, `List at most ${most}.`)), [])
export const whole = (least: number, most: number) =>
  z
    .int({ error: fieldSentences.invalid_integer })
    .check(z.minimum(least, fieldSentences.invalid_integer), z.maximum(most, fieldSentences.invalid_integer))

/** A time in a program file: on the clock of the program's zone, an instant with its offset, or counted from the day of the first apply (`+30d 09:00`, `+30d mon 09:00` = the first Monday from then on). */
const counted = /^[+-]\d{1,4}d(?: (?:mon|tue|wed|thu|fri|sat|sun))?(?: (?:[01]\d|2[0-3]):[0-5]\d)?$/
const written =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/
export const FileTime = z
  .string({ error: fieldSentences.required })
  .check(
    z.refine(
      (text) => counted.test(text) || isRealDay(written.exec(text)?.[1] ?? ''),
      'Write a time like 2027-07-05T09:00 or +30d 09:00.',
    ),
  )
/** ISO 8601 time before a start: weeks, days, hours, minutes. */
export const Before = z
  .string({ error: fieldSentences.required })
  .check(
    z.regex(
      /^P(?:\d{1,3}W|\d{1,4}D(?:T\d{1,3}H)?|T\d{1,4}[HM]|T0S)$/,
      'Write a time before the start like P14D or PT24H.',
    ),
  )
/** A decimal number of the program's currency. */
export const Amount = z
  .number({ error: fieldSentences.invalid_amount })
  .check(z.minimum(0, fieldSentences.invalid_amount), z.maximum(999_999.99, fieldSentences.invalid_amount))
/** A percentage with at most two decimals. */
export const Percent = z.number({ error: fieldSentences.out_of_range }).check(
  z.minimum(0, fieldSentences.out_of_range),
  z.maximum(100, fieldSentences.out_of_range),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Use at most two decimals.'),
)
export const Picture = z
  .string()
  .check(
    z.refine(
      (text) =>
        (/^\/(?!\/)[\w./-]{1,200}$/.test(text) || (isPublicUrl(text) && !/[\s"'<>\\]/.test(text))) &&
        !text.includes('..'),
      fieldSentences.invalid_url,
    ),
  )
