import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import type {
  MachineClient,
  MachineClientListQuery,
  MachineClientRequest,
} from '../../contract/people/machine-client.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import {
  type ClientRow,
  clientById,
  insertClient,
  mayMakeClient,
  pageOfClients,
  revokeClient,
} from './machine-client-rows.ts'
import { guardThat } from '../../platform/database/guard.ts'

const show = (row: ClientRow, secret: string | null = null): MachineClient => ({
  id: row.id,
  object: 'machine_client',
  program_id: row.program_id,
  name: row.name,
  secret,
  created_by: row.created_by,
  created: instant(row.created),
  last_used_at: instant(row.last_used_at),
  revoked_at: instant(row.revoked_at),
})

/** The clients of the API that a program's owners made, also the revoked ones. */
export async function listClients(
  ctx: OrganiserContext,
  input: MachineClientListQuery & { program_id: string },
): Promise<List<MachineClient>> {
  const [rows, [counted]] = await ctx.db.batch([...pageOfClients(ctx.db, input)])
  return list(
    rows.map((row) => show(row)),
    counted?.total ?? 0,
    input,
  )
}

/** Makes a client of the API. Its secret, 256 random bits, is shown in this response alone; its hash is kept. */
export async function makeClient(
  ctx: OrganiserContext,
  { program_id, name }: MachineClientRequest & { program_id: string },
): Promise<MachineClient> {
  const id = ctx.newId('mcl')
  const secret = randomBytes(32).toString('base64url')
  const secret_hash = createHash('sha256').update(secret).digest('hex')
  const created_by = ctx.actor.type === 'staff' ? ctx.actor.staff_id : null
  const [[row]] = await commit(
    ctx,
    [
      insertClient(ctx.db, { id, program_id, name, secret_hash, created_by, created: ctx.now }),
      guardThat(ctx.db, mayMakeClient(program_id), 'code_limit'),
    ],
    clientById(ctx.db, { program_id, id }),
  )
  if (!row) throw new ApiError('internal_error')
  return show(row, secret)
}

/** Revokes a client from its next call on. A repeated call changes nothing. */
export async function endClient(
  ctx: OrganiserContext,
  { program_id, machine_client_id }: { program_id: string; machine_client_id: string },
): Promise<MachineClient> {
  const which = { program_id, id: machine_client_id }
  const [[row]] = await commit(ctx, [revokeClient(ctx.db, { ...which, at: ctx.now })], clientById(ctx.db, which))
  if (!row) throw new ApiError('not_found', { param: 'machine_client_id' })
  return show(row)
}
