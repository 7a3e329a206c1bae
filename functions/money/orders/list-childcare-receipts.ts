import { money } from '../../contract/display-money.ts'
import { isOvernight } from '../../contract/event-times.ts'
import { instant } from '../../contract/instant.ts'
import { dayMs } from '../../contract/limits.ts'
import type { ChildcareReceipt, ChildcareReceiptQuery } from '../../contract/money/childcare-receipt.ts'
import type { CreditDocument, ReceiptDocument } from '../../contract/money/receipt.ts'
import type { Program } from '../../contract/offering/program.ts'
import { type List, list } from '../../contract/paging.ts'
import { postalLine } from '../../contract/people/place-line.ts'
import { findAnyProgramPage } from '../../offering/catalogue/find-program.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { isMinor } from '../../people/attendees/relation-rights.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { type CareItemRow, careItemsOf, careVisitsOf, laterInstalmentsOf, papersOf } from './childcare-rows.ts'
import {
  careDays,
  careYearOf,
  countedByYear,
  type ItemMoney,
  moneyByItem,
  moneyByVisit,
  totalOfLine,
} from './childcare-rule.ts'
import { receiptYear } from './issue-receipt.ts'
import type { ReceiptRow } from './receipt-rows.ts'
import { showBuyer, showWhen } from './show-receipt.ts'

type InstalmentRow = Awaited<ReturnType<typeof laterInstalmentsOf>>[number]
type Frozen = ReceiptDocument['lines'][number]
/** A place of a child, with its line on the receipt and its money. A visit has the line of its package. */
type Place = { row: CareItemRow; line: Frozen; receipt: ReceiptRow; numbers: string[]; money: ItemMoney }

/** Without a year, the list has the calendar years that a tax authority may still review. */
const listedYears = 7
const lastYear = 2200
const yearStart = (year: number) => Date.UTC(year, 0, 1)

/**
 * The caller's childcare receipts in a program, the newest year first; without a year, those of the last seven. Only the customer who paid has one, because only
 * their orders are read.
 */
export async function listChildcareReceipts(
  ctx: CustomerContext,
  query: ChildcareReceiptQuery,
): Promise<List<ChildcareReceipt>> {
  const { program } = await findAnyProgramPage(ctx, query)
  const first = query.year ?? receiptYear(ctx.now, program.timezone) - listedYears + 1
  const span = { from: yearStart(first) - dayMs, to: yearStart(query.year ? query.year + 1 : lastYear) + dayMs }
  const whose = { customer_id: ctx.actor.customer_id, program_id: query.program_id, ...span }
  const [papers, instalments, booked, visits] = await ctx.db.batch([
    papersOf(ctx.db, whose),
    laterInstalmentsOf(ctx.db, whose),
    careItemsOf(ctx.db, whose),
    careVisitsOf(ctx.db, whose),
  ])
  const rows: CareItemRow[] = [...booked, ...visits]
  const places = [...Map.groupBy(papers, ({ order_id }) => order_id)].flatMap(([order_id, own]) =>
    placesOf(
      {
        papers: own,
        instalments: instalments.filter((each) => each.order_id === order_id),
        rows: rows.filter((each) => each.order_id === order_id),
      },
      program.timezone,
    ),
  )
  const all = [...Map.groupBy(places, ({ row, receipt }) => `${row.person.id} ${receipt.currency}`).values()]
    .flatMap((own) => receiptsOfChild(ctx, own, program))
    .filter(
      ({ year, child }) =>
        (query.year ? year === query.year : year >= first) &&
        (query.attendee_id ?? child.attendee_id) === child.attendee_id,
    )
    .sort((one, other) => other.year - one.year || one.child.first_name.localeCompare(other.child.first_name))
  return list(all.slice(query.skip, query.skip + query.limit), all.length, query)
}

type OrderRecords = {
  papers: readonly ReceiptRow[]
  instalments: readonly InstalmentRow[]
  rows: readonly CareItemRow[]
}

function placesOf({ papers, instalments, rows }: OrderRecords, timezone: string): Place[] {
  const receipt = papers.find(({ kind, payment_id }) => kind === 'receipt' && payment_id === null)
  if (!receipt) return []
  const { lines } = receipt.document as ReceiptDocument
  const yearOf = ({ issued_at }: ReceiptRow) => receiptYear(issued_at, timezone)
  const cancelled = new Set(rows.flatMap((row) => (row.item_cancelled_at === null ? [] : [row.item_id])))
  const later = papers.filter(({ payment_id }) => payment_id !== null)
  const partsOf = (paymentId: string | null) =>
    instalments.filter(({ payment_id }) => payment_id === paymentId).flatMap((part) => part.lines)
  const byItem = moneyByItem({
    receipt: {
      year: yearOf(receipt),
      amount: receipt.amount,
      lines: lines.map((line) => ({
        item_id: line.item_id,
        total: totalOfLine(line),
        isCancelled: cancelled.has(line.item_id),
      })),
    },
    plan: instalments.flatMap((part) => part.lines),
    instalments: later.map((each) => ({ year: yearOf(each), amount: each.amount, shares: partsOf(each.payment_id) })),
    notes: papers
      .filter(({ kind }) => kind === 'credit_note')
      .map((note) => ({ year: yearOf(note), amount: note.amount, shares: (note.document as CreditDocument).lines })),
  })
  const visitsOf = Map.groupBy(rows, ({ item_id }) => item_id)
  return rows.flatMap((row) => {
    const line = lines.find(({ item_id }) => item_id === row.item_id)
    const ofItem = byItem.get(row.item_id)
    const used = visitsOf.get(row.item_id) ?? []
    const own =
      ofItem && row.visits !== null
        ? moneyByVisit(ofItem, { visits: row.visits, used: used.length })[used.indexOf(row)]
        : ofItem
    const of = later.filter(({ payment_id }) => partsOf(payment_id).some(({ item_id }) => item_id === row.item_id))
    return line && own
      ? [{ row, line, receipt, numbers: [receipt, ...of].map(({ number }) => number), money: own }]
      : []
  })
}

// The booking has the newest dates. A place that was moved away or cancelled has those of its receipt.
function timesOf({ row, line }: Place) {
  if (row.item_cancelled_at === null || line.when === null)
    return { ...row, is_series: row.dates.length > 1, series_dates: row.dates }
  const { dates, overnight, ...when } = line.when
  return {
    ...when,
    overnight: overnight === null ? null : overnight === 1,
    is_series: dates.length > 1,
    series_dates: dates,
  }
}

function receiptsOfChild(ctx: CustomerContext, places: readonly Place[], program: Program): ChildcareReceipt[] {
  const [{ row, receipt } = {}] = places.toSorted((one, other) => other.receipt.issued_at - one.receipt.issued_at)
  if (!row || !receipt) return []
  const counts_in = careYearOf(program.country)
  const counted = places
    .map((place) => {
      const when = timesOf(place)
      const days = careDays(when, place.row.item_cancelled_at ?? place.row.cancelled_at)
      return { place, when, days, amounts: countedByYear(place.money, days, counts_in) }
    })
    .filter(
      ({ place: { row: each }, days: [first] }) =>
        first && isMinor(each.person.date_of_birth, each.relation ?? 'other', first),
    )
    .sort((one, other) => Number(one.when.starts_at) - Number(other.when.starts_at))
  const inMoney = (amount: number) => money(amount, { currency: receipt.currency, program }, ctx.language)
  const today = receiptYear(ctx.now, program.timezone)
  const { person } = row

  return [...new Set(counted.flatMap(({ amounts }) => [...amounts.keys()]))].flatMap((year) => {
    const paid = counted.filter(({ amounts }) => (amounts.get(year) ?? 0) !== 0)
    if (paid.length === 0) return []
    const inYear = (days: readonly string[]) => days.filter((day) => day.startsWith(`${year}-`))
    const days = paid.flatMap((each) => inYear(each.days)).sort()
    return [
      {
        object: 'childcare_receipt' as const,
        year,
        counts_in,
        country: program.country,
        currency: receipt.currency,
        issued_at: instant(ctx.now),
        is_final: year < today,
        seller: {
          name: program.selling.legal_name ?? program.name,
          email: program.email,
          address: postalLine(program.address) || null,
          tax_number: program.selling.tax_number ?? null,
        },
        buyer: showBuyer(receipt),
        child: {
          attendee_id: person.id,
          first_name: person.first_name,
          last_name: person.last_name,
          date_of_birth: person.date_of_birth,
        },
        first_day: days[0] ?? null,
        last_day: days.at(-1) ?? null,
        lines: paid.map(({ place, when, days: own, amounts }) => ({
          name: place.line.name,
          language: place.receipt.language,
          receipt_numbers: place.numbers,
          when: showWhen(when),
          is_overnight: isOvernight(when),
          days: inYear(own).length,
          amount: inMoney(amounts.get(year) ?? 0),
        })),
        days: days.length,
        amount_total: inMoney(sum(paid.map(({ amounts }) => amounts.get(year) ?? 0))),
      },
    ]
  })
}
