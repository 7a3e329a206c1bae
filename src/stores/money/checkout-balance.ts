import { atom } from 'nanostores'
import type { Money } from '#contract/amount'
import type { Order, Quote } from '#contract/money/order'
import type { CheckoutSetup } from './checkout-setup.ts'

/** The account balance at checkout: what there is, and whether it pays first. */
export function checkoutBalance({ balance, sum }: CheckoutSetup) {
  const $amount = atom<Money | null>(balance)
  const $isUsed = atom(sum.amount_remaining.value < sum.amount_due.value)
  return {
    amount: $amount,
    isUsed: $isUsed,
    /** A balance that another order spent meanwhile is less than it was, or nothing. */
    applyQuote({ balance_used, amount_due }: Quote) {
      if (!$isUsed.get() || balance_used.value >= amount_due.value) return
      $amount.set(balance_used.value > 0 ? balance_used : null)
      $isUsed.set(balance_used.value > 0)
    },
    /** A changed cart says nothing of the balance that is to pay it: its quote does. */
    isMissingFrom: ({ amount_remaining, amount_due }: Order) =>
      $isUsed.get() && amount_remaining.value === amount_due.value,
  }
}
