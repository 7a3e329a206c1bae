import { instant } from '../../contract/instant.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Address } from '../../contract/people/address.ts'
import type { Customer, CustomerProfile, StoredAddress } from '../../contract/people/customer.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { type CustomerRow, findCustomer, type ProfileRow } from './customer-rows.ts'
import { showSource } from './show-source.ts'

type SourceColumns = Parameters<typeof showSource>[0]

/** The caller's customer; throws for a closed account. */
export async function requireCustomer(ctx: CustomerContext): Promise<CustomerRow> {
  const [row] = await findCustomer(ctx, ctx.actor.customer_id, ctx.actor.delegation?.program_id)
  return activeCustomer(row)
}

/** The customer of a row; throws when it is missing or inactive. */
export function activeCustomer(row: CustomerRow | undefined): CustomerRow {
  if (!row) throw new ApiError('not_authenticated')
  if (!row.user.is_active) throw new ApiError('account_inactive')
  return row
}

/** GET profile/customer. */
export async function readCustomer(ctx: CustomerContext): Promise<Customer> {
  return customerOf(await requireCustomer(ctx))
}

/** Builds the customer of the API. */
export function customerOf({ customer, user, is_member }: CustomerRow): Customer {
  return {
    id: customer.id,
    object: 'customer',
    user_id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    has_active_membership: is_member === 1,
    addresses: withoutIds(customer.addresses),
    phones: customer.phones,
    timezone: customer.timezone,
    created: instant(customer.created),
    updated: instant(customer.updated),
  }
}

const withoutIds = (addresses: readonly StoredAddress[]): Address[] => addresses.map(({ id: _, ...address }) => address)

/**
 * Builds the profile of the API: a customer in one program, with the cards stored at the current provider. A client that
 * may not pay sees no cards.
 */
export function profileOf(ctx: CustomerContext, { profile, customer, user, ...row }: ProfileRow): CustomerProfile {
  const paymentProvider = ctx.env.PAYMENT_PROVIDER
  const { delegation } = ctx.actor
  const seesCards = !delegation || delegation.scopes.includes('pay')
  const sources = (JSON.parse(row.sources) as SourceColumns[])
    .filter(({ provider }) => seesCards && provider === paymentProvider)
    .map((source) => showSource({ ...source, is_default: Boolean(source.is_default) }))
  return {
    id: profile.id,
    object: 'customer_profile',
    customer_id: customer.id,
    program_id: profile.program_id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    phone: user.phone,
    payment_provider: paymentProvider,
    payment_provider_id: seesCards ? profile.payment_provider_id : null,
    default_source: sources.find(({ is_default }) => is_default)?.id ?? null,
    sources,
    is_email_verified: user.is_email_verified,
    is_subscribed: profile.is_subscribed,
    has_active_membership: profile.has_active_membership,
    addresses: withoutIds(customer.addresses),
    unsubscribed: instant(profile.unsubscribed),
    created: instant(profile.created),
    updated: instant(profile.updated),
  }
}
