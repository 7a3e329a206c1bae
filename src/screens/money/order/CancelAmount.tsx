import type { Money } from '#contract/amount'
import type { RefundDestination } from '#contract/booking/registration'
import { fillIn } from '../../../locales/fill-in.ts'
import type { CancelPlace } from '../../../stores/changes/cancel-place.ts'
import type { CancelText } from './CancelPlaces.island.tsx'

/**
 * The refund and its destination, with the lines that add up to the refund: the paid amount, the kept amount, and a
 * lost discount.
 */
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
  const { amount, amount_paid: paid, amount_kept: kept, kept_for, discount_lost: lost } = preview
  const back = preview.result === 'request' ? text.youAskFor : text.youGet
  return (
    <>
      <p className="worth">
        <span className="fine muted">{back}</span>
        <b className="price big">{amount.display}</b>
        {where && (
          <span className="fine muted" aria-live="polite">
            {where}
          </span>
        )}
      </p>
      {(kept.value > 0 || lost) && (
        <dl className="lines fine">
          <dt>{whole ? text.paidForOrder : text.paidForPlace}</dt>
          <dd>{paid.display}</dd>
          {kept.value > 0 && (
            <Less label={kept_for === null ? text.kept : fillIn(text.keptFor, { what: kept_for })} amount={kept} />
          )}
          {lost && <Less label={text.lost} amount={lost.amount} />}
          <dt>{back}</dt>
          <dd>{amount.display}</dd>
        </dl>
      )}
    </>
  )
}

function Less({ label, amount }: { label: string; amount: Money }) {
  return (
    <>
      <dt className="muted">{label}</dt>
      <dd className="muted">−{amount.display}</dd>
    </>
  )
}
