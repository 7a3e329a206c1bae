import { ApiError } from '../../contract/api-error.ts'
import type { OrganiserWaiver, SignedWaiver } from '../../contract/booking/registration.ts'
import { instant } from '../../contract/instant.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
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

/** The latest waiver that was signed for a registration of a program, in the language of the signer. */
export async function readWaiverOfProgram(
  ctx: Ctx,
  input: { program_id: string; registration_id: string },
): Promise<OrganiserWaiver> {
  const [row] = await signedWaivers(ctx.db, input)
  if (!row) throw new ApiError('not_found', { param: 'registration_id' })
  const { first_name, last_name } = row.attendee
  return {
    ...showSigned({ language: ctx.language, contentLanguage: row.language }, row),
    object: 'organiser_waiver',
    attendee: { first_name, last_name },
    language: row.language,
    address_prefix: row.ip_prefix,
  }
}

type Row = Awaited<ReturnType<typeof signedWaivers>>[number]

function showSigned(ctx: Pick<Ctx, 'language' | 'contentLanguage'>, row: Row): SignedWaiver {
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
