import { half, inSteps } from './calculated-sums.ts'

/**
 * A paid item for the refund calculation: its discounted price, its fee and its taxes, in minor units and basis points.
 */
export type ModelPaidLine = {
  gross: number
  fee: number
  isFeeIncluded: boolean
  taxes: readonly { percent: number; included: boolean }[]
  /** The step that an added tax is a multiple of. */
  step: bigint
}
/** The refunded percentage of a policy, and what it keeps. */
export type ModelRefundRule = {
  percent: number
  retention: { fixed: number; percent: number; keep_fees: boolean }
  penalty: number
}
export type ModelPayment = { id: string; amount: bigint; isBalance: boolean }

const sum = (parts: bigint[]) => parts.reduce((a, b) => a + b, 0n)
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/**
 * The refund of an item in integers, written independently of the product: the net price less the retention, times the
 * percentage, with proportional tax. The fee and its tax are included only in a full refund that does not keep fees.
 */
export function calculateRefund(line: ModelPaidLine, { percent, retention, penalty }: ModelRefundRule): bigint {
  const { net, tax, fee, feeTax } = partsOf(line)
  const wanted = half(net * BigInt(retention.percent), 100n) + BigInt(retention.fixed) + BigInt(penalty)
  const kept = least(net, wanted)
  const price = half((net - kept) * BigInt(percent), 100n)
  const taxBack = net === 0n ? 0n : half(tax * price, net)
  return price + taxBack + (percent === 100 && !retention.keep_fees ? fee + feeTax : 0n)
}

// The price without tax and fee, the tax on it, the fee without tax, and the tax on the fee.
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

/** Distributes an amount over payments, the last one first, none above its refundable remainder. */
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
