import type { CheckoutText } from './checkout-context.ts'

/** Reserves the space of the card form while it loads: the number above expiry and code. */
export function WaitingCard({ hasTestCards, text }: { hasTestCards: boolean; text: CheckoutText }) {
  return (
    <div className="under stack" aria-hidden="true">
      <WaitingField label={text.cardNumber} />
      <div className="pair even">
        <WaitingField label={text.expiry} hint={text.expiryHint} />
        <WaitingField label={text.securityCode} hint={text.securityCodeHint} />
      </div>
      {hasTestCards && <p className="fine muted">{text.testCards}</p>}
    </div>
  )
}

const WaitingField = ({ label, hint }: { label: string; hint?: string }) => (
  <div className="field">
    <span className="label">{label}</span>
    {hint && <span className="hint">{hint}</span>}
    <div className="wait" />
  </div>
)
