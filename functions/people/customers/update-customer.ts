import { phoneNumber } from './phone-number.ts'
import { ApiError, type ErrorType, type FieldError } from '../../contract/api-error.ts'
import type { Address } from '../../contract/people/address.ts'
import type { Customer, CustomerRequest, StoredAddress } from '../../contract/people/customer.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { checkAddress } from './check-address.ts'
import { type CustomerRow, findCustomer, findHomeCountry, updateCustomerRow } from './customer-rows.ts'
import { customerOf, requireCustomer } from './show-customer.ts'

/** POST and PUT profile/customer: changes the given fields; sign-up has already created the customer. */
export async function updateCustomer(ctx: CustomerContext, input: CustomerRequest): Promise<Customer> {
  const { customer } = await requireCustomer(ctx)
  const [home] = input.phones ? await findHomeCountry(ctx, customer.id) : []
  const { addresses, phones, failures } = checked(input, home?.country ?? 'CA')
  const [first] = failures
  if (first)
    throw new ApiError(first.type as ErrorType, {
      param: first.param,
      errors: failures.map((each) => ({ ...each, message: fieldSentence(each.type, ctx.language) })),
    })

  const change = {
    ...(addresses ? { addresses: withIds(ctx, addresses, customer.addresses) } : {}),
    ...(phones ? { phones } : {}),
    ...(input.timezone ? { timezone: input.timezone } : {}),
  }
  const [[row]] = await commit(ctx, [updateCustomerRow(ctx, customer.id, change)], findCustomer(ctx, customer.id))
  return customerOf(row as CustomerRow)
}

/** An existing address keeps its id. */
function withIds(
  ctx: CustomerContext,
  addresses: readonly Address[],
  before: readonly StoredAddress[],
): StoredAddress[] {
  const left = [...before]
  return addresses.map((address) => {
    const index = left.findIndex(({ id: _, ...each }) => JSON.stringify(each) === JSON.stringify(address))
    const [existing] = index < 0 ? [] : left.splice(index, 1)
    return { ...address, id: existing?.id ?? ctx.newId('adr') }
  })
}

function checked(input: CustomerRequest, country: string) {
  const failures: Pick<FieldError, 'type' | 'param'>[] = []
  const addresses = input.addresses?.flatMap((each, index): Address[] => {
    const answer = checkAddress(each, `addresses[${index}]`)
    if (answer.ok) return [answer.address]
    failures.push(...answer.failures)
    return []
  })
  const phones = input.phones?.flatMap((each, index) => {
    const number = phoneNumber(each, country)
    if (number === null) failures.push({ type: 'invalid_phone', param: `phones[${index}]` })
    return number === null ? [] : [number]
  })
  return { addresses, phones: phones && [...new Set(phones)], failures }
}
