import { and, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import {
  cardSetups,
  customerProfiles,
  customers,
  paymentSources,
  programs,
  users,
} from '../../platform/database/tables.ts'
import * as cardSetupStates from '../../contract/states/card-setup-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type SourceRow = typeof paymentSources.$inferSelect
export type SetupRow = typeof cardSetups.$inferSelect
// The conditions must be exactly those of their indexes, or SQLite does not use them.
const isOpen = sql`${cardSetups.status} IN ${statusList(cardSetupStates.live)}`
const isUnderWay = sql`${cardSetups.status} IN ${statusList(cardSetupStates.undecided)}`
const isToForget = sql`${paymentSources.detached_at} IS NOT NULL AND ${paymentSources.forgotten_at} IS NULL`
const isStillToMail = sql`${paymentSources.detached_at} IS NULL AND ${paymentSources.expiry_mails} < 2`

const withOwner = {
  profile: customerProfiles,
  user: {
    email: users.email,
    first_name: users.first_name,
    last_name: users.last_name,
    is_email_verified: users.is_email_verified,
  },
  program: {
    id: programs.id,
    features: programs.features,
    billing_status: programs.billing_status,
    account: programs.payment_provider_id,
  },
}

/** A customer's profile in a program, with what the provider is told about the customer. */
export const profileToCharge = (db: Db, by: { customer_id: string; program_id: string }) =>
  db
    .select(withOwner)
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .where(and(eq(customerProfiles.customer_id, by.customer_id), eq(customerProfiles.program_id, by.program_id)))
export type ProfileToCharge = Awaited<ReturnType<typeof profileToCharge>>[number]

/** A card by its id, regardless of owner. */
export const sourceById = (db: Db, id: string) => db.select().from(paymentSources).where(eq(paymentSources.id, id))

/** The cards that a customer has stored with a program, the default first. */
export const sourcesOfProfile = (db: Db, profileId: string) =>
  db
    .select()
    .from(paymentSources)
    .where(and(eq(paymentSources.customer_profile_id, profileId), isNull(paymentSources.detached_at)))
    .orderBy(desc(paymentSources.is_default), desc(paymentSources.created), paymentSources.id)

/** True if a card may be charged without its customer. */
export const isChargeable = ({ refused_at }: Pick<SourceRow, 'refused_at'>): boolean => refused_at === null

export const insertSource = (db: Db, row: typeof paymentSources.$inferInsert): Statement =>
  db.insert(paymentSources).values(row)

/** Stores the card of a payment unless it is stored already; it becomes the default if there is none. */
export const insertSourceOnce = (db: Db, row: typeof paymentSources.$inferInsert): Statement =>
  db
    .insert(paymentSources)
    .values({
      ...row,
      is_default: sql`NOT EXISTS (SELECT 1 FROM payment_sources AS p WHERE p.customer_profile_id = ${row.customer_profile_id} AND p.is_default = 1)`,
    })
    .onConflictDoNothing()

/** Updates a stored card as its provider reports it. A card that was removed in the meantime stays as it is. */
export const changeSource = (db: Db, id: string, change: Partial<typeof paymentSources.$inferInsert>): Statement =>
  db
    .update(paymentSources)
    .set(change)
    .where(and(eq(paymentSources.id, id), isNull(paymentSources.detached_at)))

/** Records that a refused card was charged after all. */
export const markAccepted = (db: Db, id: string): Statement =>
  db
    .update(paymentSources)
    .set({ refused_at: null })
    .where(and(eq(paymentSources.id, id), isNotNull(paymentSources.refused_at)))

/** Clears the default of a profile. */
export const clearDefault = (db: Db, profileId: string): Statement =>
  db
    .update(paymentSources)
    .set({ is_default: false })
    .where(and(eq(paymentSources.customer_profile_id, profileId), eq(paymentSources.is_default, true)))

/** Makes a card the default. The batch must then abort if no row changed. */
export const makeDefault = (db: Db, id: string, now: number): Statement =>
  db
    .update(paymentSources)
    .set({ is_default: true, updated: now })
    .where(and(eq(paymentSources.id, id), isNull(paymentSources.detached_at)))

/** Makes the newest card the default if there is none. */
export const makeNewestDefault = (db: Db, profileId: string, now: number): Statement =>
  db
    .update(paymentSources)
    .set({ is_default: true, updated: now })
    .where(
      sql`${paymentSources.id} = (SELECT p.id FROM payment_sources AS p WHERE p.customer_profile_id = ${profileId} AND p.detached_at IS NULL ORDER BY p.created DESC, p.id LIMIT 1)
        AND NOT EXISTS (SELECT 1 FROM payment_sources AS d WHERE d.customer_profile_id = ${profileId} AND d.is_default = 1)`,
    )

/** Marks a card as removed. The batch must then abort if no row changed. */
export const markDetached = (db: Db, id: string, now: number): Statement =>
  db
    .update(paymentSources)
    .set({ detached_at: now, is_default: false, updated: now })
    .where(and(eq(paymentSources.id, id), isNull(paymentSources.detached_at)))

/** Records that the provider deleted a card, or when that was last tried. */
export async function markForgotten(db: Db, id: string, at: { forgotten_at: number } | { forget_tried_at: number }) {
  await db.update(paymentSources).set(at).where(eq(paymentSources.id, id))
}

/** Removed cards that the provider still has; the card whose deletion was tried longest ago comes first. */
export const sourcesToForget = (db: Db, before: { detached: number; tried: number }) =>
  db
    .select()
    .from(paymentSources)
    .where(
      and(
        isToForget,
        lte(paymentSources.detached_at, before.detached),
        or(isNull(paymentSources.forget_tried_at), lte(paymentSources.forget_tried_at, before.tried)),
      ),
    )
    .orderBy(paymentSources.forget_tried_at, paymentSources.detached_at)
    .limit(50)

/** Cards whose owner is to get the first or second expiry notice. */
export const sourcesToMail = (db: Db, input: { now: number; first: number; second: number }) =>
  db
    .select()
    .from(paymentSources)
    .where(
      and(
        isStillToMail,
        sql`${paymentSources.expires_at} > ${input.now}`,
        or(
          lte(paymentSources.expires_at, input.second),
          and(lte(paymentSources.expires_at, input.first), eq(paymentSources.expiry_mails, 0)),
        ),
      ),
    )
    .orderBy(paymentSources.expires_at)
    .limit(50)

/** Records an expiry notice. The batch must then abort if no row changed. */
export const markMailed = (db: Db, read: SourceRow, mails: number): Statement =>
  db
    .update(paymentSources)
    .set({ expiry_mails: mails })
    .where(and(eq(paymentSources.id, read.id), eq(paymentSources.expiry_mails, read.expiry_mails)))

/** The open attempt to store a card. */
export const openSetup = (db: Db, profileId: string) =>
  db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.customer_profile_id, profileId), isOpen))

export const setupById = (db: Db, id: string) => db.select().from(cardSetups).where(eq(cardSetups.id, id))

export const insertSetup = (db: Db, row: typeof cardSetups.$inferInsert): Statement => db.insert(cardSetups).values(row)

/**
 * Updates an attempt if it is still as read. The batch must then abort if no row changed, unless the change may be
 * lost.
 */
export const changeSetup = (db: Db, read: SetupRow, change: Partial<SetupRow>): Statement =>
  db
    .update(cardSetups)
    .set(change)
    .where(and(eq(cardSetups.id, read.id), eq(cardSetups.status, read.status), eq(cardSetups.attempts, read.attempts)))

/** Attempts whose response was lost or is late, with their owners. */
export const setupsToAsk = (db: Db, before: number) =>
  db
    .select({ setup: cardSetups, account: programs.payment_provider_id })
    .from(cardSetups)
    .innerJoin(customerProfiles, eq(customerProfiles.id, cardSetups.customer_profile_id))
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .where(and(isUnderWay, lte(cardSetups.provider_called_at, before)))
    .orderBy(cardSetups.provider_called_at)
    .limit(50)

/** The account of an attempt, by profile id. */
export const accountOfSetup = (db: Db, profileId: string) =>
  db
    .select({ account: programs.payment_provider_id })
    .from(customerProfiles)
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .where(eq(customerProfiles.id, profileId))

/** A card with its owner, for a mail about it. */
export const ownerOfSource = (db: Db, id: string) =>
  db
    .select({
      source: paymentSources,
      user: { email: users.email, language: users.language, is_active: users.is_active },
      program: { id: programs.id, country: programs.country },
    })
    .from(paymentSources)
    .innerJoin(customerProfiles, eq(customerProfiles.id, paymentSources.customer_profile_id))
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(paymentSources.id, id))
