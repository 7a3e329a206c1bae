import { displayMoney } from '#contract/amount'
import type { RefundDestination } from '#contract/booking/registration'
import type { CancelPlace } from '../../../stores/changes/cancel-place.ts'
import type { CancelText } from './CancelPlaces.island.tsx'

/** The refund and its destination, with its components and the part that is kept. */
export function CancelAmount({
  place,
  text,
  destination,
}: {
  place: CancelPlace
  text: CancelText
  destination: RefundDestination
}) {
  const { preview, whole } = place
  const where = destination === 'account_balance' && preview.result !== 'request' ? place.toBalance : place.destination
  const { amount, amount_kept: kept, late_fee: lateFee } = preview
  const rest = kept.value - (lateFee?.amount.value ?? 0)
  const paid = displayMoney(amount.value + kept.value, amount.currency_code, amount.language)
  return (
    <>
      <p className="worth">
        <span className="fine muted">{preview.result === 'request' ? text.youAskFor : text.youGet}</span>
        <b className="price big">{amount.display}</b>
        {where && (
          <span className="fine muted" aria-live="polite">
            {where}
          </span>
        )}
      </p>
      {kept.value > 0 && (
        <dl className="lines fine">
          <dt>{whole ? text.paidForOrder : text.paidForPlace}</dt>
          <dd>{paid}</dd>
          {lateFee && (
            <>
              <dt className="muted">{text.lateFee}</dt>
              <dd className="muted">−{lateFee.amount.display}</dd>
            </>
          )}
          {rest > 0 && (
            <>
              <dt className="muted">{lateFee ? text.keptBesides : text.kept}</dt>
              <dd className="muted">−{displayMoney(rest, kept.currency_code, kept.language)}</dd>
            </>
          )}
        </dl>
      )}
    </>
  )
}
