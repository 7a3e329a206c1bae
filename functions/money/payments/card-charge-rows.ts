import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { cardChargeConsents, programs } from '../../platform/database/tables.ts'

type Whose = { customer_id: string; program_id: string }
export type ConsentRow = typeof cardChargeConsents.$inferSelect

const isCurrent = ({ customer_id, program_id }: Whose) =>
  and(
    eq(cardChargeConsents.customer_id, customer_id),
    eq(cardChargeConsents.program_id, program_id),
    isNull(cardChargeConsents.withdrawn_at),
  )

/** What a program asks its customers to agree to. */
export const chargesOfProgram = (db: Db, program_id: string) =>
  db
    .select({
      features: programs.features,
      selling: programs.selling,
      currency: programs.default_currency,
      country: programs.country,
    })
    .from(programs)
    .where(eq(programs.id, program_id))

/** The consent of a customer, unless it was withdrawn. */
export const currentConsent = (db: Db, whose: Whose) => db.select().from(cardChargeConsents).where(isCurrent(whose))

/** Every consent that a customer gave, the newest first. */
export const everyConsentOf = (db: Db, customer_id: string) =>
  db
    .select()
    .from(cardChargeConsents)
    .where(eq(cardChargeConsents.customer_id, customer_id))
    .orderBy(desc(cardChargeConsents.agreed_at))

export const insertConsent = (db: Db, row: ConsentRow): Statement => db.insert(cardChargeConsents).values(row)

export const withdrawConsent = (db: Db, whose: Whose, now: number): Statement =>
  db.update(cardChargeConsents).set({ withdrawn_at: now }).where(isCurrent(whose))
