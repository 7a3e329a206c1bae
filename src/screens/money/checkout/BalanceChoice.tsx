import type { Money } from '#contract/amount'
import { fillIn } from '../../../locales/fill-in.ts'
import { isUnderWay } from '../../../stores/money/checkout-notice.ts'
import type { Sum } from '../../../stores/money/checkout-setup.ts'
import { type CheckoutText, useCheckout, useShown } from './checkout-context.ts'

/** The label of the pay button: the total, the first instalment, the balance when it covers the total, or `free`. */
export function payWords(sum: Sum, text: CheckoutText, free: string, first: Money | null = null): string {
  if (first) return fillIn(text.pay, { amount: first.display })
  if (sum.amount_remaining.value > 0) return fillIn(text.pay, { amount: sum.amount_remaining.display })
  return sum.amount_due.value > 0 ? text.payByBalance : free
}

/** Uses the account balance first, and shows the amount that is still due. */
export function BalanceChoice() {
  const { store, text, isReady } = useCheckout()
  const sum = useShown(store.sum)
  const balance = useShown(store.balance)
  const isUsed = useShown(store.usesBalance)
  const busy = useShown(store.busy)
  const notice = useShown(store.notice)
  if (balance === null || sum.amount_due.value === 0) return null
  const isBlocked = isUnderWay(notice) || notice?.kind === 'lapsed'
  return (
    <div className="choice">
      <input
        type="checkbox"
        name="balance"
        id="use-balance"
        checked={isUsed}
        aria-describedby="balance-left"
        onChange={(event) => store.payWithBalance(event.currentTarget.checked)}
        disabled={!isReady || busy === 'pay' || isBlocked}
      />
      <label htmlFor="use-balance">
        <b>{fillIn(text.useBalance, { amount: balance.display })}</b>
        <br />
        <span className="fine muted" id="balance-left" role="status">
          {isUsed && busy === null && fillIn(text.thenYouPay, { amount: sum.amount_remaining.display })}
        </span>
      </label>
    </div>
  )
}
