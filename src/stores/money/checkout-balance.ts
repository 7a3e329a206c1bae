import { atom } from 'nanostores'
import type { Money } from '#contract/amount'
import type { Order, Quote } from '#contract/money/order'
import type { CheckoutSetup } from './checkout-setup.ts'

/** The account balance at checkout, and whether it pays first. */
export function checkoutBalance({ balance, sum }: CheckoutSetup) {
  const $amount = atom<Money | null>(balance)
  const $isUsed = atom(sum.amount_remaining.value < sum.amount_due.value)
  return {
    amount: $amount,
    isUsed: $isUsed,
    /** Another order may have spent a part of the balance, or all of it, in the meantime. */
    applyQuote({ balance_used, amount_due }: Quote) {
      if (!$isUsed.get() || balance_used.value >= amount_due.value) return
      $amount.set(balance_used.value > 0 ? balance_used : null)
      $isUsed.set(balance_used.value > 0)
    },
    /** // The response to a changed cart does not include the balance; the quote does. */
    isMissingFrom: ({ amount_remaining, amount_due }: Order) =>
      $isUsed.get() && amount_remaining.value === amount_due.value,
  }
}
