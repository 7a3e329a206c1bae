import { minuteMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { AppointmentTypeRecord } from './appointment-record.ts'
import { insertSlot, updateSlot } from './appointment-rows.ts'

type Slot = { registration_id: string; option_id: string; starts_at: number; ends_at: number }

type SlotsOfType = Pick<AppointmentTypeRecord, 'id' | 'spots_total' | 'buffer_minutes'>

/**
 * Takes a time for a registration, at the first free place of the type. The schema refuses a time without a free place
 * (`slot_taken`); with `mayBeExtra` the place is then beyond the total of the type.
 */
export function takeSlot(ctx: Pick<Ctx, 'db'>, type: SlotsOfType, slot: Slot, mayBeExtra = false): Statement {
  return insertSlot(ctx.db, rowOf(type, slot), mayBeExtra)
}

/** Reschedules a registration within its type: takes the new time and frees the old time in one statement. */
export function moveSlot(ctx: Pick<Ctx, 'db'>, type: SlotsOfType, slot: Slot): Statement {
  return updateSlot(ctx.db, rowOf(type, slot))
}

const rowOf = (type: SlotsOfType, { registration_id, option_id, starts_at, ends_at }: Slot) => ({
  registration_id,
  appointment_type_id: type.id,
  appointment_option_id: option_id,
  spots_total: type.spots_total,
  starts_at,
  ends_at,
  free_at: ends_at + type.buffer_minutes * minuteMs,
})
