import type * as Rule from '../../functions/money/orders/order-totals.ts'
import type * as Schedule from '../../functions/offering/pricing/instalment-schedule.ts'
import { amountRemaining, balanceToUse } from '../../functions/money/orders/order-money.ts'
import { chargeStep, smallestCharge } from '../../functions/contract/money/stripe-amount.ts'
import { orderTotals } from '../../functions/money/orders/order-totals.ts'
import { instalmentSchedule } from '../../functions/offering/pricing/instalment-schedule.ts'
import { paidParts } from '../../functions/offering/pricing/refund-amount.ts'
import { type Control, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { type Fault, withFault } from './plant-fault.ts'
import { calculateParts } from './calculated-parts.ts'
import { currencies, type RandomCart, randomCart, smallDeposits } from './random-carts.ts'
import { calculateSums } from './calculated-sums.ts'
import { endlessChoices, findFailure } from '../../functions/test-bench/choices.ts'

type Totals = typeof orderTotals
type MakeCart = typeof randomCart
/** The rules under test: the sums of a cart and its instalments. */
type Rules = { totals: Totals; schedule: typeof instalmentSchedule }
/** Number of carts per round. A fault may show in only one of many. */
const cartsOfRound = 100

/** The balance used at the checkout of a cart with these sums. */
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

/** Differences between the product's sums and the model's, plus sums that are impossible. */
function wrongWith(cart: RandomCart, totals: ReturnType<Totals>, schedule: Rules['schedule']): string[] {
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
  const [, step] = currencies[cart.currency as keyof typeof currencies]
  if (totals.amount_total % step !== 0) differing.push(`no card can be charged ${totals.amount_total} ${cart.currency}`)
  const isLess =
    totals.amount_total < 0 ||
    totals.lines.some((line) => line.amount_discount > line.amount || line.amount_discount < 0)
  const wrong = [...differing, ...wrongParts(cart, totals, schedule)]
  return isLess ? [...wrong, 'something fell below nothing'] : wrong
}

const today = '2027-01-10'
const dayAfter = (count: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

/** Differences between the product's instalments of a cart and the model's. */
function wrongParts(
  { plans, currency }: RandomCart,
  totals: ReturnType<Totals>,
  schedule: Rules['schedule'],
): string[] {
  const [least, step] = currencies[currency as keyof typeof currencies]
  const wholes = totals.lines.map((line) => {
    const { base, tax, fee, fee_tax } = paidParts(line)
    return base + tax + fee + fee_tax
  })
  const parts =
    schedule({
      total: totals.amount_total,
      lines: wholes.flatMap((amount, index) => {
        const plan = plans[index]
        if (!plan) return []
        const { percent, days, starts } = plan
        const parts = days.map((days_after) => (days_after % 2 === 0 ? { days_after } : { on: dayAfter(days_after) }))
        const starts_on = starts === null ? null : dayAfter(starts)
        return [{ item_id: `l${index}`, amount, plan: { deposit: { percent }, parts }, starts_on }]
      }),
      today,
      least: smallestCharge(currency),
      step: chargeStep(currency),
    }) ?? []
  const ours = calculateParts({
    total: BigInt(totals.amount_total),
    lines: wholes.map((amount, index) => ({ amount: BigInt(amount), plan: plans[index] ?? null })),
    least: BigInt(least),
    step: BigInt(step),
  })
  const asText = (each: readonly (readonly [string, number | bigint])[]) =>
    each.map(([day, amount]) => `${amount} on ${day}`).join(', ') || 'nothing'
  const [rule, model] = [
    asText(parts.map(({ due_on, amount }) => [due_on, amount])),
    asText(ours.map(([day, amount]) => [dayAfter(day), amount])),
  ]
  const isWhole = parts.slice(1).every(({ amount }) => amount % step === 0 && amount > 0)
  return [
    ...(rule === model ? [] : [`the parts are ${rule} and should be ${model}`]),
    ...(isWhole ? [] : [`a part of ${rule} is no amount of ${currency} for a card`]),
  ]
}

async function calculateRounds(
  { totals, schedule }: Rules,
  { from, count }: Rounds,
  { isShrunk, cart: makeCart = randomCart }: { isShrunk: boolean; cart?: MakeCart },
): Promise<Tally> {
  const tally = emptyTally('carts', 'noticed')
  for (let round = from; round < from + count; round += 1) {
    const failure = await findFailure({
      arbitrary: endlessChoices.map(makeCart),
      seed: round,
      runs: cartsOfRound,
      shrinkMs: isShrunk ? 30_000 : 0,
      test: (cart) => {
        const differences = wrongWith(cart, totals(cart.lines, cart.selling, cart), schedule)
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
    file: 'functions/offering/pricing/shares.ts',
    text: '(sign * scaled + half)',
    becomes: '(sign * scaled)',
  },
  {
    name: 'rounding half up inside a price',
    file: 'functions/offering/pricing/shares.ts',
    text: '(2n * BigInt(amount) * BigInt(share) + BigInt(of))',
    becomes: '(2n * BigInt(amount) * BigInt(share))',
  },
  {
    name: 'taxes in steps that a card can be charged',
    file: 'functions/offering/pricing/line-price.ts',
    text: 'percentOf(amount, tax.percent, step)',
    becomes: 'percentOf(amount, tax.percent)',
  },
  {
    name: 'giving spare cents out',
    file: 'functions/offering/pricing/shares.ts',
    text: 'byWeightDesc.slice(0, remainder)',
    becomes: 'byWeightDesc.slice(0, 0)',
  },
  {
    name: 'taking the discount before the fee',
    file: 'functions/money/orders/order-totals.ts',
    text: 'feeOf(discounted, line.quantity, selling)',
    becomes: 'feeOf(line.amount, line.quantity, selling)',
  },
  {
    name: 'taxing what is left only',
    file: 'functions/money/orders/order-totals.ts',
    text: 'taxesOf(discounted, addedFee, selling)',
    becomes: 'taxesOf(line.amount, addedFee, selling)',
  },
  {
    name: 'fixed amounts before percentages',
    file: 'functions/money/discounts/spread-discounts.ts',
    text: 'afterFixed.map((rest, index)',
    becomes: 'listed.map((rest, index)',
  },
  {
    name: 'choosing the best for each line',
    file: 'functions/money/discounts/spread-discounts.ts',
    text: '(offer.parts[at] ?? 0) > (winner < 0',
    becomes: '(offer.parts[at] ?? 0) < (winner < 0',
  },
  {
    name: 'a price that ends at nothing',
    file: 'functions/money/discounts/spread-discounts.ts',
    text: 'Math.min(coupon.amount_off ?? 0, sum(fitting))',
    becomes: '(coupon.amount_off ?? 0)',
  },
]

const faultsOfParts: (Fault & { cart?: MakeCart })[] = [
  {
    name: 'whole steps of a currency',
    file: 'functions/offering/pricing/instalment-schedule.ts',
    text: 'Math.floor((amount - first) / step)',
    becomes: '(amount - first) / step',
  },
  {
    name: 'joining what is too small for a card',
    file: 'functions/offering/pricing/instalment-schedule.ts',
    text: 'joined.amount < least ? joined : null',
    becomes: 'null',
  },
  {
    name: 'a first part that is enough for a card',
    file: 'functions/offering/pricing/instalment-schedule.ts',
    text: 'first() < Math.max(least, 1)',
    becomes: 'first() < 1',
    cart: smallDeposits,
  },
]

const folders = [
  'functions/contract',
  'functions/offering/pricing',
  'functions/money/discounts',
  'functions/money/orders',
]
const control = (fault: Fault & { cart?: MakeCart }, rulesWith: (fault: Fault) => Promise<Rules>): Control => ({
  without: fault.name,
  small: 5,
  full: 50,
  run: async (input) =>
    calculateRounds(await rulesWith(fault), input, { isShrunk: false, ...(fault.cart && { cart: fault.cart }) }),
  noticed: (sums) => sums.noticed ?? 0,
})
const withTotals = async (fault: Fault): Promise<Rules> => ({
  totals: (await withFault<typeof Rule>(fault, { folders, entry: 'functions/money/orders/order-totals.ts' }))
    .orderTotals,
  schedule: instalmentSchedule,
})
const withSchedule = async (fault: Fault): Promise<Rules> => ({
  totals: orderTotals,
  schedule: (
    await withFault<typeof Schedule>(fault, { folders, entry: 'functions/offering/pricing/instalment-schedule.ts' })
  ).instalmentSchedule,
})

export const proof: Proof = {
  row: '7 · M-03',
  name: 'cart-sums',
  promise:
    'The sums of any cart are right to the cent: line by line, coupon by coupon, part by part in currencies with two, no and three decimals, and in all, never below nothing',
  unit: `${cartsOfRound} carts`,
  small: 20,
  full: 1000,
  piece: 250,
  run: (input) => calculateRounds({ totals: orderTotals, schedule: instalmentSchedule }, input, { isShrunk: true }),
  figure: (sums) =>
    `${sums.carts} choices carts against a second reckoning in whole numbers: ${sums.noticed === 0 ? 'the same to the cent' : 'they differ'}`,
  controls: [
    ...faults.map((fault) => control(fault, withTotals)),
    ...faultsOfParts.map((fault) => control(fault, withSchedule)),
  ],
}
