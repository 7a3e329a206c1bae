import { fillIn } from '../../../locales/fill-in.ts'
import { isUnderWay } from '../../../stores/money/checkout-notice.ts'
import { actAndFocus, useCheckout, useShown } from './checkout-context.ts'

/** The quantity, pick-up and terms of a product. */
export function ProductChoice({ itemId }: { itemId: string }) {
  const { store, text, isReady } = useCheckout()
  const item = useShown(store.sum).items.find(({ id }) => id === itemId)
  const busy = useShown(store.busy)
  const notice = useShown(store.notice)
  if (!item) return null
  const id = `quantity-${item.id}`
  const most = Math.max(10, item.quantity)
  return (
    <>
      <p className="row fine scripted">
        <label htmlFor={id}>
          {text.quantity}
          <span className="vh"> {item.product_name}</span>
        </label>
        <select
          id={id}
          className="small"
          value={item.quantity}
          disabled={!isReady || busy !== null || isUnderWay(notice)}
          onChange={(event) => {
            const quantity = Number(event.currentTarget.value)
            void actAndFocus(() => store.changeQuantity(item.id, quantity), id)
          }}
        >
          {Array.from({ length: most }, (_, at) => at + 1).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </p>
      {item.pickup_text && <p className="fine muted">{item.pickup_text}</p>}
      {item.confirm_text && <p className="fine muted">{fillIn(text.agree, { text: item.confirm_text })}</p>}
    </>
  )
}
