import { asc, count, desc, eq, sql } from 'drizzle-orm'
import type { AttachmentListQuery } from '../../contract/attachment.ts'
import type { Db } from '../../platform/database/database.ts'
import { appointmentTypes, attachments, events } from '../../platform/database/tables.ts'
import { isPublicEvent } from './event-rows.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Whether an event is public, one page of its files, and their count, for one batch. */
export const eventAttachmentPage = (db: Db, { event_id, ...page }: AttachmentListQuery & { event_id: string }) =>
  [
    db
      .select({ program_id: events.program_id })
      .from(events)
      .where(sql`${events.id} = ${event_id} AND ${isPublicEvent}`),
    ...filesOf(db, { ...page, owner: 'event_id', id: event_id }),
  ] as const

// The condition for a public appointment type: published, of a program with an open page that offers appointments.
const isPublicType = sql`appointment_types.status = 'published' AND EXISTS (SELECT 1 FROM programs AS p WHERE p.id = appointment_types.program_id AND p.billing_status IN ${statusList(billingStates.open)} AND p.features ->> '$.appointments' = 1)`

/** Whether an appointment type is public, one page of its files, and their count, for one batch. */
export const typeAttachmentPage = (
  db: Db,
  { appointment_type_id, ...page }: AttachmentListQuery & { appointment_type_id: string },
) =>
  [
    db
      .select({ program_id: appointmentTypes.program_id })
      .from(appointmentTypes)
      .where(sql`${appointmentTypes.id} = ${appointment_type_id} AND ${isPublicType}`),
    ...filesOf(db, { ...page, owner: 'appointment_type_id', id: appointment_type_id }),
  ] as const

function filesOf(
  db: Db,
  {
    owner,
    id: ownerId,
    sort,
    order,
    limit,
    skip,
  }: AttachmentListQuery & { owner: 'event_id' | 'appointment_type_id'; id: string },
) {
  const { id, name, url, content_type, size, translations } = attachments
  const where = eq(attachments[owner], ownerId)
  const direction = order === 'desc' ? desc : asc
  return [
    db
      .select({ id, name, url, content_type, size, translations })
      .from(attachments)
      .where(where)
      .orderBy(direction(attachments[sort]), direction(attachments.id))
      .limit(limit)
      .offset(skip),
    db.select({ total: count() }).from(attachments).where(where),
  ] as const
}
