import { ApiError } from '../../contract/api-error.ts'
import type { SignedWaiver } from '../../contract/booking/registration.ts'
import { instant } from '../../contract/instant.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { signedWaivers } from './waiver-rows.ts'

/**
 * GET registrations/{id}/waiver: the latest waiver that was signed for a registration of the caller, with the text of
 * that version. `not_found` while none is signed.
 */
export async function readSignedWaiver(
  ctx: CustomerContext,
  { registration_id }: { registration_id: string },
): Promise<SignedWaiver> {
  const [row] = await signedWaivers(ctx.db, { customer_id: ctx.actor.customer_id, registration_id })
  if (!row) throw new ApiError('not_found', { param: 'registration_id' })
  return showSigned(ctx, row)
}

/** Every signed waiver of the caller's registrations, the newest first. */
export async function everySignedWaiver(ctx: CustomerContext): Promise<SignedWaiver[]> {
  const rows = await signedWaivers(ctx.db, { customer_id: ctx.actor.customer_id })
  return rows.map((row) => showSigned(ctx, row))
}

type Row = Awaited<ReturnType<typeof signedWaivers>>[number]

function showSigned(ctx: CustomerContext, row: Row): SignedWaiver {
  const { title, text } = localize(row, ctx.contentLanguage ?? ctx.language)
  return {
    object: 'signed_waiver',
    registration_id: row.registration_id,
    waiver_id: row.waiver_id,
    version: row.version,
    title,
    text,
    accepted_at: instant(row.accepted_at),
    accepted_by: { first_name: row.first_name, last_name: row.last_name },
    relation: row.relation,
  }
}
