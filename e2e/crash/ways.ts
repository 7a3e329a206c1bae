/** What a family does after its place is paid. */
type After = 'part' | 'cancel' | 'request' | 'approve'
/** How a place is paid, what comes after, and where its money goes back to. */
export type Way = {
  pays: 'card' | 'balance' | 'stored' | 'parts' | 'office'
  afterwards: readonly After[]
  to: 'original_method' | 'account_balance'
  /** What the organisation approves of it; all that was asked for, unless it says less. */
  approved?: number
}

/** What a place costs, and of it what is paid first and next by whom pays in parts. */
export const cost = 10_000
export const firstPart = 4000
const nextPart = 3000
/** What an office takes first; the rest comes after. */
export const firstCash = 4000
export const paymentPlan = { deposit: { percent: 40 }, parts: [{ days_before: 20 }, { days_before: 10 }] }
/** What each family has on its balance at first: one place and a half. */
export const gift = 15_000

/** Every way to pay, and every way back. */
export const ways: readonly Way[] = [
  { pays: 'card', afterwards: ['cancel'], to: 'original_method' },
  { pays: 'balance', afterwards: ['cancel'], to: 'original_method' },
  { pays: 'parts', afterwards: ['part', 'cancel'], to: 'original_method' },
  { pays: 'office', afterwards: [], to: 'original_method' },
  { pays: 'stored', afterwards: ['request', 'approve'], to: 'account_balance' },
  { pays: 'balance', afterwards: [], to: 'original_method' },
  { pays: 'card', afterwards: ['request', 'approve'], to: 'original_method', approved: 7000 },
  { pays: 'stored', afterwards: ['cancel'], to: 'account_balance' },
  { pays: 'office', afterwards: ['request', 'approve'], to: 'account_balance' },
  { pays: 'parts', afterwards: ['part'], to: 'original_method' },
  { pays: 'card', afterwards: [], to: 'original_method' },
  { pays: 'parts', afterwards: ['request', 'approve'], to: 'account_balance' },
  { pays: 'balance', afterwards: ['request', 'approve'], to: 'account_balance', approved: 6000 },
  { pays: 'office', afterwards: ['cancel'], to: 'original_method' },
]

/** What has been paid of a place at its end. */
export function paidAtEnd({ pays, afterwards }: Way): number {
  if (pays !== 'parts') return cost
  return firstPart + (afterwards.includes('part') ? nextPart : 0)
}

/** What has gone back of a place at its end. */
export function returnedAtEnd(way: Way): number {
  if (way.afterwards.includes('cancel')) return paidAtEnd(way)
  return way.afterwards.includes('approve') ? (way.approved ?? paidAtEnd(way)) : 0
}
