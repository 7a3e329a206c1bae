import { hourMs } from '../../functions/contract/limits.ts'
import type { Actor, OrganiserClient } from '../../functions/platform/actor.ts'
import { ApiError } from '../../functions/contract/api-error.ts'
import { announcePrices } from '../../functions/money/billing/announce-memberships.ts'
import { buyMembership } from '../../functions/money/billing/buy-membership.ts'
import { cancelMembership, endMembership, keepMembership } from '../../functions/money/billing/change-membership.ts'
import { pauseMembership, resumeMembership } from '../../functions/money/billing/change-by-staff.ts'
import { changeMembershipCard } from '../../functions/money/billing/change-membership-card.ts'
import { advanceMemberships } from '../../functions/money/billing/advance-memberships.ts'
import type { Bindings, CustomerContext, OrganiserContext } from '../../functions/platform/context.ts'
import { makeContext } from '../../functions/platform/make-context.ts'
import { attachSource } from '../../functions/money/payments/attach-source.ts'
import { dayStart } from '../../functions/offering/pricing/billing-period.ts'
import { expireCredits } from '../../functions/booking/session-credits/credit-ledger.ts'
import { migratedD1 } from '../../functions/test-bench/migrated-d1.ts'
import { makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { makeMembershipPackage, makeProgram } from '../../functions/test-bench/programs.ts'
import { dayNumber, dayText } from './membership-days.ts'
import type { Act, Card, SoldPlan } from './membership-reckoning.ts'
import { benchSecrets } from '../../functions/test-bench/stand-ins.ts'

const timezone = 'America/Toronto'
const told = { notify: false, dry_run: false }
const organiser: OrganiserClient = { type: 'organiser_client', client_id: 'bench', program_ids: 'all' }
export type Member = { id: string; person: Person; cards: Record<Card, string> }
export type Kept = {
  id: string
  status: string
  period_start_on: string | null
  period_end_on: string | null
  num_paid: number
  cost: number
  credit_amount: number
  paid: number
  returned: number
  credited: number
  left: number
  granted: number
  least: number
}
export type MembershipWorld = Awaited<ReturnType<typeof openMembershipWorld>>

/** Removes a safeguard for a control: changes the schema or drops statements. */
export type WithoutGuard = { schema?: (sql: string) => string; dropped?: readonly RegExp[] }

/** The product's memberships on a database in this process, with a clock that can skip years. */
export async function openMembershipWorld({ schema, dropped }: WithoutGuard = {}) {
  const DB = await migratedD1({ schema, dropped })
  const env = {
    ...benchSecrets,
    SITE_ORIGIN: 'http://localhost:8787',
    PAYMENT_PROVIDER: 'sandbox',
    MAIL_PROVIDER: 'mailbox',
    RATE_LIMITS: 'wide',
    DB,
  } as unknown as Bindings
  let now = 0
  const world = { env, now: () => now } as unknown as Parameters<typeof makeProgram>[0]
  const at = (day: number, hour: number) => {
    now = dayStart(dayText(day), timezone) + hour * hourMs
  }
  const contextOf = (actor: Actor) => makeContext({ env, now, requestId: crypto.randomUUID(), actor })
  const asCustomer = ({ identity }: Person) =>
    contextOf({ type: 'customer', ...identity, session_id: '' }) as CustomerContext
  const asStaff = () => contextOf(organiser) as OrganiserContext
  const clock = () => contextOf({ type: 'system' })

  at(dayNumber('2027-01-04'), 8)
  const program_id = await makeProgram(world, {
    features: { memberships: true, online_payments: true },
    selling: {
      fee: { percent: 250, fixed: 50, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: false }],
    },
  })
  const sources = { good: 'pm_card_visa', bad: 'pm_card_chargeCustomerFail' } as const
  const inProgram = (member: Member) => ({ program_id, membership_id: member.id })

  return {
    DB,
    at,
    /** Runs several schedulers in parallel. */
    clocks: async (count: number) =>
      Promise.all(Array.from({ length: count }, async () => advanceMemberships(clock()))),
    isDue: async () =>
      (
        await DB.prepare('SELECT 1 FROM memberships WHERE next_step_at IS NOT NULL AND next_step_at <= ?1 LIMIT 1')
          .bind(now)
          .all()
      ).results.length > 0,
    tellPrices: async () => announcePrices(clock()),
    lapse: async () => expireCredits(clock()),
    sell: async ({ every, cost, anchor, trial, times, visits }: SoldPlan) =>
      makeMembershipPackage(world, program_id, {
        billing_period: every,
        cost,
        anchor_day: anchor,
        trial_days: trial,
        num_periods: times,
        is_unlimited: visits === null,
        allocated_amount: visits?.count ?? null,
        allocated_period: visits?.each ?? null,
        allocate_credits_on_period: visits !== null && visits.each !== 'total',
      }),
    reprice: async (package_id: string, cost: number) =>
      DB.prepare('UPDATE membership_packages SET cost = ?2 WHERE id = ?1').bind(package_id, cost).run(),
    buy: async (package_id: string, { start, fallback }: { start: number; fallback: Card }): Promise<Member> => {
      const person = await makeCustomer(world, { programIds: [program_id] })
      const ctx = asCustomer(person)
      const store = async (source_id: string, is_default: boolean) => {
        const attached = await attachSource(ctx, { program_id, source_id, is_default })
        if (attached.type === 'waiting') throw new Error('a bank wants a card to be confirmed')
        return attached.source.id
      }
      const usual = await store(fallback === 'good' ? 'pm_card_mastercard' : sources.bad, true)
      const cards = {
        good: await store(sources.good, false),
        bad: fallback === 'bad' ? usual : await store(sources.bad, false),
      }
      const { id } = await buyMembership(ctx, {
        program_id,
        package_id,
        customer_profile_id: person.profileId(program_id),
        default_payment_method: cards.good,
        start_date: dayText(start),
      })
      return { id, person, cards }
    },
    /** An action of a person. True when the action is allowed. */
    act: async (member: Member, act: Act): Promise<boolean> => {
      const about = inProgram(member)
      const own = asCustomer(member.person)
      const days = act.is === 'hold' ? { from: dayText(act.from), to: act.to === null ? null : dayText(act.to) } : {}
      const acts = {
        card: async () =>
          changeMembershipCard(own, {
            ...about,
            payment_source_id: member.cards[act.is === 'card' ? act.card : 'good'],
          }),
        hold: async () => pauseMembership(asStaff(), { ...about, ...days, ...told }),
        resume: async () => resumeMembership(asStaff(), { ...about, ...told }),
        cancel: async () => cancelMembership(own, about),
        keep: async () => keepMembership(own, about),
        end: async () => endMembership(contextOf(organiser), { ...about, refund: 'unused', actor: organiser }),
        visit: async () => spend(DB, { id: member.id, now, count: act.is === 'visit' ? act.count : 0 }),
      }
      try {
        await acts[act.is]()
        return true
      } catch (error) {
        if (error instanceof ApiError || /constraint failed: credit_not_available|no visits/.test(String(error)))
          return false
        throw error
      }
    },
    /** Every stored membership. */
    books: async (): Promise<Map<string, Kept>> => {
      const { results } = await DB.prepare(booksText).all<Kept>()
      return new Map(results.map((row) => [row.id, row]))
    },
  }
}

// Visits are used in the order in which they expire. The schema rejects a use without a visit left.
async function spend(DB: D1Database, { id, now, count }: { id: string; now: number; count: number }): Promise<void> {
  const { results } = await DB.prepare(
    `INSERT INTO session_credit_entries (id, session_credit_id, kind, amount, dedupe, created)
     SELECT 'cre_' || hex(randomblob(8)), id, 'reserve', -?2, hex(randomblob(8)), ?3 FROM session_credits
     WHERE membership_id = ?1 AND available > 0 AND (expires_at IS NULL OR expires_at > ?3)
     ORDER BY coalesce(expires_at, 9e15) LIMIT 1 RETURNING id`,
  )
    .bind(id, count, now)
    .all()
  if (results.length === 0) throw new Error('no visits')
}

const booksText = `SELECT m.id, m.status, m.period_start_on, m.period_end_on, m.num_paid, m.cost, m.credit_amount,
  coalesce((SELECT sum(o.amount_paid) FROM orders AS o WHERE o.membership_id = m.id OR o.id = m.order_id), 0) AS paid,
  coalesce((SELECT sum(r.amount) FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE o.membership_id = m.id OR o.id = m.order_id), 0) AS returned,
  coalesce((SELECT sum(e.amount) FROM account_balance_entries AS e WHERE e.dedupe = 'hold_credit:' || m.id), 0) AS credited,
  coalesce((SELECT sum(c.available) FROM session_credits AS c WHERE c.membership_id = m.id), 0) AS left,
  coalesce((SELECT sum(c.amount) FROM session_credits AS c WHERE c.membership_id = m.id), 0) AS granted,
  coalesce((SELECT min(min(c.available), min((SELECT sum(e.amount) FROM session_credit_entries AS e WHERE e.session_credit_id = c.id))) FROM session_credits AS c WHERE c.membership_id = m.id AND c.is_unlimited = 0), 0) AS least
  FROM memberships AS m`
