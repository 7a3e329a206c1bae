import { ApiError } from '../../contract/api-error.ts'
import type { CustomerProfile } from '../../contract/people/customer.ts'
import { marketingWords } from '../../contract/sentences/marketing-words.ts'
import type { CustomerContext, Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import {
  findNewsStop,
  findProfile,
  findProgram,
  insertProfile,
  type ProfileRow,
  insertCustomer,
} from './customer-rows.ts'
import { profileOf, requireCustomer } from './show-customer.ts'
import type { Statement } from '../../platform/database/database.ts'

/**
 * POST profile/programs/{program_id}: joins a program. For an existing profile, the given marketing consent is stored:
 * consent is never assumed, `false` withdraws it, and consent is refused while mail to the address is blocked.
 */
export async function joinProgram(
  ctx: CustomerContext,
  input: { program_id: string; is_subscribed?: boolean | undefined },
): Promise<{ isNew: boolean; answer: CustomerProfile }> {
  const { customer, user } = await requireCustomer(ctx)
  const [[program], [stop]] = await ctx.db.batch([
    findProgram(ctx, input.program_id),
    findNewsStop(ctx, user.email_key),
  ])
  if (!program || program.billing_status === 'cancelled') throw new ApiError('not_found')
  if (input.is_subscribed && stop) {
    const { suppressed, complained } = marketingWords[ctx.language].page
    const message = stop.reason === 'bounced' ? suppressed : complained
    throw new ApiError('email_not_verified', { param: 'is_subscribed', message })
  }

  const id = ctx.newId('cup')
  ctx.request.setCreatedLocation(`/v1/profile/programs/${input.program_id}`)
  const [[row]] = await commit(
    ctx,
    [
      insertProfile(ctx, {
        id,
        customer_id: customer.id,
        program_id: program.id,
        isSubscribed: input.is_subscribed ?? null,
      }),
    ],
    findProfile(ctx, customer.id, program.id),
  )
  return { isNew: row?.profile.id === id, answer: profileOf(ctx, row as ProfileRow) }
}

/**
 * Joins a program in the batch of the use case that needs it, without marketing consent. An existing profile stays
 * unchanged.
 */
export const profileToJoin = (ctx: Ctx, profile: { id: string; customer_id: string; program_id: string }): Statement =>
  insertProfile(ctx, { ...profile, isSubscribed: null })

/** The customer that every sign-up creates with its user. */
export function newCustomer(ctx: Ctx, customer: { id: string; user_id: string; timezone: string }): Statement {
  return insertCustomer(ctx, customer)
}
