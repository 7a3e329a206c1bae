import type { CareYear } from '../../contract/money/childcare-receipt.ts'
import type { ReceiptDocument } from '../../contract/money/receipt.ts'
import { type EventTimes, eventDays, isOvernight, shapeOf } from '../../contract/event-times.ts'
import { dayInZone, instantOf } from '../../contract/wall-clock.ts'
import { shareOut, sum } from '../../offering/pricing/shares.ts'

/**
 * The year in which a payment counts for the tax authority of a country. Canada (T778): the year of the care. The United
 * States (Form 2441): the year of the payment, but care paid in advance counts in the year of the care. Others: the year
 * of the payment.
 */
export const careYearOf = (country: string): CareYear =>
  country === 'CA' ? 'care' : country === 'US' ? 'later' : 'payment'

/** A payment or a refund for one item, with its calendar year. */
type Entry = { year: number; amount: number }
/** The money of one item, in minor units. A credit note that takes another back is returned with a negative amount. */
export type ItemMoney = { paid: Entry[]; returned: Entry[] }

type Shares = readonly { item_id: string | null; amount: number }[]
/** The papers of an order. `plan` are the shares of all later instalments; a paper without shares is for no one item. */
export type OrderPapers = {
  receipt: Entry & { lines: readonly { item_id: string; total: number; isCancelled: boolean }[] }
  plan: Shares
  instalments: readonly (Entry & { shares: Shares })[]
  notes: readonly (Entry & { shares: Shares })[]
}

/** The total of a line of a receipt, with its fee and the taxes that are not included. */
export const totalOfLine = ({ amount, discount, fee, taxes }: ReceiptDocument['lines'][number]): number =>
  amount - discount + fee + sum(taxes.map((tax) => (tax.is_included ? 0 : tax.amount + tax.fee_amount)))

/**
 * The money of each item of an order; together exactly the receipts less the credit notes. The first payment is for
 * what the later instalments of an item leave, so a cancelled item, whose instalments are not charged, has the rest.
 */
export function moneyByItem({ receipt, plan, instalments, notes }: OrderPapers): Map<string, ItemMoney> {
  const money = new Map(receipt.lines.map(({ item_id }): [string, ItemMoney] => [item_id, { paid: [], returned: [] }]))
  const add = (kind: keyof ItemMoney, { year, amount }: Entry, shares: Shares) => {
    const sign = amount < 0 ? -1 : 1
    const parts = shareOut(
      sign * amount,
      shares.map((share) => share.amount),
    )
    for (const [index, { item_id }] of shares.entries())
      if (parts[index]) money.get(item_id ?? '')?.[kind].push({ year, amount: sign * parts[index] })
  }
  const laterOf = (id: string) => sum(plan.map(({ item_id, amount }) => (item_id === id ? amount : 0)))
  const kept = receipt.lines.map(({ item_id, total, isCancelled }) =>
    isCancelled ? 0 : Math.max(0, total - laterOf(item_id)),
  )
  const rest = shareOut(
    Math.max(0, receipt.amount - sum(kept)),
    receipt.lines.map(({ total, isCancelled }) => (isCancelled ? total : 0)),
  )
  add(
    'paid',
    receipt,
    receipt.lines.map(({ item_id }, index) => ({ item_id, amount: (kept[index] ?? 0) + (rest[index] ?? 0) })),
  )
  for (const instalment of instalments) add('paid', instalment, instalment.shares)
  for (const note of notes) {
    const left = [...money].map(([item_id, each]) => ({ item_id, amount: Math.max(0, netOf(each)) }))
    add('returned', note, note.shares.length > 0 ? note.shares : left)
  }
  return money
}

const netOf = ({ paid, returned }: ItemMoney): number =>
  sum(paid.map(({ amount }) => amount)) - sum(returned.map(({ amount }) => amount))

/**
 * The money of each used visit of a package: an equal part of what is paid for all its visits. What is returned is for
 * unused visits first, and for all used ones after that.
 */
export function moneyByVisit({ paid, returned }: ItemMoney, { visits, used }: { visits: number; used: number }) {
  const each = Array.from({ length: Math.max(visits, used) }, () => 1)
  const parts = paid.map(({ year, amount }) => ({ year, amounts: shareOut(amount, each) }))
  const unused = sum(parts.flatMap(({ amounts }) => amounts.slice(used)))
  const back = Math.max(0, sum(returned.map(({ amount }) => amount)) - unused)
  const lastReturn = Math.max(...returned.map(({ year }) => year))
  const backOf = shareOut(back, each.slice(0, used))
  return backOf.map(
    (amount, index): ItemMoney => ({
      paid: parts.map(({ year, amounts }) => ({ year, amount: amounts[index] ?? 0 })),
      returned: amount > 0 ? [{ year: lastReturn, amount }] : [],
    }),
  )
}

/** The local days of a booking, as yyyy-mm-dd, that began before its cancellation. A stay has each of its days. */
export function careDays(when: EventTimes, cancelledAt: number | null): string[] {
  const { first, count } = shapeOf(when)
  const starts = isOvernight(when)
    ? Array.from({ length: count }, (_, index) => instantOf({ ...first, day: first.day + index }, when.timezone))
    : eventDays(when).map(({ starts_at }) => starts_at)
  const held = starts.filter((at) => cancelledAt === null || at < cancelledAt)
  return [...new Set(held.map((at) => dayInZone(at, when.timezone)))]
}

/**
 * The amount of an item that counts in each year. Empty without a day of care: money that is kept for a cancelled place
 * is not paid for care.
 */
export function countedByYear(
  { paid, returned }: ItemMoney,
  days: readonly string[],
  countsIn: CareYear,
): ReadonlyMap<number, number> {
  const counted = new Map<number, number>()
  const add = (year: number, amount: number) => counted.set(year, (counted.get(year) ?? 0) + amount)
  const years = [...new Set(days.map((day) => Number(day.slice(0, 4))))]
  if (years.length === 0) return counted
  const daysIn = years.map((year) => days.filter((day) => day.startsWith(`${year}-`)).length)
  if (countsIn === 'care')
    for (const [index, amount] of shareOut(Math.max(0, netOf({ paid, returned })), daysIn).entries())
      add(years[index] as number, amount)
  if (countsIn === 'payment') {
    for (const { year, amount } of paid) add(year, amount)
    for (const { year, amount } of returned) add(year, -amount)
  }
  if (countsIn === 'later') {
    for (const { year, amount } of paid)
      for (const [index, part] of shareOut(amount, daysIn).entries()) add(Math.max(year, years[index] as number), part)
    // What is returned was paid last.
    let back = sum(returned.map(({ amount }) => amount))
    for (const [year, amount] of [...counted].sort(([one], [other]) => other - one)) {
      const part = Math.min(Math.max(0, back), amount)
      back -= part
      counted.set(year, amount - part)
    }
  }
  return counted
}
