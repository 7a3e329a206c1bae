import { half, inSteps } from './calculated-sums.ts'

/** A paid line as the reckoning needs it: its price after discounts, its fee, and how it was taxed, in minor units and basis points. */
export type ModelPaidLine = {
  gross: number
  fee: number
  isFeeIncluded: boolean
  taxes: readonly { percent: number; included: boolean }[]
  /** What a tax that was added is a whole multiple of. */
  step: bigint
}
/** What a policy gives back, in percent, and what it keeps. */
export type ModelRefundRule = {
  percent: number
  retention: { fixed: number; percent: number; keep_fees: boolean }
  penalty: number
}
export type ModelPayment = { id: string; amount: bigint; isBalance: boolean }

const sum = (parts: bigint[]) => parts.reduce((a, b) => a + b, 0n)
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/**
 * What comes back of a line, in whole numbers and without a look at the product's own: the net price less what is kept, the step's
 * part of it, its tax in the same proportion; the fee with its tax only when everything comes back and fees are not kept.
 */
export function calculateRefund(line: ModelPaidLine, { percent, retention, penalty }: ModelRefundRule): bigint {
  const { net, tax, fee, feeTax } = partsOf(line)
  const wanted = half(net * BigInt(retention.percent), 100n) + BigInt(retention.fixed) + BigInt(penalty)
  const kept = least(net, wanted)
  const price = half((net - kept) * BigInt(percent), 100n)
  const taxBack = net === 0n ? 0n : half(tax * price, net)
  return price + taxBack + (percent === 100 && !retention.keep_fees ? fee + feeTax : 0n)
}

// A line without tax and fee, the tax on that, the fee without tax, and the tax on the fee.
function partsOf({ gross, fee, isFeeIncluded, taxes, step }: ModelPaidLine) {
  const price = BigInt(gross)
  const apart = isFeeIncluded ? 0n : BigInt(fee)
  const inside = taxes.filter(({ included }) => included).reduce((all, { percent }) => all + BigInt(percent), 10_000n)
  const taxOfOne = (top: bigint, included: boolean) => (included ? half(top, inside) : inSteps(top, step))
  const taxOn = (amount: bigint, which: 'all' | 'included') =>
    sum(
      taxes
        .filter(({ included }) => which === 'all' || included)
        .map((each) => taxOfOne(amount * BigInt(each.percent), each.included)),
    )
  const net = price - taxOn(price, 'included')
  const tax = taxOn(price, 'all')
  if (!isFeeIncluded) return { net, tax, fee: apart - taxOn(apart, 'included'), feeTax: taxOn(apart, 'all') }
  const rest = price - BigInt(fee)
  const [own, ownTax] = price === 0n ? [0n, 0n] : [half(net * rest, price), half(tax * rest, price)]
  return { net: own, tax: ownTax, fee: net - own, feeTax: tax - ownTax }
}

/** How much of an amount goes to each payment, the last one first, none above what is left of it. */
export function calculateParts(amount: bigint, payments: readonly ModelPayment[]): Map<string, bigint> {
  const parts = new Map<string, bigint>()
  let open = amount
  for (const { id, amount: left } of payments.toReversed()) {
    const part = least(open, left)
    if (part > 0n) parts.set(id, part)
    open -= part
  }
  return parts
}
