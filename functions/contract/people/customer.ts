import * as z from 'zod/mini'
import { Id, Phone, Timezone } from '../field-rules.ts'
import { Card } from '../card.ts'
import { Address, AddressInput } from './address.ts'

/** An address as it is stored with its customer. */
export type StoredAddress = Address & { id: string }
/** Maximum number of addresses of a customer. */
export const maxAddresses = 10

/** One address of a customer, in the calls for single addresses. */
export const CustomerAddress = z.strictObject({
  id: z.string(),
  object: z.literal('customer_address'),
  ...Address.shape,
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

/** A customer of the API. */
export const Customer = z.strictObject({
  id: z.string(),
  object: z.literal('customer'),
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  has_active_membership: z.boolean(),
  addresses: z.array(Address),
  phones: z.array(z.string()),
  timezone: z.string(),
  created: z.string(),
  updated: z.string(),
})
export type Customer = z.infer<typeof Customer>

const ignored = z.optional(z.unknown())
/** Body of POST customer_addresses, and of PUT customer_addresses/{address_id}: present fields change. */
export const CustomerAddressRequest = z.strictObject({ ...AddressInput.shape, id: ignored, object: ignored })
export type CustomerAddressRequest = z.infer<typeof CustomerAddressRequest>
/** Body of PUT profile/customer_addresses/{address_id}: missing fields stay. */
export const UpdateCustomerAddressRequest = z.strictObject({
  ...CustomerAddressRequest.shape,
  address_line_1: z.optional(AddressInput.shape.address_line_1),
  city: z.optional(AddressInput.shape.city),
})
export type UpdateCustomerAddressRequest = z.infer<typeof UpdateCustomerAddressRequest>
export const InAddress = z.strictObject({ address_id: Id })

/** Body of POST and PUT customer. */
export const CustomerRequest = z.strictObject({
  addresses: z.optional(z.array(AddressInput).check(z.maxLength(maxAddresses))),
  phones: z.optional(z.array(Phone).check(z.maxLength(10))),
  timezone: z.optional(Timezone),
})
/** Body of PUT profile/customer: addresses, phones, time zone; missing fields stay. */
export const UpdateCustomerRequest = z.strictObject({
  ...CustomerRequest.shape,
  id: ignored,
  object: ignored,
  user_id: ignored,
  first_name: ignored,
  last_name: ignored,
  email: ignored,
  has_active_membership: ignored,
  created: ignored,
  updated: ignored,
})
export type CustomerRequest = z.infer<typeof CustomerRequest>

/** A stored card. */
export const PaymentSource = z.strictObject({
  id: z.string(),
  object: z.literal('payment_source'),
  ...Card.shape,
})
export type PaymentSource = z.infer<typeof PaymentSource>

/** CustomerProfile: the customer in one program. 404 until POST programs/{program_id}. */
export const CustomerProfile = z.strictObject({
  id: z.string(),
  object: z.literal('customer_profile'),
  customer_id: z.string(),
  program_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  payment_provider: z.nullable(z.string()),
  payment_provider_id: z.nullable(z.string()),
  default_source: z.nullable(z.string()),
  sources: z.array(PaymentSource),
  is_email_verified: z.boolean(),
  is_subscribed: z.boolean(),
  has_active_membership: z.boolean(),
  addresses: z.array(Address),
  unsubscribed: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
})
export type CustomerProfile = z.infer<typeof CustomerProfile>

/** The customer who placed an order or has a registration, in brief. */
export const CustomerProfileBrief = z.strictObject({
  id: z.string(),
  customer_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
export type CustomerProfileBrief = z.infer<typeof CustomerProfileBrief>

/** The contact details of a customer, for their organisation. */
export const OrganiserContact = z.strictObject({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
})
export type OrganiserContact = z.infer<typeof OrganiserContact>

/** Body of POST profile/programs/{program_id}; marketing consent is never assumed. */
export const JoinProgramRequest = z.strictObject({
  program_id: z.optional(z.string()),
  is_subscribed: z.optional(z.boolean()),
})
