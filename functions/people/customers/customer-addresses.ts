import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import type { Address, AddressInput } from '../../contract/people/address.ts'
import {
  type CustomerAddress,
  type CustomerAddressRequest,
  type UpdateCustomerAddressRequest,
  maxAddresses,
  type StoredAddress,
} from '../../contract/people/customer.ts'
import { type List, list } from '../../contract/paging.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { addressesOf, deleteAddressRow, insertAddress, replaceAddress } from './address-rows.ts'
import { checkAddress } from './check-address.ts'

type InAddress = { address_id: string }
type ListInput = { limit: number; skip: number; order: 'asc' | 'desc' }

/** GET customer_addresses: the caller's addresses, in the order they were added. */
export async function listAddresses(ctx: CustomerContext, input: ListInput): Promise<List<CustomerAddress>> {
  const addresses = await ownAddresses(ctx)
  const ordered = input.order === 'asc' ? addresses : addresses.toReversed()
  return list(ordered.slice(input.skip, input.skip + input.limit).map(showAddress), addresses.length, input)
}

/** GET customer_addresses/{id}: one address of the caller. */
export async function readAddress(ctx: CustomerContext, { address_id }: InAddress): Promise<CustomerAddress> {
  return showAddress(await ownAddress(ctx, address_id))
}

/** POST customer_addresses: adds an address, checked by the rules of its country. */
export const addAddress = (ctx: CustomerContext, input: CustomerAddressRequest): Promise<CustomerAddress> =>
  retryOnConflict(async () => {
    const addresses = await ownAddresses(ctx)
    if (addresses.length >= maxAddresses) throw new ApiError('out_of_range', { param: 'addresses' })

    const address = { id: ctx.newId('adr'), ...checked(ctx, input) }
    ctx.request.setCreatedLocation(`/v1/profile/customer_addresses/${address.id}`)
    await commit(ctx, [insertAddress(ctx, ctx.actor.customer_id, address), guard(ctx.db, 'state')])
    return showAddress(address)
  })

/** PUT customer_addresses/{id}: changes the given fields, then checks the whole address. */
export const changeAddress = (
  ctx: CustomerContext,
  { address_id, ...input }: InAddress & UpdateCustomerAddressRequest,
): Promise<CustomerAddress> =>
  retryOnConflict(async () => {
    const { id, ...before } = await ownAddress(ctx, address_id)
    const address = { id, ...checked(ctx, mergedAddress(before, input)) }
    await commit(ctx, [replaceAddress(ctx, ctx.actor.customer_id, address), guard(ctx.db, 'state')])
    return showAddress(address)
  })

/** DELETE customer_addresses/{id}: returns the deleted address. */
export const deleteAddress = (ctx: CustomerContext, { address_id }: InAddress): Promise<CustomerAddress> =>
  retryOnConflict(async () => {
    const address = await ownAddress(ctx, address_id)
    await commit(ctx, [deleteAddressRow(ctx, ctx.actor.customer_id, address_id), guard(ctx.db, 'state')])
    return showAddress(address)
  })

/** When the country or region changes, the codes of the old country or region are cleared. */
function mergedAddress(before: Address, input: UpdateCustomerAddressRequest): AddressInput {
  const isMoved = input.country !== undefined || input.country_short_code !== undefined
  const isOtherRegion = isMoved || input.region !== undefined
  const kept = {
    ...before,
    ...(isMoved ? { country: null, country_short_code: null } : {}),
    ...(isOtherRegion ? { region_short_code: null } : {}),
    ...(isMoved ? { region: null } : {}),
  }
  return {
    ...kept,
    ...input,
    address_line_1: input.address_line_1 ?? before.address_line_1 ?? '',
    city: input.city ?? before.city ?? '',
  }
}

function checked(ctx: CustomerContext, input: AddressInput): Address {
  const answer = checkAddress(input, 'address')
  if (answer.ok) return answer.address
  const failures = answer.failures.map(({ type, param }) => ({ type, param: param.replace(/^address\./, '') }))
  throw new ApiError(failures[0]?.type as ErrorType, {
    param: failures[0]?.param ?? null,
    errors: failures.map((each) => ({ ...each, message: fieldSentence(each.type, ctx.language) })),
  })
}

async function ownAddresses(ctx: CustomerContext): Promise<StoredAddress[]> {
  const [row] = await addressesOf(ctx, ctx.actor.customer_id)
  return row?.addresses ?? []
}

async function ownAddress(ctx: CustomerContext, addressId: string): Promise<StoredAddress> {
  const address = (await ownAddresses(ctx)).find(({ id }) => id === addressId)
  if (!address) throw new ApiError('not_found', { param: 'address_id' })
  return address
}

const showAddress = ({ id, ...address }: StoredAddress): CustomerAddress => ({
  id,
  object: 'customer_address',
  ...address,
})
