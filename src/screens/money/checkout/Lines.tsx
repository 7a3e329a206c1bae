import { displayMoney } from '#contract/display-money'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import { useCheckout, useFirstPart, useShown } from './checkout-context.ts'

/** The sum, line by line: places, discounts, the fee and whether it is refundable, taxes, and the total. */
export function Lines() {
  const { store, setup, text } = useCheckout()
  const sum = useShown(store.sum)
  const first = useFirstPart()
  const sold = sum.items.filter(({ type }) => type !== 'balance_due')
  const products = sold.filter(({ registration_id }) => registration_id === null)
  const places = sold.filter(({ registration_id }) => registration_id !== null)
  const inMoney = (items: typeof sold) =>
    displayMoney(
      items.reduce((amount, item) => amount + item.amount.value, 0),
      sum.amount_subtotal,
      sum.amount_subtotal.language,
    )
  const debt = sum.items.find(({ type }) => type === 'balance_due')
  const fees = [false, true]
    .map((isIncluded) => ({
      isIncluded,
      value: sold.reduce((fee, item) => fee + (item.is_fee_included === isIncluded ? item.amount_fee.value : 0), 0),
    }))
    .filter(({ value }) => value > 0)
  const used = sum.amount_due.value - sum.amount_remaining.value
  const balance = used > 0 ? displayMoney(used, sum.amount_due, sum.amount_due.language) : null
  const isMove = sum.amount_carried.value > 0
  return (
    <dl className="lines">
      {(places.length > 0 || sum.items.length === 0) && (
        <>
          <dt>{fillCount(text.places, places.length)}</dt>
          <dd>{inMoney(places)}</dd>
        </>
      )}
      {products.length > 0 && (
        <>
          <dt>
            {fillCount(
              text.things,
              products.reduce((count, { quantity }) => count + quantity, 0),
            )}
          </dt>
          <dd>{inMoney(products)}</dd>
        </>
      )}
      {debt && (
        <>
          <dt>{debt.product_name}</dt>
          <dd>{debt.amount.display}</dd>
        </>
      )}
      {sum.discounts.map(({ id, coupon, amount }) => [
        <dt key={`${id}-name`} className="less">
          {coupon.name ?? coupon.code}
        </dt>,
        <dd key={`${id}-amount`} className="less">
          −{amount.display}
        </dd>,
      ])}
      {fees.map(({ value, isIncluded }) => [
        <dt key={`${isIncluded}-name`}>
          {setup.keepsFees ? text.feeStays : text.fee}
          {isIncluded && `, ${text.included}`}
        </dt>,
        <dd key={`${isIncluded}-amount`}>{displayMoney(value, sum.amount_fee, sum.amount_fee.language)}</dd>,
      ])}
      {sum.tax_items
        .filter(({ amount }) => amount.value > 0)
        .map(({ name, percent: rate, is_included, amount }) => [
          <dt key={`${name}-name`}>
            {fillIn(is_included ? text.taxIncluded : text.tax, {
              name,
              percent: fillIn(text.percent, { value: rate }),
            })}
          </dt>,
          <dd key={`${name}-amount`}>{amount.display}</dd>,
        ])}
      <dt className="sum">{text.total}</dt>
      <dd className="sum">{sum.amount_total.display}</dd>
      {isMove && (
        <>
          <dt className="less">{text.carried}</dt>
          <dd className="less">−{sum.amount_carried.display}</dd>
        </>
      )}
      {balance && (
        <>
          <dt className="less">{text.fromBalance}</dt>
          <dd className="less">−{balance}</dd>
        </>
      )}
      {(isMove || balance) && (
        <>
          <dt className="sum">{text.toPay}</dt>
          <dd className="sum">{sum.amount_remaining.display}</dd>
        </>
      )}
      {first && (
        <>
          <dt>{text.laterParts}</dt>
          <dd>−{displayMoney(sum.amount_remaining.value - first.value, first, first.language)}</dd>
          <dt className="sum">{text.toPayNow}</dt>
          <dd className="sum">{first.display}</dd>
        </>
      )}
    </dl>
  )
}
