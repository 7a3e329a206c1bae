import { type ReactNode, useCallback, useState } from 'react'
import type { Discount } from '#contract/money/discount'
import type { OrderItem } from '#contract/money/order'
import { fillIn, sideBySide } from '../../../locales/fill-in.ts'
import { isUnderWay } from '../../../stores/money/checkout-notice.ts'
import { chargesCardLater } from '../../../stores/money/checkout-setup.ts'
import { Glyph } from '../../../ui/icons.tsx'
import { payWords } from './BalanceChoice.tsx'
import { actAndFocus, useCheckout, useFirstPart, useShown } from './checkout-context.ts'
import { CodeForm, Lines, ProductChoice, WhatComesBack } from './checkout-parts.ts'

/** The items, codes and price of an order, and the button that pays. */
export function OrderPanel({ terms }: { terms: ReactNode }) {
  const { store, setup, text } = useCheckout()
  const sum = useShown(store.sum)
  const [change, setChange] = useState<{ words: string; what: string } | null>(null)

  async function announce(words: string, what: string, act: () => Promise<unknown>) {
    const before = store.sum.get()
    setChange(null)
    await act()
    if (store.sum.get() !== before) setChange({ words, what })
  }
  const remove: Change = (what, act) => announce(text.removed, what, act)
  // The same function each time, because the form's script may still load.
  const apply = useCallback<Change>((code, act) => announce(text.applied, code, act), [])
  return (
    <aside className="panel" aria-labelledby="order">
      <h2 id="order" tabIndex={-1}>
        {text.order}
      </h2>
      <p className="vh" role="status">
        {change && fillIn(change.words, { what: change.what, amount: sum.amount_total.display })}
      </p>
      <ul className="items">
        {sum.items.map((item) => (
          <Item
            key={item.id}
            id={item.id}
            amount={item.amount.display}
            whole={item.amount_total.display}
            start={item.membership?.start_date ?? null}
            fallback={packageLine(item, text.everyone)}
            product={item.type === 'product_variation' && !setup.isFixed ? item : null}
            remove={remove}
          />
        ))}
      </ul>
      {!setup.isFixed && (sum.amount_subtotal.value > 0 || sum.discounts.length > 0) && <CodeForm apply={apply} />}
      {sum.discounts
        .filter(({ coupon }) => !coupon.apply_automatically)
        .map((discount) => (
          <EnteredCode key={discount.id} discount={discount} remove={remove} />
        ))}
      <Lines />
      <WhatComesBack />
      <PayButton />
      <p className="fine muted">
        {fillIn(sum.amount_due.value > 0 ? text.terms : text.termsFree, { program: setup.program.name })}
      </p>
      {setup.hasTerms && (
        <details>
          <summary className="tap fine">{text.readTerms}</summary>
          <div className="stack fine">{terms}</div>
        </details>
      )}
    </aside>
  )
}

/** The words for an order item without a place. A package names its quantity and its people. */
const packageLine = (item: OrderItem, everyone: string) =>
  item.type === 'session_package' || item.type === 'membership_package'
    ? {
        name: item.quantity > 1 ? `${item.quantity} × ${item.product_name}` : item.product_name,
        who: item.attendee_name ?? everyone,
      }
    : { name: item.product_name, who: item.attendee_name }

/** Changes the order, then announces the change and the new amount. */
export type Change = (what: string, act: () => Promise<unknown>) => Promise<void>

function Item({
  id,
  amount,
  whole,
  start,
  fallback,
  product,
  remove,
}: {
  id: string
  amount: string
  /** The total price. */
  whole: string
  /** The first day of a membership. */
  start: string | null
  fallback: { name: string; who: string | null }
  /** The order item of a product, with its quantity and terms. */
  product: OrderItem | null
  remove: Change
}) {
  const { store, setup, text, isReady } = useCheckout()
  const busy = useShown(store.busy)
  const notice = useShown(store.notice)
  const line = setup.lines[id]
  const plan = setup.plans[id]
  const who = line?.who ?? fallback.who ?? ''
  const isGone = notice?.kind === 'lapsed' && notice.soldOut === id
  return (
    <li className={line ? 'with' : undefined}>
      {line && (
        <div className="leaf">
          <i>{line.month}</i>
          <p>
            <b>{line.days}</b> <span>{line.under}</span>
          </p>
        </div>
      )}
      <div>
        <h3>{line?.name ?? fallback.name}</h3>
        <p className="fine muted">{sideBySide(who, line?.option)}</p>
        {plan && plan.start === start && <p className="fine">{fillIn(plan.words, { amount: whole })}</p>}
        {product && <ProductChoice itemId={product.id} />}
        {isGone && (
          <p className="error">
            <Glyph name="alert" /> {text.soldOutText}
          </p>
        )}
        <p className="row apart fine">
          <span className="price">{amount}</span>
          {line?.edit && (
            <a className="tap" href={line.edit}>
              {text.edit}
              <span className="vh"> {sideBySide(who, line.name)}</span>
            </a>
          )}
          {!setup.isFixed && (
            <button
              type="button"
              className="btn plain small scripted"
              disabled={!isReady || busy !== null || isUnderWay(notice)}
              onClick={() =>
                actAndFocus(
                  () => remove(sideBySide(line?.name ?? fallback.name, who), () => store.removeItem(id)),
                  'order',
                  'emptied',
                )
              }
            >
              {text.remove}
              <span className="vh"> {product ? fallback.name : [who, line?.day].filter(Boolean).join(', ')}</span>
            </button>
          )}
        </p>
      </div>
    </li>
  )
}

function EnteredCode({ discount, remove }: { discount: Discount; remove: Change }) {
  const { store, text, isReady } = useCheckout()
  const busy = useShown(store.busy)
  const { code, name } = discount.coupon
  return (
    <p className="row fine">
      <span className="badge good">
        <Glyph name="check" /> {code ?? name}
      </span>{' '}
      {fillIn(text.off, { amount: discount.amount.display })}
      <button
        type="button"
        className="btn plain small scripted"
        disabled={!isReady || busy !== null}
        onClick={() => actAndFocus(() => remove(code ?? name ?? '', () => store.removeCode(discount.id)), 'code')}
      >
        {text.remove}
        <span className="vh"> {fillIn(text.code, { code: code ?? '' })}</span>
      </button>
    </p>
  )
}

function PayButton() {
  const { store, text, isReady } = useCheckout()
  const sum = useShown(store.sum)
  const busy = useShown(store.busy)
  const method = useShown(store.method)
  const notice = useShown(store.notice)
  const first = useFirstPart()
  const words =
    method === 'offline'
      ? fillIn(text.confirmOffline, { amount: sum.amount_remaining.display })
      : payWords(sum, text, chargesCardLater(sum) ? text.confirmLater : text.confirmFree, first)
  const isBlocked = notice?.kind === 'lapsed' || isUnderWay(notice) || sum.items.length === 0
  return (
    <button type="submit" className="btn wide scripted" form="pay" disabled={!isReady || busy !== null || isBlocked}>
      <Glyph name="lock" /> {busy === 'pay' ? text.sending : words}
    </button>
  )
}
