import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader, nameFields } from '../../platform/database/attendee-visibility.ts'
import {
  accountBalances,
  accountDeletions,
  attendees,
  bookings,
  customerProfiles,
  dataExports,
  eventGroups,
  files,
  groupPlaces,
  memberships,
  orders,
  receipts,
  programs,
  providerCustomers,
  registrations,
  relations,
  supportReports,
  users,
} from '../../platform/database/tables.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type DataExportRow = typeof dataExports.$inferSelect
export type AccountDeletionRow = typeof accountDeletions.$inferSelect

/** The named program, or the one that the customer joined last. */
export const programFor = (ctx: Ctx, input: { customer_id: string; program_id: string | null }) =>
  ctx.db
    .select({ id: programs.id })
    .from(programs)
    .where(
      input.program_id === null
        ? sql`${programs.id} = coalesce((SELECT p.program_id FROM customer_profiles AS p WHERE p.customer_id = ${input.customer_id} ORDER BY p.created DESC LIMIT 1),
            (SELECT min(first.id) FROM programs AS first))`
        : eq(programs.id, input.program_id),
    )

export const insertExport = (ctx: Ctx, row: typeof dataExports.$inferInsert): Statement =>
  ctx.db.insert(dataExports).values(row).onConflictDoNothing()
export const latestExport = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select()
    .from(dataExports)
    .where(eq(dataExports.customer_id, customer_id))
    .orderBy(desc(dataExports.created), desc(dataExports.id))
    .limit(1)
export const exportById = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ export: dataExports, user: users })
    .from(dataExports)
    .innerJoin(users, eq(users.id, dataExports.user_id))
    .where(eq(dataExports.id, id))
export const markExportReady = (ctx: Ctx, id: string, input: { size: number; expires_at: number }): Statement =>
  ctx.db
    .update(dataExports)
    .set({ status: 'ready', ...input })
    .where(and(eq(dataExports.id, id), eq(dataExports.status, 'requested')))
export const setExportKey = (ctx: Ctx, id: string, key_sealed: string): Statement =>
  ctx.db
    .update(dataExports)
    .set({ key_sealed })
    .where(and(eq(dataExports.id, id), isNull(dataExports.key_sealed)))
/** Expired archives. */
export const exportsToSweep = (ctx: Ctx) =>
  ctx.db
    .select({ id: dataExports.id, storage_key: dataExports.storage_key })
    .from(dataExports)
    .where(and(sql`${dataExports.status} = 'ready'`, lte(dataExports.expires_at, ctx.now)))
    .limit(100)
export const expireExports = (ctx: Ctx, ids: readonly string[]): Statement =>
  ctx.db
    .update(dataExports)
    .set({ status: 'expired', key_sealed: null })
    .where(inArray(dataExports.id, [...ids]))
export const exportsOf = (ctx: Ctx, customer_id: string) =>
  ctx.db.select().from(dataExports).where(eq(dataExports.customer_id, customer_id))

/** A person's customer records at card providers, which have their name and address. */
export const providerCustomersOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ id: providerCustomers.id })
    .from(providerCustomers)
    .innerJoin(customerProfiles, eq(customerProfiles.id, providerCustomers.customer_profile_id))
    .where(and(eq(customerProfiles.customer_id, customer_id), isNull(providerCustomers.forgotten_at)))

/** The archive's data in addition to the calls' responses: paid orders, reports and uploaded files. */
export const paidOrderIds = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ id: orders.id, receipt_number: orders.receipt_number })
    .from(orders)
    .where(and(eq(orders.customer_id, customer_id), eq(orders.status, 'paid')))
    .orderBy(asc(orders.created))
/** The receipts and credit notes of all orders of a customer, by order. */
export const receiptsOfCustomer = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select(getTableColumns(receipts))
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.order_id))
    .where(eq(orders.customer_id, customer_id))
    .orderBy(asc(orders.created), asc(receipts.issued_at), asc(receipts.number))
export const reportsOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select()
    .from(supportReports)
    .where(eq(supportReports.customer_id, customer_id))
    .orderBy(asc(supportReports.created))
/** A customer's reasons for leaving each joined program's news, with their own words if any. */
export const unsubscribeReasonsOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({
      program_id: customerProfiles.program_id,
      unsubscribe_reason: customerProfiles.unsubscribe_reason,
      unsubscribe_reason_other: customerProfiles.unsubscribe_reason_other,
    })
    .from(customerProfiles)
    .where(eq(customerProfiles.customer_id, customer_id))
/** The groups of events that the customer's places are in. */
export const groupsOfCustomer = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ registration_id: groupPlaces.registration_id, group: eventGroups.name })
    .from(registrations)
    .innerJoin(groupPlaces, eq(groupPlaces.registration_id, registrations.id))
    .innerJoin(eventGroups, eq(eventGroups.id, groupPlaces.group_id))
    .where(eq(registrations.customer_id, customer_id))
/** The customer's relation to a family member. */
export const relationOf = (ctx: CustomerContext, attendee_id: string) =>
  ctx.db
    .select({ rights: relations.rights })
    .from(relations)
    .where(and(eq(relations.customer_id, ctx.actor.customer_id), eq(relations.attendee_id, attendee_id)))
export const storedFilesOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select()
    .from(files)
    .where(and(eq(files.customer_id, customer_id), eq(files.status, 'stored')))
    .orderBy(asc(files.created))

/** A customer's positive or negative balances. */
export const balancesLeft = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({
      program_id: programs.id,
      program_name: programs.name,
      amount: accountBalances.amount,
      currency: accountBalances.currency,
      country: programs.country,
    })
    .from(customerProfiles)
    .innerJoin(accountBalances, eq(accountBalances.customer_profile_id, customerProfiles.id))
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .where(and(eq(customerProfiles.customer_id, customer_id), ne(accountBalances.amount, 0)))
    .orderBy(asc(programs.name), asc(accountBalances.currency))

/** Memberships that have not ended. */
export const openMembershipsOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({
      membership_id: memberships.id,
      program_id: memberships.program_id,
      status: memberships.status,
      period_end_on: memberships.period_end_on,
    })
    .from(memberships)
    .where(and(eq(memberships.customer_id, customer_id), isNull(memberships.ended_at)))

/** Places, held or promised, that have not ended; without lapsed holds. */
export const upcomingOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({
      registration_id: registrations.id,
      program_id: registrations.program_id,
      attendee: attendeeSeenBy(customerReader(ctx.db, customer_id), nameFields, { booked: 'registrations' }),
      title: bookings.title,
      translations: bookings.translations,
      starts_at: bookings.starts_at,
      timezone: bookings.timezone,
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .where(
      and(
        eq(registrations.customer_id, customer_id),
        sql`${bookings.ends_at} >= ${ctx.now}`,
        sql`(${registrations.status} IN ${statusList(registrationStates.expected)} OR (${registrations.status} = 'pending' AND (${registrations.hold_expires_at} >= ${ctx.now}
          OR EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = ${registrations.order_id} AND p.status IN ${statusList(paymentStates.live)}))))`,
      ),
    )
    .orderBy(asc(bookings.starts_at))
    .limit(100)

export const insertDeletion = (ctx: Ctx, row: typeof accountDeletions.$inferInsert): Statement =>
  ctx.db.insert(accountDeletions).values(row).onConflictDoNothing()
export const openDeletion = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select()
    .from(accountDeletions)
    .where(and(eq(accountDeletions.customer_id, customer_id), isNull(accountDeletions.withdrawn_at)))
/** The deletion that is open, or the one that was withdrawn last. */
export const lastDeletion = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select()
    .from(accountDeletions)
    .where(eq(accountDeletions.customer_id, customer_id))
    .orderBy(sql`${accountDeletions.withdrawn_at} IS NOT NULL`, desc(accountDeletions.created))
    .limit(1)
export const deletionById = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ deletion: accountDeletions, user: users })
    .from(accountDeletions)
    .innerJoin(users, eq(users.id, accountDeletions.user_id))
    .where(eq(accountDeletions.id, id))
/** Withdraws the deletion. The batch must then abort if no row changed. */
export const withdrawDeletion = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(accountDeletions)
    .set({ withdrawn_at: ctx.now })
    .where(
      and(eq(accountDeletions.id, id), isNull(accountDeletions.withdrawn_at), isNull(accountDeletions.completed_at)),
    )
/** Completes the deletion. The batch must then abort if no row changed. */
export const completeDeletion = (ctx: Ctx, id: string): Statement =>
  ctx.db
    .update(accountDeletions)
    .set({ completed_at: ctx.now, records_due_at: ctx.now })
    .where(
      and(eq(accountDeletions.id, id), isNull(accountDeletions.withdrawn_at), isNull(accountDeletions.completed_at)),
    )
export const dueDeletions = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(accountDeletions)
    .where(
      and(
        lte(accountDeletions.erase_at, ctx.now),
        isNull(accountDeletions.withdrawn_at),
        isNull(accountDeletions.completed_at),
      ),
    )
    .orderBy(asc(accountDeletions.erase_at))
    .limit(20)
/** Postpones the deletion by a day, because of a new booking. */
export const postponeDeletion = (ctx: Ctx, id: string, erase_at: number): Statement =>
  ctx.db.update(accountDeletions).set({ erase_at }).where(eq(accountDeletions.id, id))
