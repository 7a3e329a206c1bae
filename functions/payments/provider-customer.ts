import { ApiError } from '../contract/api-error.ts'
import type { CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { ProviderUnreachable } from './providers/provider.ts'
import { type ProfileToCharge, profileToCharge, setProviderCustomer } from './source-rows.ts'

/** How soon a provider that could not be reached is tried again, in seconds. */
const retryAfterSeconds = 5

/** The caller in a program, be it closed: what is stored there can always be taken away. */
export async function requireProfile(ctx: CustomerContext, programId: string): Promise<ProfileToCharge> {
  const [profile] = await profileToCharge(ctx.db, { customer_id: ctx.actor.customer_id, program_id: programId })
  if (!profile) throw new ApiError('not_found', { param: 'program_id' })
  return profile
}

/** The caller in a program that takes cards. */
export async function requireProfileToCharge(ctx: CustomerContext, programId: string): Promise<ProfileToCharge> {
  const profile = await requireProfile(ctx, programId)
  if (profile.program.billing_status === 'cancelled') throw new ApiError('not_found', { param: 'program_id' })
  return profile
}

/** Refuses to store a card with a program that takes none, or for someone whose address is not confirmed. */
export function checkMayStore({ program, user }: ProfileToCharge, param: string): void {
  if (program.features.online_payments !== true) throw new ApiError('feature_disabled', { param })
  if (!user.is_email_verified) throw new ApiError('email_not_verified', { param })
}

/** The provider's customer of a profile, made when the first card is stored. */
export async function providerCustomer(ctx: CustomerContext, toCharge: ProfileToCharge): Promise<string> {
  const { profile, user, program } = toCharge
  if (profile.payment_provider_id !== null) return profile.payment_provider_id
  const { id } = await reachProvider(ctx, async () =>
    ctx.payments.createCustomer({
      key: profile.id,
      email: user.email,
      name: `${user.first_name} ${user.last_name}`,
      account: program.account,
      now: ctx.now,
    }),
  )
  await commit(ctx, [setProviderCustomer(ctx.db, profile.id, id)])
  return id
}

/** A call to the provider that charges nothing; where it cannot be reached the caller comes again. */
export async function reachProvider<Answer>(ctx: CustomerContext, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    ctx.log('provider_unreachable', { reason: error.code })
    throw new ApiError('unavailable', { retryAfterSeconds })
  }
}
