import { dayMs } from '../../contract/limits.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AppointmentTypeRecord, OptionRecord } from './appointment-record.ts'
import { typesOfProgramWithTaken, typeWithTaken } from './appointment-rows.ts'
import { optionOf } from './find-type.ts'
import type { BookingRules, SlotQuery } from './free-times.ts'

type Days = { from: { toString: () => string }; to: { toString: () => string } }
export type Whose = {
  program_id?: string | undefined
  appointment_type_id?: string | undefined
  appointment_option_id?: string | undefined
}
type TypeWithTaken = Awaited<ReturnType<ReturnType<typeof typeWithTaken>['execute']>>[number]
export type Availability = {
  type: TypeWithTaken
  option: OptionRecord | null
  rules: BookingRules
  slotQuery: SlotQuery | null
}

/**
 * A type with everything that decides about free times on some days, in one database round trip. Without an option the
 * shortest one is assumed; a type without options has no free times.
 */
export async function loadAvailability(ctx: Ctx, whose: Whose, days: Days): Promise<Availability> {
  const { appointment_type_id: type_id, appointment_option_id: option_id, program_id } = whose
  if (type_id === undefined && option_id === undefined)
    throw new ApiError('required_parameter_missing', { param: 'appointment_type_id' })

  const [type] = await typeWithTaken(ctx.db).execute({
    type_id: type_id ?? null,
    option_id: option_id ?? null,
    now: ctx.now,
    ...around(days),
  })

  if (!type || (program_id !== undefined && program_id !== type.program.id)) throw new ApiError('not_found')
  return availabilityOf(type, option_id, ctx.now)
}

/** The availability of a type or an option, or of every type of a program when none is given. */
export async function loadAvailabilities(ctx: Ctx, whose: Whose, days: Days): Promise<Availability[]> {
  const { appointment_type_id, appointment_option_id, program_id } = whose
  if (appointment_type_id !== undefined || appointment_option_id !== undefined)
    return [await loadAvailability(ctx, whose, days)]
  if (program_id === undefined) throw new ApiError('required_parameter_missing', { param: 'program_id' })

  const types = await typesOfProgramWithTaken(ctx.db).execute({ program_id, now: ctx.now, ...around(days) })

  if (types.length === 0) throw new ApiError('not_found')
  return types.map((type) => availabilityOf(type, undefined, ctx.now))
}

// A day begins and ends at most a day away from the one in UTC.
const around = (days: Days) => ({ from: startOf(days.from) - dayMs, to: startOf(days.to) + 2 * dayMs })

/** The availability of a type that was read with its taken times; throws `not_found` for an option of another type. */
export function availabilityOf(type: TypeWithTaken, option_id: string | undefined, now: number): Availability {
  const option = option_id === undefined ? shortestOf(type) : optionOf(type, option_id)
  const taken = type.taken.map(([starts_at, free_at, place]) => ({ starts_at, free_at, place }))
  return { type, option, rules: rulesOf(type), slotQuery: option && { duration: option.duration, taken, now } }
}

function rulesOf(type: TypeWithTaken): BookingRules {
  return { ...type, timezone: type.program.timezone, book_until: type.book_until ?? type.program.default_sales_end }
}

const shortestOf = ({ options }: AppointmentTypeRecord): OptionRecord | null =>
  [...options].sort((one, other) => one.duration - other.duration || one.position - other.position)[0] ?? null

const startOf = (day: { toString: () => string }): number => Date.parse(`${day.toString()}T00:00:00Z`)
