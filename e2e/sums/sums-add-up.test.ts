import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Order } from '../../functions/contract/money/order.ts'
import { money } from '../../functions/contract/amount.ts'
import { sampleOrderMail } from '../../functions/money/fulfilment/sample-order-mail.ts'
import { sumRows } from '../../functions/money/fulfilment/sum-parts.ts'
import { showItem } from '../../functions/money/orders/show-item.ts'
import { sum } from '../../functions/offering/pricing/shares.ts'
import { endlessChoices } from '../../functions/test-bench/choices.ts'
import { Lines } from '../../src/screens/money/checkout/Lines.tsx'
import { receiptLines } from '../../src/screens/money/order/receipt-lines.ts'
import { refundLines } from '../../src/screens/money/refund/refund-lines.ts'
import { textIn } from '../../src/locales/choose-language.ts'
import { cancelAll, type RandomOrder, randomOrder } from './order-life.ts'

const lives = Number(process.env.ORDER_LIVES ?? 150)
const reader = { currency: 'CAD', language: 'en', contentLanguage: null, membership_id: null }
const cad = (value: number) => money(value, 'CAD', 'en')

/** A displayed amount in cents: `−$1,204.50`. */
const centsOf = (text: string): number => {
  expect(text).toMatch(/^[−-]?\$[\d,]+\.\d\d$/)
  return Number(text.replaceAll(/[^\d]/g, '')) * (/^[−-]/.test(text) ? -1 : 1)
}

/** The order as the API returns it, as far as its sums are shown. */
const shown = ({ items, totals }: RandomOrder) =>
  ({
    currency: 'CAD',
    items: items.map((item) => showItem(item, reader, items)),
    registrations: [],
    discounts: totals.discounts
      .filter(({ amount }) => amount > 0)
      .map((each) => ({ id: each.coupon_id, coupon: { name: each.coupon_id }, amount: cad(each.amount) })),
    tax_items: totals.tax_items.map((tax) => ({ ...tax, percent: tax.percent / 100, amount: cad(tax.amount) })),
    amount_subtotal: cad(totals.amount_subtotal),
    amount_fee: cad(totals.amount_fee),
    amount_total: cad(totals.amount_total),
    amount_due: cad(totals.amount_total),
    amount_remaining: cad(totals.amount_total),
    amount_carried: cad(0),
  }) as unknown as Order

const isMarkedIncluded = (label: string) => /included|in the price/i.test(label)

function receiptSum(order: Order): number {
  return sum(receiptLines(order, { language: 'en', locale: 'en-CA', fee: 'Fee' }).map((line) => centsOf(line.sum)))
}

function mailSum({ items, totals }: RandomOrder): number {
  const mail = sampleOrderMail('en', totals)
  const rows = sumRows(
    {
      ...mail,
      lines: items.map(({ product_name, amount }) => ({ label: product_name, amount })),
      includedFee: sum(items.map((item) => (item.is_fee_included ? item.amount_fee : 0))),
    },
    { label: 'Total', amount: totals.amount_total },
  )
  if (rows.type !== 'rows') throw new Error('no rows')
  const [total, ...parts] = rows.rows
  expect(centsOf(total?.value ?? '')).toBe(totals.amount_total)
  return totals.amount_total === 0
    ? 0
    : sum(parts.map(({ label, value }) => (isMarkedIncluded(label) ? 0 : centsOf(value ?? ''))))
}

function checkoutSum(order: Order): number {
  const props = { sum: order as never, first: null, keepsFees: true, text: textIn('en').checkout as never }
  const html = renderToStaticMarkup(createElement(Lines, props)).replaceAll('<!-- -->', '')
  const lines = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd([^>]*)>(.*?)<\/dd>/g)]
  return sum(
    lines.map(([, label = '', classes = '', value = '']) =>
      classes.includes('sum') || isMarkedIncluded(label) ? 0 : centsOf(value),
    ),
  )
}

function refundSum(order: RandomOrder, sequence: readonly string[]): { shown: number; refunded: number } {
  const outcomes = cancelAll(order, sequence)
  const places = outcomes.map(
    (outcome, at) =>
      ({
        registration_id: sequence[at],
        is_included: true,
        paid: cad(outcome.paid),
        kept: cad(outcome.kept),
        kept_for: null,
        discount_lost: cad(outcome.lost?.amount ?? 0),
      }) as never,
  )
  const about = { words: textIn('en').refund, nameOf: () => '', program: '', language: 'en' }
  return {
    shown: sum(refundLines({ places }, about).map(({ amount }) => centsOf(amount))),
    refunded: sum(outcomes.map(({ amount }) => amount)),
  }
}

it(
  'the lines of checkout, receipt, mail and refund page add up to the totals of the order',
  () => {
    fc.assert(
      fc.property(endlessChoices, (choices) => {
        const order = randomOrder(choices)
        const { amount_total } = order.totals
        const asShown = shown(order)
        expect(sum(asShown.items.map((item) => item.amount_total.value))).toBe(amount_total)
        expect(receiptSum(asShown)).toBe(amount_total)
        expect(checkoutSum(asShown)).toBe(amount_total)
        expect(mailSum(order)).toBe(amount_total)
        const ids = order.items.map(({ id }) => id)
        const leaving = ids.filter(() => choices.chance(0.6))
        const inOrder = refundSum(order, leaving)
        const backwards = refundSum(order, leaving.toReversed())
        expect(inOrder.shown).toBe(inOrder.refunded)
        expect(backwards).toMatchObject({ shown: backwards.refunded, refunded: inOrder.refunded })
        expect(inOrder.refunded).toBeLessThanOrEqual(amount_total)
      }),
      { numRuns: lives },
    )
  },
  30_000 + lives * 20,
)
