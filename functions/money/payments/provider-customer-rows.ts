import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { customerProfiles, paymentSources, providerCustomers } from '../../platform/database/tables.ts'

/** Stores a customer of the provider, once. */
export const insertProviderCustomer = (db: Db, row: typeof providerCustomers.$inferInsert): Statement =>
  db.insert(providerCustomers).values(row).onConflictDoNothing()

/** A customer of the provider, by its id there. */
export const providerCustomerById = (db: Db, id: string) =>
  db.select().from(providerCustomers).where(eq(providerCustomers.id, id))

/** The customers of the provider that a program's customers have and that were not deleted there. */
export const providerCustomersOfProgram = (db: Db, program_id: string) =>
  db
    .select({ id: providerCustomers.id })
    .from(providerCustomers)
    .innerJoin(customerProfiles, eq(customerProfiles.id, providerCustomers.customer_profile_id))
    .where(and(eq(customerProfiles.program_id, program_id), isNull(providerCustomers.forgotten_at)))

export const markCustomerForgotten = (db: Db, id: string, now: number): Statement =>
  db.update(providerCustomers).set({ forgotten_at: now }).where(eq(providerCustomers.id, id))

/**
 * Sets the provider customer of a profile, unless a concurrent request has replaced the former provider customer
 * already.
 */
export const setProviderCustomer = (
  db: Db,
  profileId: string,
  { id, replaces }: { id: string; replaces: string | null },
): Statement =>
  db
    .update(customerProfiles)
    .set({ payment_provider_id: id })
    .where(
      and(
        eq(customerProfiles.id, profileId),
        replaces === null
          ? isNull(customerProfiles.payment_provider_id)
          : eq(customerProfiles.payment_provider_id, replaces),
      ),
    )

/** Marks every card of a profile as removed, because the provider does not have their customer. */
export const markAllDetached = (db: Db, profileId: string, now: number): Statement =>
  db
    .update(paymentSources)
    .set({ detached_at: now, is_default: false, updated: now })
    .where(and(eq(paymentSources.customer_profile_id, profileId), isNull(paymentSources.detached_at)))
