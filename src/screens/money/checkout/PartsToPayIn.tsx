import { dayWords } from '#contract/date-format'
import { fillIn } from '../../../locales/fill-in.ts'
import { useCheckout, useShown } from './checkout-context.ts'

/**
 * The choice between payment at once and instalments. It shows every day and amount before payment. Empty without a
 * choice.
 */
export function PartsToPayIn() {
  const { store, setup, text, isReady } = useCheckout()
  const { parts, amount_due } = useShown(store.sum)
  const isBalanceUsed = useShown(store.usesBalance)
  const isChosen = useShown(store.paysInParts)
  const [first, ...later] = parts
  if (!first || isBalanceUsed) return null
  if (!setup.canStoreCard) return <p className="under fine muted">{text.partsAfterVerify}</p>
  const choice = (isInParts: boolean, words: string) => (
    <label className="tap">
      <input
        type="radio"
        name="parts"
        checked={isChosen === isInParts}
        onChange={() => store.payInParts(isInParts)}
        disabled={!isReady}
      />{' '}
      <span>{words}</span>
    </label>
  )
  return (
    <fieldset className="under stack tight">
      <legend>{text.whenToPay}</legend>
      {choice(false, fillIn(text.allNow, { amount: amount_due.display }))}
      {choice(true, fillIn(text.inParts, { count: parts.length, amount: first.amount.display }))}
      <ul className="fine muted">
        {later.map(({ due_on, amount }) => (
          <li key={due_on}>
            {fillIn(text.thenParts, { amount: amount.display, day: dayWords(due_on, setup.locale) })}
          </li>
        ))}
      </ul>
      {isChosen && <p className="fine">{text.partsConsent}</p>}
    </fieldset>
  )
}
