import { instant } from '../contract/instant.ts'
import { ApiError } from '../contract/api-error.ts'
import type { MembershipPackage, SessionPackage } from '../contract/package.ts'
import { priceOf } from '../pricing/line-price.ts'
import type { MembershipPackageRow, SessionPackageRow } from './package-rows.ts'
import type { sellerOf } from './program-rows.ts'

export type Seller = Awaited<ReturnType<typeof sellerOf>>[number]

/** Who sells packages of a kind; a program that sells none has no such list. */
export function sellerWith(feature: 'sessions' | 'memberships', seller: Seller | undefined): Seller {
  if (seller?.features[feature] !== true) throw new ApiError('not_found')
  return seller
}

/** Builds the wire session package. */
export const showSessionPackage = (row: SessionPackageRow, seller: Seller, language: string): SessionPackage => ({
  object: 'session_package',
  ...shown(row, seller, language),
  terms: row.terms,
})

/** Builds the wire membership package. */
export function showMembershipPackage(row: MembershipPackageRow, seller: Seller, language: string): MembershipPackage {
  const { billing_period, allocated_period, allocate_credits_on_period } = row
  return {
    object: 'membership_package',
    ...shown(row, seller, language),
    billing_period,
    allocated_period,
    allocate_credits_on_period,
    terms: row.terms ?? seller.preferences.default_membership_terms,
  }
}

function shown(
  row: SessionPackageRow | MembershipPackageRow,
  { selling, currency }: Seller,
  language: string,
): Omit<SessionPackage, 'object' | 'terms'> {
  const include_fee = row.include_fee ?? selling.fee.included
  return {
    id: row.id,
    program_id: row.program_id,
    name: row.name,
    description: row.description,
    price: priceOf(row.cost, { ...selling, fee: { ...selling.fee, included: include_fee } }, { currency, language }),
    include_fee,
    allocated_amount: row.allocated_amount,
    is_unlimited: row.is_unlimited,
    expiry_amount: row.expiry_amount,
    expiry_period: row.expiry_period,
    is_discontinued: row.is_discontinued,
    events: row.events,
    num_events: row.num_events,
    created: instant(row.created),
    updated: instant(row.updated),
  }
}
