import { ApiError } from '../../contract/api-error.ts'
import type {
  OrganiserSessionCredit,
  OrganiserSessionCreditQuery,
  Redemption,
  RedemptionListQuery,
} from '../../contract/booking/redemption.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { mayPay } from './credit-rules.ts'
import { packageNames, showCredit } from './read-session-balance.ts'
import {
  pageOfCredits,
  pageOfRedemptions,
  type ProgramCreditRow,
  redemptionById,
  type RedemptionRow,
} from './redemption-rows.ts'

type OfProgram = { program_id: string }

/** The credits of a program's customers: of one family, of one person, or of everyone. */
export async function listProgramCredits(
  ctx: Ctx,
  input: OrganiserSessionCreditQuery & OfProgram,
): Promise<List<OrganiserSessionCredit>> {
  const { rows, total } = await pageOfCredits(ctx.db, input)
  return list(
    rows.map((row) => showForProgram(ctx, row)),
    total,
    input,
  )
}

/** Credits as the organisation that sold them sees them. */
export function showForProgram(ctx: Ctx, row: ProgramCreditRow): OrganiserSessionCredit {
  const { credit, membership, user, attendee } = row
  const { program_id, attendee_profile_id, package_id } = credit
  const visit = { program_id, attendee_profile_id: attendee_profile_id ?? '', package_ids: [package_id] }
  return {
    ...showCredit(ctx, row),
    object: 'organiser_session_credit',
    program_id,
    customer_profile: { id: credit.customer_profile_id, ...user },
    attendee: showPerson(attendee_profile_id, attendee),
    is_usable: row.isOnHold === 0 && mayPay({ ...credit, membership }, { ...visit, starts: [ctx.now] }, ctx.now),
  }
}

/** The visits that a program used for its customers. */
export async function listRedemptions(ctx: Ctx, input: RedemptionListQuery & OfProgram): Promise<List<Redemption>> {
  const { rows, total } = await pageOfRedemptions(ctx.db, input)
  return list(
    rows.map((row) => showRedemption(ctx, row)),
    total,
    input,
  )
}

/** One used visit; `not_found` for another program's. */
export async function readRedemption(ctx: Ctx, input: OfProgram & { redemption_id: string }): Promise<Redemption> {
  const [row] = await redemptionById(ctx.db, input)
  if (!row) throw new ApiError('not_found', { param: 'redemption_id' })
  return showRedemption(ctx, row)
}

export function showRedemption(ctx: Ctx, row: RedemptionRow): Redemption {
  const { redemption, credit } = row
  const { package_name, text_languages } = localize(packageNames(row.package), ctx.contentLanguage)
  return {
    id: redemption.id,
    object: 'redemption',
    program_id: redemption.program_id,
    session_credit_id: redemption.session_credit_id,
    package_name,
    text_languages,
    status: redemption.status,
    attendee: showPerson(redemption.attendee_profile_id, row.attendee),
    event_key: row.event_key,
    appointment_type_key: row.appointment_type_key,
    note: redemption.note,
    available: credit.is_unlimited ? null : credit.available,
    created: instant(redemption.created),
    updated: instant(redemption.updated),
  }
}

const showPerson = (id: string | null, names: { first_name: string; last_name: string } | null) =>
  id === null || names === null
    ? null
    : { attendee_profile_id: id, first_name: names.first_name, last_name: names.last_name }
