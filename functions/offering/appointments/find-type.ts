import { ApiError } from '../../contract/api-error.ts'
import type {
  AppointmentOption,
  AppointmentOptionListQuery,
  AppointmentType,
} from '../../contract/offering/appointment.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AppointmentTypeRecord, OptionRecord } from './appointment-record.ts'
import { publicType } from './appointment-rows.ts'
import { showOption, showType } from './show-type.ts'

/** One public appointment type. */
export async function findAppointmentType(ctx: Ctx, input: { appointment_type_id: string }): Promise<AppointmentType> {
  return showType(await readType(ctx, input.appointment_type_id), ctx)
}

/** A page of the options of a type. */
export async function listAppointmentOptions(
  ctx: Ctx,
  input: AppointmentOptionListQuery & { appointment_type_id: string },
): Promise<List<AppointmentOption>> {
  const type = await readType(ctx, input.appointment_type_id)
  const by = input.sort === 'price' ? 'cost' : input.sort
  const options = [...type.options].sort((one, other) => compare(one[by], other[by]) || one.position - other.position)
  if (input.order === 'desc') options.reverse()
  const page = options.slice(input.skip, input.skip + input.limit)
  return list(
    page.map((option) => showOption(type, option, ctx)),
    options.length,
    input,
  )
}

/** One option of a type. */
export async function findAppointmentOption(
  ctx: Ctx,
  input: { appointment_type_id: string; option_id: string },
): Promise<AppointmentOption> {
  const type = await readType(ctx, input.appointment_type_id)
  return showOption(type, optionOf(type, input.option_id), ctx)
}

/** The option of a type with this id; throws `not_found`. */
export function optionOf(type: AppointmentTypeRecord, optionId: string): OptionRecord {
  const option = type.options.find(({ id }) => id === optionId)
  if (!option) throw new ApiError('not_found')
  return option
}

async function readType(ctx: Ctx, type_id: string): Promise<AppointmentTypeRecord> {
  const [type] = await publicType(ctx.db).execute({ type_id })
  if (!type) throw new ApiError('not_found')
  return type
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
