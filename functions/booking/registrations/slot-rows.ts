import { and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { appointmentSlots, registrations } from '../../platform/database/tables.ts'
import { lapsedOfSources } from './registration-rows.ts'

const slotsWhere = (db: Db, which: SQL | undefined) =>
  db
    .select({
      registration_id: appointmentSlots.registration_id,
      starts_at: appointmentSlots.starts_at,
      free_at: appointmentSlots.free_at,
      place: appointmentSlots.place,
    })
    .from(registrations)
    .innerJoin(appointmentSlots, eq(appointmentSlots.registration_id, registrations.id))
    .where(which)

/** The times that lapsed holds still take from a type, also those of types that share its people and rooms. */
export const lapsedSlots = (db: Db, typeId: string, now: number) =>
  slotsWhere(db, lapsedOfSources([{ kind: 'appointment', source_id: typeId, option_id: '' }], now, null))

/** The times that an order holds. */
export const slotsOfOrder = (db: Db, orderId: string) =>
  slotsWhere(db, and(eq(registrations.order_id, orderId), eq(registrations.status, 'pending')))
