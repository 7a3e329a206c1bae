import { and, eq, sql } from 'drizzle-orm'
import { maxAddresses, type StoredAddress } from '../../contract/people/customer.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { customers } from '../../platform/database/tables.ts'

/** The addresses of a customer, in the order they were added. */
export const addressesOf = (ctx: Ctx, customerId: string) =>
  ctx.db.select({ addresses: customers.addresses }).from(customers).where(eq(customers.id, customerId))

const place = (addressId: string) =>
  sql`'$[' || (SELECT a.key FROM json_each(${customers.addresses}) AS a WHERE a.value ->> '$.id' = ${addressId}) || ']'`
const has = (addressId: string) =>
  sql`EXISTS (SELECT 1 FROM json_each(${customers.addresses}) AS a WHERE a.value ->> '$.id' = ${addressId})`

/** Appends an address if the limit allows it. The batch must then abort if no row changed. */
export const insertAddress = (ctx: Ctx, customerId: string, address: StoredAddress): Statement =>
  ctx.db
    .update(customers)
    .set({ addresses: sql`json_insert(addresses, '$[#]', json(${JSON.stringify(address)}))`, updated: ctx.now })
    .where(and(eq(customers.id, customerId), sql`json_array_length(${customers.addresses}) < ${maxAddresses}`))

/** Replaces the address with this id. The batch must then abort if no row changed. */
export const replaceAddress = (ctx: Ctx, customerId: string, address: StoredAddress): Statement =>
  ctx.db
    .update(customers)
    .set({
      addresses: sql`json_set(addresses, ${place(address.id)}, json(${JSON.stringify(address)}))`,
      updated: ctx.now,
    })
    .where(and(eq(customers.id, customerId), has(address.id)))

/** Deletes an address. The batch must then abort if no row changed. */
export const deleteAddressRow = (ctx: Ctx, customerId: string, addressId: string): Statement =>
  ctx.db
    .update(customers)
    .set({ addresses: sql`json_remove(addresses, ${place(addressId)})`, updated: ctx.now })
    .where(and(eq(customers.id, customerId), has(addressId)))
