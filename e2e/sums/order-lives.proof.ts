import { seededChoices } from '../../functions/test-bench/choices.ts'
import { type Fault, runWithFault } from '../model/plant-fault.ts'
import { type Control, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import type * as Life from './life-of-order.ts'
import { liveOrder, openLives } from './life-of-order.ts'
import { checkoutDifferences, differences } from './shown-sums.ts'

type Site = Pick<typeof Life, 'liveOrder' | 'openLives'>

/** Lives of orders one after the other, each from its own seed. */
async function live({ liveOrder, openLives }: Site, { from, count }: Rounds): Promise<Tally> {
  const bench = await openLives()
  const tally = emptyTally('steps', 'mails', 'papers', 'noticed')
  const { sums } = tally
  for (let seed = from; seed < from + count; seed += 1) {
    const found: string[] = []
    let papers = 0
    try {
      await liveOrder(
        { bench, choices: seededChoices(seed) },
        {
          checkQuote: (quote) => found.push(...checkoutDifferences(quote)),
          checkShown: (shown, before) => {
            sums['steps'] = (sums['steps'] ?? 0) + 1
            sums['mails'] = (sums['mails'] ?? 0) + shown.mails.length
            papers = shown.order.receipts.length
            found.push(...differences(shown, before))
          },
        },
      )
    } catch (error) {
      found.push(error instanceof Error ? error.message : String(error))
    }
    sums['papers'] = (sums['papers'] ?? 0) + papers
    if (found.length > 0) sums['noticed'] = (sums['noticed'] ?? 0) + 1
    tally.findings.push(...found.slice(0, 3).map((each) => `seed ${seed}: ${each}`))
  }
  return tally
}

/** The faults that the long run plants. */
export const faults: Fault[] = [
  {
    name: 'the right column of the export',
    file: 'functions/organisation/desk/list-orders.ts',
    text: 'order.amount_returned.major_value',
    becomes: 'order.amount_paid.major_value',
  },
  {
    name: 'the fee of an item in a report',
    file: 'functions/organisation/reports/money-column-rows.ts',
    text: 'iif(i.is_fee_included = 0, i.amount_fee, 0)',
    becomes: '0',
  },
  {
    name: 'the discount in the mail',
    file: 'functions/money/fulfilment/sum-parts.ts',
    text: 'mail.discounts.map(',
    becomes: 'mail.discounts.slice(1).map(',
  },
  {
    name: 'the fee inside the prices of the mail',
    file: 'functions/money/fulfilment/sum-parts.ts',
    text: 'order.amount_fee - mail.includedFee',
    becomes: 'order.amount_fee',
  },
  {
    name: 'the smaller instalments after a cancellation',
    file: 'functions/money/fulfilment/order-mail-parts.ts',
    text: "part.status === 'cancelled' ? part.amount : amountOfPart(part)",
    becomes: 'part.amount',
  },
  {
    name: 'the tax of a credit note',
    file: 'functions/money/orders/show-receipt.ts',
    text: 'amount: signed(amount - added)',
    becomes: 'amount: signed(amount)',
  },
  {
    name: 'what the first of two places leaves',
    file: 'functions/changes/cancellations/refund-plan.ts',
    text: 'rest = orderWithout(ctx, rest, { place, outcome })',
    becomes: 'rest = order',
  },
]

/** Changes the text of a view of the database. */
type ViewFault = { name: string; view: string; text: string; becomes: string }
const viewFaults: ViewFault[] = [
  {
    name: 'the discount of a receipt line',
    view: 'receipt_documents',
    text: "'discount', i.amount_discount",
    becomes: "'discount', 0",
  },
  {
    name: 'the tax of a receipt line',
    view: 'receipt_documents',
    text: "'taxes', json(i.taxes)",
    becomes: "'taxes', json('[]')",
  },
]

const withViewFault = ({ view, text, becomes }: ViewFault): Site => ({
  liveOrder,
  openLives: async () => {
    const bench = await openLives()
    const query = bench.bareDb.prepare('SELECT sql FROM sqlite_master WHERE name = ?1').bind(view)
    const sql = (await query.first<string>('sql')) ?? ''
    if (!sql.includes(text)) throw new Error(`${view} no longer says: ${text}`)
    await bench.bareDb.batch([
      bench.bareDb.prepare(`DROP VIEW ${view}`),
      bench.bareDb.prepare(sql.replace(text, becomes)),
    ])
    return bench
  },
})

const control = ({ name }: { name: string }, run: Control['run'], small: number): Control => ({
  without: name,
  small,
  full: 100,
  run,
  noticed: (sums) => sums['noticed'] ?? 0,
  // Many orders have no discount, no tax, no instalment or no cancellation.
  least: 0.01,
})

export const proof: Proof = {
  row: '7 · M-03',
  name: 'order-lives',
  promise:
    'Pages, mails, receipts, credit notes, instalments, files for spreadsheets and reports show the same sums of an order, to the cent, after each step of any life',
  unit: 'orders',
  small: 12,
  full: 10_000,
  piece: 250,
  run: (input) => live({ liveOrder, openLives }, input),
  figure: ({ steps = 0, mails = 0, papers = 0, noticed = 0 }) =>
    `${steps} steps with ${mails} mails, ${papers} receipts and credit notes at the end: ${noticed === 0 ? 'every sum equal to the cent' : `${noticed} orders differ`}`,
  controls: [
    ...viewFaults.map((fault) => control(fault, (input) => live(withViewFault(fault), input), 12)),
    ...faults.map((fault) =>
      control(
        fault,
        (input) =>
          runWithFault<Site, Tally>(
            fault,
            { folders: ['functions', 'e2e/sums'], entry: 'e2e/sums/life-of-order.ts' },
            (site) => live(site, input),
          ),
        0,
      ),
    ),
  ],
}
