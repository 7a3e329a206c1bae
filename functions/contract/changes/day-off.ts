import * as z from 'zod/mini'
import { enteredAmount, Money } from '../amount.ts'
import { code, Day, Key, lines, ProgramId } from '../field-rules.ts'

/**
 * What a family gets for a day that the organisation calls off: nothing; the day's share of what was paid, the way it
 * was paid or to the balance; an amount for each place, the way it was paid; or a visit of a package for each person.
 */
export const dayReturns = ['none', 'share', 'amount', 'balance', 'visit'] as const
export type DayReturn = (typeof dayReturns)[number]

export const InEventDate = z.strictObject({ program_id: ProgramId, key: Key, date: Day })

/**
 * Body of POST events/{key}/dates/{date}/cancel. `amount` is for each place, and `session_package` is the key of the
 * package of a visit. With `dry_run` nothing changes.
 */
export const CallOffDayRequest = z.strictObject({
  text: lines(2000).check(z.minLength(1, code('required'))),
  return: z.enum(dayReturns, { error: ({ input }) => code(input === undefined ? 'required' : 'invalid_option') }),
  amount: z.optional(enteredAmount(1)),
  session_package: z.optional(Key),
  notify: z.optional(z.boolean()),
  dry_run: z.optional(z.boolean()),
})
export type CallOffDayRequest = z.infer<typeof CallOffDayRequest>

const OptionOfDay = z.strictObject({ key: z.string(), name: z.string(), children: z.int(), amount: Money })

/**
 * A day that is called off, or would be: its places by option, and the money that goes back. Until
 * `restorable_until` no family is told or refunded, and the day can be restored.
 */
export const DayOff = z.strictObject({
  id: z.nullable(z.string()),
  object: z.literal('day_off'),
  dry_run: z.boolean(),
  program_id: z.string(),
  event_id: z.string(),
  key: z.string(),
  date: z.string(),
  text: z.string(),
  return: z.enum(dayReturns),
  notify: z.boolean(),
  children: z.int(),
  families: z.int(),
  amount: Money,
  options: z.array(OptionOfDay),
  restorable_until: z.nullable(z.string()),
  sent_at: z.nullable(z.string()),
  restored_at: z.nullable(z.string()),
})
export type DayOff = z.infer<typeof DayOff>

/** A day of an event for its organisation; `day_off` is null for a day that takes place. */
const EventDate = z.strictObject({
  date: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  is_held: z.boolean(),
  day_off: z.nullable(
    z.strictObject({
      id: z.string(),
      text: z.string(),
      return: z.enum(dayReturns),
      restorable_until: z.nullable(z.string()),
      sent_at: z.nullable(z.string()),
    }),
  ),
})

/** The days of an event, in order, and the packages that can return a visit for a day that is called off. */
export const EventDates = z.strictObject({
  object: z.literal('list'),
  event_id: z.string(),
  timezone: z.string(),
  data: z.array(EventDate),
  session_packages: z.array(z.strictObject({ key: z.string(), name: z.string() })),
})
export type EventDates = z.infer<typeof EventDates>
