import { ApiError } from '../../contract/api-error.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import {
  insertProviderCustomer,
  markAllDetached,
  markCustomerForgotten,
  providerCustomerById,
  providerCustomersOfProgram,
  setProviderCustomer,
} from './provider-customer-rows.ts'
import { ProviderRefusalError, ProviderUnreachable, UnknownCustomer } from '../../platform/cards/provider.ts'
import { recordCardsRefused } from './cards-refused.ts'
import { type ProfileToCharge, profileToCharge } from './source-rows.ts'

/** Seconds after which an unreachable provider is tried again. */
const retryAfterSeconds = 5

/** The caller's profile in a program, even in a closed program, so that stored cards can always be removed. */
export async function requireProfile(ctx: CustomerContext, programId: string): Promise<ProfileToCharge> {
  const [profile] = await profileToCharge(ctx.db, { customer_id: ctx.actor.customer_id, program_id: programId })
  if (!profile) throw new ApiError('not_found', { param: 'program_id' })
  return profile
}

/** The caller's profile in a program that takes cards. */
export async function requireProfileToCharge(ctx: CustomerContext, programId: string): Promise<ProfileToCharge> {
  const profile = await requireProfile(ctx, programId)
  if (profile.program.billing_status === 'cancelled') throw new ApiError('not_found', { param: 'program_id' })
  return profile
}

/** Refuses to store a card with a program that accepts none, or for an unconfirmed address. */
export function checkMayStore({ program, user }: ProfileToCharge, param: string): void {
  if (program.features.online_payments !== true) throw new ApiError('feature_disabled', { param })
  if (!user.is_email_verified) throw new ApiError('email_not_verified', { param })
}

/** The provider's customer record of a profile, created when the first card is stored. */
async function providerCustomer(ctx: Ctx, toCharge: ProfileToCharge): Promise<string> {
  return toCharge.profile.payment_provider_id ?? makeCustomer(ctx, toCharge, null)
}

/**
 * Calls the provider with its customer record of a profile. A record that the provider does not have, because it was
 * deleted there or belongs to another account or mode, is replaced, without its cards.
 */
export async function withProviderCustomer<Answer>(
  ctx: Ctx,
  toCharge: ProfileToCharge,
  call: (customer: string) => Promise<Answer>,
): Promise<Answer> {
  const customer = await providerCustomer(ctx, toCharge)
  try {
    return await call(customer)
  } catch (error) {
    if (!(error instanceof UnknownCustomer)) throw error
    ctx.log('customer_not_at_provider')
    return call(await makeCustomer(ctx, toCharge, customer))
  }
}

async function makeCustomer(ctx: Ctx, toCharge: ProfileToCharge, replaces: string | null): Promise<string> {
  const { profile, user, program } = toCharge
  const { id } = await reachProvider(ctx, async () =>
    paymentProvider(ctx.env).createCustomer({
      key: profile.id,
      replaces,
      email: user.email,
      name: `${user.first_name} ${user.last_name}`,
      account: program.account,
      now: ctx.now,
    }),
  )
  await commit(ctx, [
    ...(replaces === null ? [] : [markAllDetached(ctx.db, profile.id, ctx.now)]),
    insertProviderCustomer(ctx.db, {
      id,
      customer_profile_id: profile.id,
      provider: paymentProvider(ctx.env).name,
      account: program.account,
      created: ctx.now,
    }),
    setProviderCustomer(ctx.db, profile.id, { id, replaces }),
  ])
  return id
}

/**
 * Deletes the customer record of an erased account at the provider: name, address and cards. A record at a provider
 * other than the configured one cannot be reached.
 */
export async function forgetProviderCustomer(ctx: Ctx, id: string): Promise<void> {
  const [customer] = await providerCustomerById(ctx.db, id)
  if (!customer || customer.forgotten_at !== null) return
  if (customer.provider === paymentProvider(ctx.env).name)
    await paymentProvider(ctx.env).forgetCustomer({ customer: id, account: customer.account, now: ctx.now })
  await commit(ctx, [markCustomerForgotten(ctx.db, id, ctx.now)])
}

/**
 * Deletes the customer records of a program at the provider, before the rows that name them are deleted. A record
 * exists without a card if a card was entered but not stored.
 */
export async function forgetCustomersOfProgram(ctx: Ctx, program_id: string): Promise<void> {
  for (const { id } of await providerCustomersOfProgram(ctx.db, program_id))
    await reachProvider(ctx, async () => forgetProviderCustomer(ctx, id))
}

/** Calls the provider for something that charges nothing. Throws with a retry time if it is out of reach. */
export async function reachProvider<Answer>(ctx: Ctx, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ProviderRefusalError) {
      await recordCardsRefused(ctx, error)
      throw new ApiError('payment_failed', {}, 'cards_unavailable')
    }
    if (!(error instanceof ProviderUnreachable)) throw error
    ctx.log('provider_unreachable', { reason: error.code })
    throw new ApiError('unavailable', { retryAfterSeconds })
  }
}
