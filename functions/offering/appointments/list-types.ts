import type { AppointmentType, AppointmentTypeListQuery } from '../../contract/offering/appointment.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { typePage } from './appointment-rows.ts'
import { showType } from './show-type.ts'

/** A page of published appointment types of programs that offer appointments. */
export async function listAppointmentTypes(ctx: Ctx, input: AppointmentTypeListQuery): Promise<List<AppointmentType>> {
  const [rows, [counted]] = await ctx.db.batch(typePage(ctx.db, input))

  return list(
    rows.map((row) => showType(row, ctx)),
    counted?.total ?? 0,
    input,
  )
}
