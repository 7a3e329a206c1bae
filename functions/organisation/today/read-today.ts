import { Temporal } from 'temporal-polyfill'
import { money } from '../../contract/display-money.ts'
import { type DeskLinkKind, rightOfLink } from '../../contract/organisation/desk.ts'
import { isReadingOnly } from '../../contract/organisation/rights.ts'
import { deskLink } from '../../delivery/mail/desk-link.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Report } from '../../contract/organisation/reports.ts'
import { maxTodayItems, type NewBooking, type Today } from '../../contract/organisation/today.ts'
import { localize } from '../../contract/texts.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { listUnanswered } from '../../contact/messages/team-messages.ts'
import { listRefundRequests } from '../../money/refunds/show-refund-request.ts'
import type { OrganiserContext, Reach } from '../../platform/context.ts'
import { reachOfCaller, shadeOfCaller } from '../../platform/identity/staff.ts'
import { listOrders } from '../desk/list-orders.ts'
import { type ProgramOfReport, programOf, reportOfProgram } from '../reports/read-report.ts'
import { eventsOfDay, missingWaiversOf } from '../roster/read-day.ts'
import { readFirstDay } from './first-day.ts'
import { disputedPayments, placesSoldSince } from './today-rows.ts'

const page = { limit: maxTodayItems, skip: 0 }
const daysOfSales = 7
const daysOfYear = 364

type Input = { program_id: string }
type Around = Input & { program: ProgramOfReport; today: Temporal.PlainDate }

/**
 * The day of a program for its caller, with two trips to the database: what waits for a person, who comes, and what was
 * sold. What the caller has no right for is null, and what is outside of their events is left out.
 */
export async function readToday(ctx: OrganiserContext, { program_id }: Input): Promise<Today> {
  const reachOf = (right: Parameters<typeof reachOfCaller>[1]) => reachOfCaller(ctx.actor, right)
  const [roster, payments, messages] = [reachOf('roster'), reachOf('money'), reachOf('messages')]
  // A role that only takes payments has no reports.
  const seesSales = payments !== null && payments.shade !== 'take_payments'
  const decides = reachOf('exceptions') !== null
  const [program, first_day, refund_requests, unanswered, disputes] = await Promise.all([
    programOf(ctx, program_id),
    readFirstDay(ctx, { program_id }),
    decides
      ? listRefundRequests(ctx, { program_id, ...page, status: ['requested'], order: 'asc', sort: 'created' })
      : null,
    messages ? listUnanswered(ctx, { program_id, reach: messages, limit: page.limit }) : null,
    decides ? disputedPayments(ctx.db, { program_id, limit: page.limit }) : null,
  ])

  const today = Temporal.PlainDate.from(dayInZone(ctx.now, program.timezone))
  const around = { program_id, program, today }
  const new_since = startOf(today.subtract({ days: 1 }), program)
  const places = roster ?? payments
  const [waivers, events, payments_due, sales, sales_year_ago, new_bookings] = await Promise.all([
    roster
      ? missingWaiversOf(ctx, { program_id, reach: roster, day: today.add({ days: 1 }).toString(), ...page })
      : null,
    roster ? eventsOfDay(ctx, { program_id, reach: roster, day: today.toString() }) : null,
    payments
      ? listOrders(ctx, { program_id, ...page, ...promised, due_before: startOf(today.add({ days: 1 }), program) })
      : null,
    seesSales ? salesUntil(ctx, around, today) : null,
    seesSales ? salesUntil(ctx, around, today.subtract({ days: daysOfYear })) : null,
    places ? newBookings(ctx, around, { since: new_since, reach: places, showsAmounts: payments !== null }) : null,
  ])
  const lists = { refund_requests, messages: unanswered, payments_due, disputes }
  return {
    object: 'today',
    program_id,
    day: today.toString(),
    timezone: program.timezone,
    first_day,
    waivers,
    refund_requests,
    messages: unanswered,
    payments_due,
    disputes: disputes && listOfRows(disputes, (row) => showDispute(ctx, row, program)),
    events,
    sales,
    sales_year_ago,
    new_since: instant(new_since),
    new_bookings,
    links: await linksFor(ctx, { program_id, ...lists }),
  }
}

type Waiting = Pick<Today, 'refund_requests' | 'messages' | 'payments_due'> & {
  program_id: string
  disputes: Disputed[] | null
}
/** The pages on which a member decides what waits, by its id. Who may only look, and a client of the API, get none. */
async function linksFor(ctx: OrganiserContext, { program_id, ...lists }: Waiting): Promise<Today['links']> {
  const { actor, language } = ctx
  const maker = actor.type === 'staff' ? actor.staff_id : null
  if (maker === null) return {}
  const tasks: { kind: DeskLinkKind; id: string; why?: string }[] = [
    ...(lists.refund_requests?.data ?? []).map(({ id }) => ({ kind: 'refund_request' as const, id })),
    ...(lists.messages?.data ?? []).map((message) => ({ kind: 'conversation' as const, id: message.conversation_id })),
    ...(lists.payments_due?.data ?? []).map(({ id }) => ({ kind: 'offline_payment' as const, id })),
    ...(lists.disputes ?? []).map(({ payment_id }) => ({
      kind: 'payment_alert' as const,
      id: payment_id,
      why: 'dispute',
    })),
  ]
  const mayDecide = ({ kind }: { kind: DeskLinkKind }) => {
    const shade = shadeOfCaller(actor, rightOfLink[kind])
    return shade !== null && !isReadingOnly(shade)
  }
  const links = tasks
    .filter(mayDecide)
    .map(async (task) => [task.id, await deskLink(ctx, { ...task, program_id, maker, language })] as const)
  return Object.fromEntries(await Promise.all(links))
}

const promised = { all: false, sort: 'due_at', order: 'asc' } as const
const startOf = (day: Temporal.PlainDate, { timezone }: ProgramOfReport): number =>
  day.toZonedDateTime(timezone).epochMilliseconds

const listOfRows = <Row extends { total: number }, Item>(rows: Row[], show: (row: Row) => Item): List<Item> =>
  list(rows.map(show), rows[0]?.total ?? 0, page)

/** What was sold on the last days, each with its own row. */
const salesUntil = async (ctx: OrganiserContext, { program_id, program }: Around, last: Temporal.PlainDate) =>
  (await reportOfProgram(
    ctx,
    {
      ...{ program_id, report: 'sales', by: 'day', limit: daysOfSales, skip: 0 },
      ...{ from: last.subtract({ days: daysOfSales - 1 }).toString(), to: last.toString() },
    },
    program,
  )) as Extract<Report, { report: 'sales' }>

type SoldSince = { since: number; reach: Reach; showsAmounts: boolean }
async function newBookings(
  ctx: OrganiserContext,
  { program_id, program }: Around,
  { since, reach, showsAmounts }: SoldSince,
): Promise<List<NewBooking>> {
  const rows = await placesSoldSince(ctx.db, { program_id, since, reach, limit: page.limit })
  return listOfRows(rows, ({ booking, person, ...row }) => ({
    registration_id: row.registration_id,
    order_id: row.order_id,
    customer_id: row.customer_id,
    first_name: person.first_name,
    last_name: person.last_name,
    name: localize(booking, ctx.contentLanguage).title,
    starts_at: instant(booking.starts_at),
    ends_at: instant(booking.ends_at),
    timezone: booking.timezone,
    amount: showsAmounts ? money(row.amount_total, { currency: row.currency, program }, ctx.language) : null,
    created: instant(row.created),
  }))
}

type Disputed = Awaited<ReturnType<typeof disputedPayments>>[number]
const showDispute = (ctx: OrganiserContext, row: Disputed, program: ProgramOfReport) => ({
  payment_id: row.payment_id,
  order_id: row.order_id,
  customer_id: row.customer_id,
  customer_name: `${row.first_name} ${row.last_name}`,
  amount: money(row.amount, { currency: row.currency, program }, ctx.language),
  paid_at: instant(row.paid_at),
})
