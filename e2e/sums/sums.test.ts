import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Order } from '../../functions/contract/money/order.ts'
import { money } from '../../functions/contract/display-money.ts'
import { sampleOrderMail } from '../../functions/money/fulfilment/sample-order-mail.ts'
import { sumRows } from '../../functions/money/fulfilment/sum-parts.ts'
import { creditLines } from '../../functions/money/orders/issue-receipt.ts'
import { showReceipts } from '../../functions/money/orders/show-receipt.ts'
import { showItem } from '../../functions/money/orders/show-item.ts'
import { sum } from '../../functions/offering/pricing/shares.ts'
import { endlessChoices } from '../../functions/test-bench/choices.ts'
import { CheckoutContext } from '../../src/screens/money/checkout/checkout-context.ts'
import { Lines } from '../../src/screens/money/checkout/Lines.tsx'
import { paperLines, paperSums } from '../../src/screens/money/order/paper-view.ts'
import { receiptLines } from '../../src/screens/money/order/receipt-lines.ts'
import { refundLines } from '../../src/screens/money/refund/refund-lines.ts'
import { checkout } from '../../src/stores/money/checkout.ts'
import type { CheckoutSetup } from '../../src/stores/money/checkout-setup.ts'
import { textIn } from '../../src/locales/choose-language.ts'
import { testProofs } from '../proofs/test-proofs.ts'
import { faults } from './order-lives.proof.ts'
import { cancelAll, type RandomOrder, randomOrder } from './order-life.ts'
import { centsOf, isMarkedIncluded } from './shown-sums.ts'

const lives = Number(process.env.ORDER_LIVES ?? 150)
const reader = {
  currency: 'CAD',
  program: { country: 'CA' },
  language: 'en',
  contentLanguage: null,
  membership_id: null,
}
const cad = (value: number) => money(value, 'CAD', 'en')

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

function receiptSum(order: Order): number {
  return sum(receiptLines(order, { language: 'en', locale: 'en-CA', fee: 'Fee' }).map((line) => centsOf(line.sum)))
}

function mailSum({ items, totals }: RandomOrder): number {
  const mail = sampleOrderMail('en', totals)
  const rows = sumRows(
    {
      ...mail,
      lines: items.map(({ product_name, amount }) => ({ label: product_name, amount })),
      discounts: totals.discounts
        .filter(({ amount }) => amount > 0)
        .map(({ coupon_id: label, amount }) => ({ label, amount })),
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
  const storage = {} as Storage
  const setup = {
    sum: { ...order, parts: [], checkout_methods: ['card'] },
    order: { status: 'draft' },
    holdUntil: null,
    balance: null,
    chosenCard: null,
    isOnlinePossible: true,
    keepsFees: true,
    decline: null,
    code: { refusal: null },
  } as unknown as CheckoutSetup
  const store = checkout(setup, { storage, session: storage, now: () => 0, navigate: () => {} })
  const value = { store, setup, text: textIn('en').checkout, now: 0 }
  const html = renderToStaticMarkup(createElement(CheckoutContext, { value }, createElement(Lines))).replaceAll(
    '<!-- -->',
    '',
  )
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

/** The receipt of an order and the credit note of each cancelled place, as they are stored. */
function storedPapers({ items, totals }: RandomOrder, refunds: readonly { item_id: string; amount: number }[]) {
  const kept = { currency: 'CAD', language: 'en' as const, issued_at: 0, people: {}, payment_id: null }
  const cards = [{ brand: 'visa', last4: '4242' }]
  const receipt = {
    ...kept,
    id: 'rct',
    kind: 'receipt' as const,
    number: '2027-000001',
    receipt_number: null,
    amount: totals.amount_total,
    buyer: { cards },
    document: {
      seller: { name: 'Seller', email: null, address: null, tax_number: null },
      lines: items.map((item) => ({
        item_id: item.id,
        type: item.type,
        name: item.product_name,
        quantity: 1,
        amount: item.amount,
        discount: item.amount_discount,
        fee: item.is_fee_included ? 0 : item.amount_fee,
        taxes: item.taxes,
        when: null,
      })),
      discounts: [],
      taxes: totals.tax_items,
      total: totals.amount_total,
      payments: [{ method: 'card' as const, amount: totals.amount_total, carried: false }],
    },
  }
  const notes = refunds.map((refund, at) => ({
    ...kept,
    id: `note${at}`,
    kind: 'credit_note' as const,
    number: `2027-C0000${at}`,
    receipt_number: receipt.number,
    amount: refund.amount,
    buyer: { cards },
    document: {
      lines: creditLines({ amount: refund.amount, inputs: refund }, items),
      taxes: [],
      method: 'card' as const,
      moved_to: null,
      reverses: null,
    },
  }))
  return [receipt, ...notes]
}

/**
 * The sum of the receipt and the credit notes of cancelled places. Each of these documents must also add up by itself.
 */
function papersSum(order: RandomOrder, sequence: readonly string[]): { papers: number; kept: number } {
  const reader = { text: textIn('en'), language: 'en' as const, locale: 'en-CA' as const }
  const refunds = cancelAll(order, sequence)
    .map(({ amount }, at) => ({ item_id: sequence[at] ?? '', amount }))
    .filter(({ amount }) => amount > 0)
  const papers = showReceipts(storedPapers(order, refunds), 'en').map((paper) => {
    const total = centsOf(paper.amount_total.display)
    expect(sum(paperLines(paper, reader).map((line) => centsOf(line.sum)))).toBe(total)
    const sums = paperSums(paper, reader)
    const at = sums.findIndex(({ isTotal }) => isTotal)
    const parts = sums.slice(0, at).map(({ amount }) => centsOf(amount))
    expect(parts.length === 0 ? total : sum(parts)).toBe(total)
    return total
  })
  return { papers: sum(papers), kept: order.totals.amount_total - sum(refunds.map(({ amount }) => amount)) }
}

it(
  'the lines of checkout, receipt, credit notes, mail and refund page add up to the totals of the order',
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
        const { papers, kept } = papersSum(order, leaving)
        expect(papers).toBe(kept)
      }),
      { numRuns: lives },
    )
  },
  30_000 + lives * 20,
)

it.each(faults)('the code that the long run breaks for “$name” is still in $file', ({ file, text }) =>
  expect(readFileSync(file, 'utf8')).toContain(text),
)

await testProofs('sums')
