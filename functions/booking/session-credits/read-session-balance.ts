import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { SessionBalance, SessionBalanceQuery, SessionCredit } from '../../contract/booking/session-credit.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { inOrderOfUse, sumCredits } from './credit-rules.ts'
import { type CreditRow, creditsOf, seenProfile, programOfCredits } from './credit-rows.ts'

type BalanceInput = SessionBalanceQuery & { program_id: string }

/** The caller's remaining visits of session packages with a program: all of them, or those that one person can use. */
export async function readSessionBalance(ctx: CustomerContext, input: BalanceInput): Promise<SessionBalance> {
  const { program_id, attendee_profile_id = null } = input
  const whose = { program_id, customer_id: ctx.actor.customer_id }
  const [[program], rows, [profile]] = await ctx.db.batch([
    programOfCredits(ctx.db, program_id),
    creditsOf(ctx.db, whose),
    seenProfile(ctx.db, { ...whose, attendee_profile_id: attendee_profile_id ?? '' }),
  ])
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  if (attendee_profile_id !== null && !profile?.rights.includes('view'))
    throw new ApiError('not_found', { param: 'attendee_profile_id' })

  const usable = rows.filter(
    ({ credit }) =>
      attendee_profile_id === null ||
      credit.attendee_profile_id === null ||
      credit.attendee_profile_id === attendee_profile_id,
  )
  const credits = inOrderOfUse(
    usable.map((row) => ({ ...row.credit, row })),
    ctx.now,
  )
  const { next_expiry_at, ...sums } = sumCredits(credits, ctx.now)
  return {
    object: 'session_balance',
    program_id,
    attendee_profile_id,
    ...sums,
    next_expiry_date: next_expiry_at === null ? null : instant(next_expiry_at),
    credits: credits.map(({ row }) => showCredit(ctx, row)),
  }
}

/** Credits as the API returns them. */
export function showCredit(ctx: Ctx, row: Pick<CreditRow, 'credit' | 'isOnHold' | 'package'>): SessionCredit {
  const { credit } = row
  const { package_name, text_languages } = localize(packageNames(row.package), ctx.contentLanguage)
  return {
    id: credit.id,
    object: 'session_credit',
    package_id: credit.package_id,
    package_name,
    text_languages,
    attendee_profile_id: credit.attendee_profile_id,
    order_id: credit.order_id,
    membership_id: credit.membership_id,
    available: credit.available,
    total: credit.amount,
    is_unlimited: credit.is_unlimited,
    is_on_hold: row.isOnHold === 1,
    expires_at: credit.expires_at === null ? null : instant(credit.expires_at),
    created: instant(credit.created),
  }
}

type Named = { package_name: string; translations: Translations }

/** The name of a package in every language as `package_name`. The package's own row calls it `name`. */
export const packageNames = ({ package_name, translations: { language, ...others } }: Named): Named => ({
  package_name,
  translations: {
    ...(language && { language }),
    ...Object.fromEntries(Object.entries(others).map(([key, texts]) => [key, { package_name: texts['name'] ?? null }])),
  },
})
