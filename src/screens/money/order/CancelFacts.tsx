import type { RefundDestination } from '#contract/booking/registration'
import { fillIn } from '../../../locales/fill-in.ts'
import { type CancelPlace, mayCancel } from '../../../stores/changes/cancel-place.ts'
import { CancelAmount } from './CancelAmount.tsx'
import type { CancelText } from './CancelPlaces.island.tsx'

type Props = { place: CancelPlace; text: CancelText; destination: RefundDestination }

/** The effect of cancelling a place: the exact refund, the visit, late fees, the deadlines, and the places that stay. */
export function CancelFacts({ place, text, destination }: Props) {
  const { preview, others } = place
  const isPossible = mayCancel(place)
  return (
    <>
      {!isPossible && <p>{preview.sentence}</p>}
      {place.isPaid && isPossible && preview.amount.value > 0 && (
        <CancelAmount place={place} text={text} destination={destination} />
      )}
      {place.visit && place.visit.left !== null && isPossible && (
        <p>
          {fillIn(place.visit.isBack ? text.visitBack : text.visitUsed, {
            left: place.visit.left,
            total: place.visit.total,
          })}
        </p>
      )}
      {preview.late_fee && <p>{preview.late_fee.sentence}</p>}
      {preview.discount_lost && <p>{preview.discount_lost.sentence}</p>}
      {preview.add_ons && <p>{preview.add_ons}</p>}
      {place.until && place.refundSteps.length === 0 && preview.amount.value > 0 && (
        <p className="fine muted">{fillIn(text.until, { moment: place.until })}</p>
      )}
      {place.refundSteps.length > 0 && (
        <ol className="cups">
          {place.refundSteps.map((cup, index) => (
            <li key={cup.words + cup.until} className={cup.fill ?? undefined}>
              <p>
                {cup.until ? (
                  <>
                    {text.untilDay} <b>{cup.until}</b>
                  </>
                ) : place.mayAsk ? (
                  text.askAfterThat
                ) : (
                  text.afterThat
                )}
              </p>
              <b className="price">{cup.until !== null && index === 0 ? preview.amount.display : cup.words}</b>
            </li>
          ))}
        </ol>
      )}
      {others && <p className="fine">{others}</p>}
    </>
  )
}
