import { balanceProvider } from '../../functions/contract/money/account-balance.ts'
import { displayMoney } from '../../functions/contract/display-money.ts'
import { fromStripe, toStripe } from '../../functions/contract/money/stripe-amount.ts'
import { type LineTotals, orderTotals } from '../../functions/money/orders/order-totals.ts'
import type * as Parts from '../../functions/offering/pricing/refund-amount.ts'
import { paidParts } from '../../functions/offering/pricing/refund-amount.ts'
import type * as Split from '../../functions/money/refunds/split-refund.ts'
import { returnParts } from '../../functions/money/refunds/split-refund.ts'
import type * as Amount from '../../functions/booking/registrations/cancellation-amount.ts'
import { cancellationAmount } from '../../functions/booking/registrations/cancellation-amount.ts'
import { type Choices, endlessChoices, findFailure } from '../../functions/test-bench/choices.ts'
import { type Control, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { calculateParts, calculateRefund, type ModelPayment } from './calculated-refunds.ts'
import { type Fault, withFault } from './plant-fault.ts'
import { type RandomCart, randomCart } from './random-carts.ts'

type Rules = Pick<typeof Amount, 'cancellationAmount'> &
  Pick<typeof Parts, 'paidParts'> &
  Pick<typeof Split, 'returnParts'>
const ownRules: Rules = { cancellationAmount, paidParts, returnParts }
/** Number of orders per round. A fault may show in only one of many. */
const ordersOfRound = 100
/**
 * Currencies with two decimals, with none, with none but counted in hundredths by the provider, with three, and with
 * two that are usually hidden.
 */
const currencies = ['CAD', 'JPY', 'ISK', 'UGX', 'LYD', 'HUF'] as const

type RandomCancellation = {
  /** The index of the item. */ line: number
  percent: number
  retention: { fixed: number; percent: number; keep_fees: boolean }
  penalty: number
  everything: boolean
  destination: 'original_method' | 'account_balance'
}
type RandomOrder = { cart: RandomCart; currency: string; cancellations: RandomCancellation[] }

function randomOrder(choices: Choices): RandomOrder {
  const { below, pick, chance } = choices
  const cart = randomCart(choices)
  return {
    cart,
    currency: pick(currencies),
    // Each item is cancelled at most once, in any order.
    cancellations: cart.lines
      .map((_, line) => ({ line, rank: below(1000), isChosen: chance(0.8) }))
      .filter(({ isChosen }) => isChosen)
      .sort((a, b) => a.rank - b.rank || a.line - b.line)
      .map(({ line }) => ({
        line,
        percent: pick([0, 50, 100, below(101)]),
        retention: { fixed: pick([0, 500, below(3000)]), percent: pick([0, 10, below(101)]), keep_fees: chance(0.5) },
        penalty: pick([0, below(2000)]),
        everything: chance(0.2),
        destination: pick(['original_method', 'account_balance'] as const),
      })),
  }
}

/** Differences between the product's successive refunds of an order and the model's. */
function wrongWith({ cart, currency, cancellations }: RandomOrder, rules: Rules): string[] {
  const totals = orderTotals(cart.lines, cart.selling, cart)
  const total = totals.amount_total
  const byBalance = cart.usesBalance ? Math.max(0, Math.min(cart.balance, total)) : 0
  const payments = [
    { id: 'balance', amount_received: byBalance, provider: balanceProvider as string | null },
    { id: 'card', amount_received: total - byBalance, provider: 'sandbox' },
  ].filter(({ amount_received }) => amount_received > 0)
  const paid = payments.map((each, index) => ({
    ...each,
    amount_disputed: 0,
    status: 'succeeded' as const,
    created: index,
  }))
  const model: ModelPayment[] = payments.map(({ id, amount_received, provider }) => ({
    id,
    amount: BigInt(amount_received),
    isBalance: provider === balanceProvider,
  }))
  const refunds: { payment_id: string; status: 'succeeded'; amount: number }[] = []
  const differing = shownWrongly(total, currency)
  let returned = 0

  for (const [index, each] of cancellations.entries()) {
    const line = totals.lines[each.line] as LineTotals
    const { percent, retention, penalty, everything } = each
    const amount = rules.cancellationAmount({
      parts: rules.paidParts(line),
      tier: { ...wholeTier, percent, fixed_penalty: penalty },
      retention,
      remaining: total - returned,
      everything,
    }).total
    const own = calculateRefund(
      {
        gross: line.amount - line.amount_discount,
        fee: line.amount_fee,
        isFeeIncluded: line.is_fee_included,
        taxes: cart.selling.taxes,
        step: BigInt(cart.selling.amount_step ?? 1),
      },
      everything ? wholeRule : { percent, retention, penalty },
    )
    const left = BigInt(total - returned)
    const expected = own < left ? own : left
    if (BigInt(amount) !== expected) differing.push(`refund ${index} is ${amount} and should be ${expected}`)
    const parts = rules.returnParts(amount, { payments: paid, refunds }, each.destination)
    differing.push(...wrongParts(parts, { amount: expected, model, destination: each.destination }))
    for (const part of parts) {
      refunds.push({ payment_id: part.payment_id, status: 'succeeded', amount: part.amount })
      const payment = model.find(({ id }) => id === part.payment_id)
      if (payment) payment.amount -= BigInt(part.amount)
      returned += part.amount
    }
  }
  if (returned > total || model.some(({ amount }) => amount < 0n)) differing.push(`${returned} came back of ${total}`)
  const isWhole = cancellations.length === cart.lines.length && cancellations.every(({ everything }) => everything)
  if (isWhole && returned !== total) differing.push(`all was cancelled, and ${returned} of ${total} came back`)
  return differing
}

const wholeRule = { percent: 100, retention: { fixed: 0, percent: 0, keep_fees: false }, penalty: 0 }
const wholeTier = {
  until: null,
  ends_at: null,
  is_late: false,
  is_automatic: true,
  is_request: false,
  is_contact_only: false,
}

function wrongParts(
  parts: ReturnType<Rules['returnParts']>,
  expected: { amount: bigint; model: ModelPayment[]; destination: string },
): string[] {
  const own = calculateParts(expected.amount, expected.model)
  const balances = expected.model.flatMap(({ id, isBalance }) => (isBalance ? [id] : []))
  return [
    ...(parts.length === own.size ? [] : [`${parts.length} parts should be ${own.size}`]),
    ...parts.flatMap(({ payment_id, amount, destination }) => [
      ...(own.get(payment_id) === BigInt(amount)
        ? []
        : [`${payment_id} gets ${amount} and should get ${own.get(payment_id)}`]),
      ...(destination === (balances.includes(payment_id) ? 'account_balance' : expected.destination)
        ? []
        : [`${payment_id} goes to ${destination}`]),
    ]),
  ]
}

/** The page shows every unit, and the provider refunds the same amount. */
function shownWrongly(amount: number, currency: string): string[] {
  const shown = displayMoney(amount, currency, 'en')
    .replaceAll(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
  const there = toStripe(amount, currency)
  return [
    ...(shown === String(amount) ? [] : [`${amount} ${currency} is shown as ${shown}`]),
    ...(there !== null && fromStripe(there, currency) === amount
      ? []
      : [`${amount} ${currency} is ${there} at the provider`]),
  ]
}

async function calculateRounds(
  rules: Rules,
  { from, count }: Rounds,
  { isShrunk }: { isShrunk: boolean },
): Promise<Tally> {
  const tally = emptyTally('orders', 'noticed')
  for (let round = from; round < from + count; round += 1) {
    const failure = await findFailure({
      arbitrary: endlessChoices.map(randomOrder),
      seed: round,
      runs: ordersOfRound,
      shrinkMs: isShrunk ? 30_000 : 0,
      test: (order) => {
        const differences = wrongWith(order, rules)
        if (differences.length > 0) throw new Error(`${differences.join('; ')}: ${JSON.stringify(order)}`)
      },
    })
    tally.sums.orders = (tally.sums.orders ?? 0) + ordersOfRound
    tally.sums.noticed = (tally.sums.noticed ?? 0) + (failure ? 1 : 0)
    if (failure) tally.findings.push(failure)
  }
  return tally
}

const faults: Fault[] = [
  {
    name: 'keeping before the percentage',
    file: 'functions/offering/pricing/refund-amount.ts',
    text: 'percentOf(parts.base - kept, percent * 100)',
    becomes: 'percentOf(parts.base, percent * 100) - kept',
  },
  {
    name: 'the tax of what is kept',
    file: 'functions/offering/pricing/refund-amount.ts',
    text: 'inProportion(parts.tax, price, parts.base)',
    becomes: 'parts.tax',
  },
  {
    name: 'keeping the fee of a part',
    file: 'functions/offering/pricing/refund-amount.ts',
    text: '!retention.keep_fees && percent === 100',
    becomes: '!retention.keep_fees',
  },
  {
    name: 'the fee inside a price',
    file: 'functions/offering/pricing/refund-amount.ts',
    text: 'inProportion(net, gross - line.amount_fee, gross)',
    becomes: 'net',
  },
  {
    name: 'the tax inside a price',
    file: 'functions/offering/pricing/refund-amount.ts',
    text: 'each.is_included ? each.amount : 0',
    becomes: '0',
  },
  {
    name: 'what was returned before',
    file: 'functions/money/refunds/split-refund.ts',
    text: 'payment.amount_disputed - sum(returned.map(({ amount }) => amount))',
    becomes: 'payment.amount_disputed',
  },
  {
    name: 'balance that goes back to the balance',
    file: 'functions/money/refunds/split-refund.ts',
    text: 'provider === balanceProvider ? [id] : []',
    becomes: 'provider !== balanceProvider ? [id] : []',
  },
]

async function rulesWith(fault: Fault): Promise<Rules> {
  const folders = [
    'contract',
    'offering/pricing',
    'money/discounts',
    'money/orders',
    'money/refunds',
    'booking/registrations',
  ].map((name) => `functions/${name}`)
  const load = async <Module>(entry: string) => withFault<Module>(fault, { folders, entry: `functions/${entry}` })
  const { cancellationAmount: amount } = await load<typeof Amount>('booking/registrations/cancellation-amount.ts')
  const { paidParts: parts } = await load<typeof Parts>('offering/pricing/refund-amount.ts')
  const { returnParts: split } = await load<typeof Split>('money/refunds/split-refund.ts')
  return { cancellationAmount: amount, paidParts: parts, returnParts: split }
}

const control = (fault: Fault): Control => ({
  without: fault.name,
  small: 3,
  full: 50,
  run: async (input) => calculateRounds(await rulesWith(fault), input, { isShrunk: false }),
  noticed: (sums) => sums.noticed ?? 0,
  // Some faults show only with several payments and several cancellations.
  least: 0.5,
})

export const proof: Proof = {
  row: '7 · M-03, M-20',
  name: 'refund-sums',
  promise:
    'What comes back of any order, place by place, by any policy, to card and balance, is right to the unit in every currency, and never more than was paid',
  unit: `${ordersOfRound} orders`,
  small: 20,
  full: 1000,
  piece: 250,
  run: (input) => calculateRounds(ownRules, input, { isShrunk: true }),
  figure: (sums) =>
    `${sums.orders} orders with partial refunds against a second reckoning in whole numbers: ${sums.noticed === 0 ? 'the same to the unit' : 'they differ'}`,
  controls: faults.map(control),
}
