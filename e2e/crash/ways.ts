/** The action of a family after its place is paid. */
type After = 'part' | 'cancel' | 'request' | 'approve'
/** The payment method, the next action and the refund destination. */
export type Way = {
  pays: 'card' | 'balance' | 'stored' | 'parts' | 'office'
  afterwards: readonly After[]
  to: 'original_method' | 'account_balance'
  /** The approved amount; everything requested by default. */
  approved?: number
}

/** Price of a place and amounts of its first and second instalment. */
export const cost = 10_000
export const firstPart = 4000
const nextPart = 3000
/** The first part of an offline payment. */
export const firstCash = 4000
export const paymentPlan = { deposit: { percent: 40 }, parts: [{ days_before: 20 }, { days_before: 10 }] }
/** Initial balance of each family: one and a half places. */
export const gift = 15_000

/** Every way to pay, and every way to refund. */
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

/** The final amount paid for a place. */
export function paidAtEnd({ pays, afterwards }: Way): number {
  if (pays !== 'parts') return cost
  return firstPart + (afterwards.includes('part') ? nextPart : 0)
}

/** The final amount refunded for a place. */
export function returnedAtEnd(way: Way): number {
  if (way.afterwards.includes('cancel')) return paidAtEnd(way)
  return way.afterwards.includes('approve') ? (way.approved ?? paidAtEnd(way)) : 0
}
