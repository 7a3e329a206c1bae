import type { Ctx } from '../../context.ts'
import { storedReads } from './program-file-rows.ts'

/** All of a program as it is kept: archived events and hidden venues and options too, since their keys are theirs for good. */
export type StoredProgram = NonNullable<Awaited<ReturnType<typeof readStored>>>
export type StoredEvent = StoredProgram['events'][number]
export type StoredAppointmentType = StoredProgram['appointment_types'][number]

/** The program with what has been sold of it; null when there is none of this name. */
export async function readStored(ctx: Ctx, programId: string) {
  const [
    [program],
    venues,
    pools,
    waivers,
    questions,
    events,
    venueTies,
    questionTies,
    options,
    poolTies,
    attachments,
    session_packages,
    membership_packages,
    coupons,
    categories,
    products,
    variations,
    productTies,
    [orders],
    appointment_types,
    appointmentVenueTies,
    appointmentOptions,
  ] = await ctx.db.batch(storedReads(ctx.db, programId))
  if (!program) return null
  return {
    program,
    venues,
    pools,
    waivers,
    questions,
    events,
    venueTies,
    questionTies,
    options,
    poolTies,
    attachments,
    session_packages,
    membership_packages,
    coupons,
    categories,
    products,
    variations,
    productTies,
    appointment_types,
    appointmentVenueTies,
    appointmentOptions,
    hasOrders: orders?.has_orders === 1,
  }
}
