import { ApiError } from '../../contract/api-error.ts'
import {
  type InviteReason,
  inviteReasons,
  type InvitesRequest,
  type InvitesSent,
} from '../../contract/organisation/invite.ts'
import { inviteWords } from '../../contract/sentences/invite-words.ts'
import type { OrganiserContext, Upload } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { insertInvites, invitedBefore, invitingProgram, joinedAmong, suppressedAmong } from './invite-rows.ts'
import { type InviteRow, readInviteFile } from './read-invite-file.ts'
import { emailKey } from '../../contract/field-rules.ts'
import * as billingStates from '../../contract/states/billing-states.ts'

type SendInvitesInput = Omit<InvitesRequest, 'file'> & { program_id: string; upload: Upload }
type Addressed = InviteRow & { key: string; address_mark: string }

/**
 * Invites the people of a CSV file to create an account with a program. Each address is invited at most once, and never
 * if it unsubscribed or is suppressed. A file with a mistake invites no one, unless `skip_errors` is set.
 */
export async function sendInvites(ctx: OrganiserContext, input: SendInvitesInput): Promise<InvitesSent> {
  const file = await readInviteFile(input.upload.bytes, ctx.language)
  if (!file) throw new ApiError('invalid_file', { param: 'file', message: inviteWords[ctx.language].notInvites })
  const isPartial = input.skip_errors === 'true' && file.rows.length > 0
  if (file.errors.length > 0 && !isPartial)
    throw new ApiError('row_errors', {
      param: 'file',
      errors: file.errors,
      message: inviteWords[ctx.language].rowErrors(file.rows.length),
    })
  const rows = await Promise.all(file.rows.map(async (row) => addressed(input.program_id, row)))
  const keys = rows.map(({ key }) => key)
  const [[program], before, suppressed, joined] = await ctx.db.batch([
    invitingProgram(ctx.db, input.program_id),
    invitedBefore(
      ctx.db,
      input.program_id,
      rows.map(({ address_mark }) => address_mark),
    ),
    suppressedAmong(ctx.db, keys),
    joinedAmong(ctx.db, input.program_id, keys),
  ])
  if (!program) throw new ApiError('not_found')
  if (billingStates.notSelling.has(program.billing_status))
    throw new ApiError('program_not_accepting_orders', { param: 'program_id' })

  const { invited, left_out } = splitInvited(rows, {
    already_invited: new Set(before.map(({ address_mark }) => address_mark)),
    suppressed: new Set(suppressed.map(({ email_key }) => email_key)),
    unsubscribed: new Set(joined.filter((each) => each.unsubscribed !== null).map(({ email_key }) => email_key)),
    joined: new Set(joined.map(({ email_key }) => email_key)),
  })
  const isDryRun = input.dry_run === 'true'
  const language = input.language ?? (program.language === 'fr' ? 'fr' : 'en')
  if (!isDryRun && invited.length > 0) {
    const batch_id = ctx.newId('inb')
    await commit(ctx, [
      insertInvites(
        ctx,
        { program_id: program.id, batch_id, language },
        invited.map(({ key: _, ...row }) => ({ ...row, id: ctx.newId('pin') })),
      ),
      recordEvent(ctx, { kind: 'invites.queued', ref: batch_id, body: {} }),
    ])
  }
  const words = inviteWords[ctx.language]
  return {
    object: 'invites',
    program_id: program.id,
    dry_run: isDryRun,
    message: isDryRun || invited.length === 0 ? words.nothingSent : words.sent,
    rows: file.count,
    invited: invited.length,
    left_out,
    errors: file.errors,
  }
}

// The hash of an address is kept after its invite. The hash identifies the address, but no mail can be sent with it.
async function addressed(programId: string, row: InviteRow): Promise<Addressed> {
  const key = emailKey(row.email)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${programId}:${key}`))
  return { ...row, key, address_mark: Buffer.from(digest).toString('base64url') }
}

type Existing = Record<'already_invited' | 'suppressed' | 'unsubscribed' | 'joined', ReadonlySet<string>>

function splitInvited(rows: readonly Addressed[], existing: Existing) {
  const left_out = Object.fromEntries(inviteReasons.map((reason) => [reason, 0])) as Record<InviteReason, number>
  const seen = new Set<string>()
  const invited: Addressed[] = []
  for (const row of rows) {
    const reason = reasonOf(row, seen, existing)
    seen.add(row.key)
    if (reason) left_out[reason] += 1
    else invited.push(row)
  }
  return { invited, left_out }
}

function reasonOf(
  { key, address_mark }: Addressed,
  seen: ReadonlySet<string>,
  existing: Existing,
): InviteReason | null {
  if (seen.has(key)) return 'repeated'
  if (existing.suppressed.has(key)) return 'suppressed'
  if (existing.unsubscribed.has(key)) return 'unsubscribed'
  if (existing.joined.has(key)) return 'already_joined'
  return existing.already_invited.has(address_mark) ? 'already_invited' : null
}
