import { createHash, timingSafeEqual } from 'node:crypto'
import { hourMs } from '../../contract/limits.ts'
import type { Ctx } from '../context.ts'
import { findMachineClient, setClientUsed } from './machine-client-rows.ts'

/** The program of a client that an owner made, by its id and secret; null for wrong credentials and a revoked client. */
export async function programOfMachineClient(
  ctx: Ctx,
  { id, secret }: { id: string; secret: string },
): Promise<string | null> {
  if (!/^mcl_[0-9a-f]{32}$/.test(id)) return null
  const [client] = await findMachineClient(ctx, id)
  const sent = createHash('sha256').update(secret).digest()
  if (!client || !timingSafeEqual(sent, Buffer.from(client.secret_hash, 'hex'))) return null
  if ((client.last_used_at ?? 0) <= ctx.now - hourMs) await setClientUsed(ctx, id)
  return client.program_id
}
