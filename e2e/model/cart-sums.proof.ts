import type * as Rule from '../../functions/orders/order-totals.ts'
import { amountRemaining, balanceToUse } from '../../functions/orders/order-money.ts'
import { orderTotals } from '../../functions/orders/order-totals.ts'
import { type Control, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { type Fault, withFault } from './plant-fault.ts'
import { type RandomCart, randomCart } from './random-carts.ts'
import { calculateSums } from './calculated-sums.ts'
import { endlessChoices, findFailure } from '../../functions/test-bench/choices.ts'

type Totals = typeof orderTotals
/** Carts of one round: a fault may show in one of many only. */
const cartsOfRound = 100

/** What the product makes of the balance at the checkout of a cart with these sums. */
function usedOf({ balance, usesBalance }: RandomCart, amount_total: number): { used: number; remaining: number } {
  const order = {
    status: 'draft' as const,
    amount_total,
    amount_paid: 0,
    amount_refunding: 0,
    amount_returned: 0,
    amount_cancelled: 0,
    amount_waived: 0,
    amount_carried: 0,
    balance,
    balance_used: 0,
    program: { features: { account_balance: true } },
  }
  const used = balanceToUse(order, usesBalance)
  return { used, remaining: amountRemaining({ ...order, status: 'pending', balance_used: used }) }
}

/** What differs between the rule's sums and the model's, and what no sums may be. */
function wrongWith(cart: RandomCart, totals: ReturnType<Totals>): string[] {
  const model = calculateSums(cart)
  const { used, remaining } = usedOf(cart, totals.amount_total)
  const pairs: [string, number, bigint][] = [
    ['discount', totals.amount_discount, model.discount],
    ['fee', totals.amount_fee, model.fee],
    ['tax', totals.amount_tax, model.tax],
    ['total', totals.amount_total, model.total],
    ['balance', used, model.balance],
    ['rest', remaining, model.total - model.balance],
    ...totals.lines.flatMap((line, index): [string, number, bigint][] => [
      [`discount of line ${index}`, line.amount_discount, model.lines[index]?.discount ?? -1n],
      [`fee of line ${index}`, line.amount_fee, model.lines[index]?.fee ?? -1n],
    ]),
    ...totals.discounts.map((each): [string, number, bigint] => [
      `coupon ${each.coupon_id}`,
      each.amount,
      model.coupons.get(each.coupon_id) ?? 0n,
    ]),
  ]
  const differing = pairs
    .filter(([, rule, ours]) => BigInt(rule) !== ours)
    .map(([name, rule, ours]) => `${name} is ${rule} and should be ${ours}`)
  const isLess =
    totals.amount_total < 0 ||
    totals.lines.some((line) => line.amount_discount > line.amount || line.amount_discount < 0)
  return isLess ? [...differing, 'something fell below nothing'] : differing
}

async function calculateRounds(
  rule: Totals,
  { from, count }: Rounds,
  { isShrunk }: { isShrunk: boolean },
): Promise<Tally> {
  const tally = emptyTally('carts', 'noticed')
  for (let round = from; round < from + count; round += 1) {
    const failure = await findFailure({
      arbitrary: endlessChoices.map(randomCart),
      seed: round,
      runs: cartsOfRound,
      shrinkMs: isShrunk ? 30_000 : 0,
      test: (cart) => {
        const differences = wrongWith(cart, rule(cart.lines, cart.selling, cart))
        if (differences.length > 0) throw new Error(`${differences.join('; ')}: ${JSON.stringify(cart)}`)
      },
    })
    tally.sums.carts = (tally.sums.carts ?? 0) + cartsOfRound
    tally.sums.noticed = (tally.sums.noticed ?? 0) + (failure ? 1 : 0)
    if (failure) tally.findings.push(failure)
  }
  return tally
}

const faults: Fault[] = [
  {
    name: 'rounding half up',
    file: 'functions/pricing/shares.ts',
    text: '(sign * scaled + 5000n)',
    becomes: '(sign * scaled)',
  },
  {
    name: 'rounding half up inside a price',
    file: 'functions/pricing/shares.ts',
    text: '(2n * BigInt(amount) * BigInt(share) + BigInt(of))',
    becomes: '(2n * BigInt(amount) * BigInt(share))',
  },
  {
    name: 'giving spare cents out',
    file: 'functions/pricing/shares.ts',
    text: 'byWeightDesc.slice(0, remainder)',
    becomes: 'byWeightDesc.slice(0, 0)',
  },
  {
    name: 'taking the discount before the fee',
    file: 'functions/orders/order-totals.ts',
    text: 'feeOf(discounted, line.quantity, selling)',
    becomes: 'feeOf(line.amount, line.quantity, selling)',
  },
  {
    name: 'taxing what is left only',
    file: 'functions/orders/order-totals.ts',
    text: 'taxesOf(discounted, addedFee, selling)',
    becomes: 'taxesOf(line.amount, addedFee, selling)',
  },
  {
    name: 'fixed amounts before percentages',
    file: 'functions/discounts/spread-discounts.ts',
    text: 'afterFixed.map((left, index)',
    becomes: 'listed.map((left, index)',
  },
  {
    name: 'choosing the best for each line',
    file: 'functions/discounts/spread-discounts.ts',
    text: '(offer.parts[at] ?? 0) > (winner < 0',
    becomes: '(offer.parts[at] ?? 0) < (winner < 0',
  },
  {
    name: 'a price that ends at nothing',
    file: 'functions/discounts/spread-discounts.ts',
    text: 'Math.min(coupon.amount_off ?? 0, sum(fitting))',
    becomes: '(coupon.amount_off ?? 0)',
  },
]

const control = (fault: Fault): Control => ({
  without: fault.name,
  small: 5,
  full: 50,
  run: async (input) =>
    calculateRounds(
      (
        await withFault<typeof Rule>(fault, {
          folders: ['functions/contract', 'functions/pricing', 'functions/discounts', 'functions/orders'],
          entry: 'functions/orders/order-totals.ts',
        })
      ).orderTotals,
      input,
      { isShrunk: false },
    ),
  noticed: (sums) => sums.noticed ?? 0,
})

export const proof: Proof = {
  row: '7 · M-03',
  name: 'cart-sums',
  promise:
    'The sums of any cart are right to the cent: line by line, coupon by coupon, and in all, never below nothing',
  unit: `${cartsOfRound} carts`,
  small: 20,
  full: 1000,
  piece: 250,
  run: (input) => calculateRounds(orderTotals, input, { isShrunk: true }),
  figure: (sums) =>
    `${sums.carts} choices carts against a second reckoning in whole numbers: ${sums.noticed === 0 ? 'the same to the cent' : 'they differ'}`,
  controls: faults.map(control),
}
