import { Hono } from 'hono'
import * as z from 'zod/mini'
import { InProgram } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import {
  Customer,
  CustomerAddress,
  CustomerAddressRequest,
  CustomerProfile,
  CustomerRequest,
  InAddress,
  JoinProgramRequest,
  UpdateCustomerAddressRequest,
  UpdateCustomerRequest,
} from '../../contract/people/customer.ts'
import { listOf, paging } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { addAddress, changeAddress, deleteAddress, listAddresses, readAddress } from './customer-addresses.ts'
import { joinProgram } from './join-program.ts'
import { readCustomer } from './show-customer.ts'
import { listProfilesOfCustomer, readProfile } from './read-profile.ts'
import { updateCustomer } from './update-customer.ts'

const tag = 'Customer'
const addressErrors = [
  'required',
  'too_long',
  'invalid_phone',
  'invalid_postcode',
  'invalid_region',
  'invalid_option',
  'invalid_timezone',
  'unknown_parameter',
] as const
const AddressListQuery = z.strictObject({ ...paging, sort: z._default(z.enum(['created']), 'created') })
const ProfileListQuery = z.strictObject({ ...paging, sort: z._default(z.enum(['created']), 'created') })

/** The caller's customer: `/v1/profile/customer`. */
export const customerV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ summary: 'Show the customer', tag, caller: 'customer', answers: { 200: Customer } }),
    signedIn,
    async (c) => c.json(await readCustomer(c.var.ctx), 200),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Change the customer that sign-up made',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Customer },
      errors: [...addressErrors],
    }),
    signedIn,
    validate('json', CustomerRequest),
    idempotent,
    async (c) => c.json(await updateCustomer(c.var.ctx, c.req.valid('json')), 200),
  )
  .put(
    '/',
    describeRoute({
      summary: 'Change addresses, phones, time zone',
      tag,
      caller: 'customer',
      answers: { 200: Customer },
      errors: [...addressErrors],
    }),
    signedIn,
    validate('json', UpdateCustomerRequest),
    async (c) => c.json(await updateCustomer(c.var.ctx, c.req.valid('json')), 200),
  )
export type CustomerV1 = typeof customerV1

/** The caller's addresses: `/v1/profile/customer_addresses`. */
export const customerAddressesV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ summary: 'Your addresses', tag, caller: 'customer', answers: { 200: listOf(CustomerAddress) } }),
    signedIn,
    validate('query', AddressListQuery),
    async (c) => c.json(await listAddresses(c.var.ctx, c.req.valid('query')), 200),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Add an address',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: CustomerAddress },
      errors: [...addressErrors, 'out_of_range'],
    }),
    signedIn,
    validate('json', CustomerAddressRequest),
    idempotent,
    async (c) => c.json(await addAddress(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/:address_id',
    describeRoute({ summary: 'One of your addresses', tag, caller: 'customer', answers: { 200: CustomerAddress } }),
    signedIn,
    validate('param', InAddress),
    async (c) => c.json(await readAddress(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/:address_id',
    describeRoute({
      summary: 'Change an address',
      tag,
      caller: 'customer',
      answers: { 200: CustomerAddress },
      errors: [...addressErrors, 'state_conflict'],
    }),
    signedIn,
    validate('param', InAddress),
    validate('json', UpdateCustomerAddressRequest),
    async (c) => c.json(await changeAddress(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .delete(
    '/:address_id',
    describeRoute({
      summary: 'Delete an address',
      tag,
      caller: 'customer',
      answers: { 200: CustomerAddress },
      errors: ['state_conflict'],
    }),
    signedIn,
    validate('param', InAddress),
    async (c) => c.json(await deleteAddress(c.var.ctx, c.req.valid('param')), 200),
  )
export type CustomerAddressesV1 = typeof customerAddressesV1

/** The caller's profile in each program: `/v1/profile/programs`. */
export const customerProgramsV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'List the programs joined',
      tag,
      caller: 'customer',
      answers: { 200: listOf(CustomerProfile) },
    }),
    signedIn,
    validate('query', ProfileListQuery),
    async (c) => c.json(await listProfilesOfCustomer(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/:program_id',
    describeRoute({
      summary: 'Show the customer in one program',
      tag,
      caller: 'customer',
      answers: { 200: CustomerProfile },
    }),
    signedIn,
    validate('param', InProgram),
    async (c) => c.json(await readProfile(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:program_id',
    describeRoute({
      summary: 'Join a program',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: CustomerProfile, 201: CustomerProfile },
      errors: ['email_not_verified'],
    }),
    signedIn,
    validate('param', InProgram),
    validate('json', JoinProgramRequest),
    idempotent,
    async (c) => {
      const { program_id } = c.req.valid('param')
      const { program_id: named = program_id, ...input } = c.req.valid('json')
      if (named !== program_id) throw new ApiError('invalid_parameter', { param: 'program_id' })
      const { isNew, answer } = await joinProgram(c.var.ctx, { ...input, program_id })
      return c.json(answer, isNew ? 201 : 200)
    },
  )
export type CustomerProgramsV1 = typeof customerProgramsV1
