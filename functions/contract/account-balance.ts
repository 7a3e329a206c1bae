export const balanceEntryKinds = [
  'refund_credit',
  'gift',
  'goodwill',
  'payment',
  'order_debit',
  'order_release',
  'manual_adjustment',
  'payout',
] as const
export type BalanceEntryKind = (typeof balanceEntryKinds)[number]
