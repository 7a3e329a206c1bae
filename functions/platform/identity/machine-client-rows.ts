import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { machineClients } from '../database/tables.ts'

/** A client that an owner made, unless it was revoked. */
export const findMachineClient = (ctx: Ctx, id: string) =>
  ctx.db
    .select({
      program_id: machineClients.program_id,
      secret_hash: machineClients.secret_hash,
      last_used_at: machineClients.last_used_at,
    })
    .from(machineClients)
    .where(and(eq(machineClients.id, id), isNull(machineClients.revoked_at)))

export const setClientUsed = (ctx: Ctx, id: string) =>
  ctx.db.update(machineClients).set({ last_used_at: ctx.now }).where(eq(machineClients.id, id))
