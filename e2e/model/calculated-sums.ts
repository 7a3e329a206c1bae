/** A coupon for the calculation: one of `amount_off` (minor units) and `percent_off` (basis points). */
export type ModelCoupon = {
  id: string
  amount_off: number | null
  percent_off: number | null
  applies_to: { product_types: string[] }
}
export type ModelLine = { kinds: string[]; quantity: number; amount: number }
export type ModelSelling = {
  /** The step of card amounts; 1 by default. */
  amount_step?: number | undefined
  fee: { percent: number; fixed: number; included: boolean }
  taxes: { percent: number; included: boolean }[]
}
export type ModelCart = {
  lines: ModelLine[]
  selling: ModelSelling
  automatic: ModelCoupon[]
  entered: ModelCoupon | null
  /** The customer's balance, negative for a debt, and whether they use it. */
  balance?: number
  usesBalance?: boolean
}
export type CalculatedSums = {
  discount: bigint
  fee: bigint
  tax: bigint
  total: bigint
  /** The amount paid from the balance. */
  balance: bigint
  lines: { discount: bigint; fee: bigint }[] /** The discount of each coupon by its id. */
  coupons: Map<string, bigint>
  /** The discount of each coupon per item. */
  parts: Map<string, bigint[]>
}

/**
 * The sums in integers, written independently of the product: fixed amounts first, the best automatic coupon for each
 * item, then percentages of the remainder, and an entered code last; fee and tax by item, rounded half up.
 */
export function calculateSums({
  lines,
  selling,
  automatic,
  entered,
  balance = 0,
  usesBalance = false,
}: ModelCart): CalculatedSums {
  const step = BigInt(selling.amount_step ?? 1)
  const coupons = new Map<string, bigint>()
  const ofLines = new Map<string, bigint[]>()
  const note = (coupon: ModelCoupon, parts: bigint[]) => {
    coupons.set(coupon.id, (coupons.get(coupon.id) ?? 0n) + sum(parts))
    const before = ofLines.get(coupon.id)
    ofLines.set(
      coupon.id,
      parts.map((part, index) => part + (before?.[index] ?? 0n)),
    )
  }
  let left = lines.map((line) => BigInt(line.amount))
  const take = (coupon: ModelCoupon, parts: bigint[]) => {
    note(coupon, parts)
    left = left.map((amount, index) => amount - (parts[index] ?? 0n))
  }

  if (entered?.amount_off) take(entered, fixedShares(entered, { lines, left, step }))
  const before = left
  const winner = lines.map((line, index) =>
    bestOf(automatic.map((each) => offerOf(each, { line, at: index, lines, left: before, step }))),
  )
  const won = (index: number, amounts: bigint[]) =>
    amounts.map((amount, line) => (winner[line] === index ? amount : 0n))
  automatic.forEach((each, index) => {
    if (each.amount_off) take(each, won(index, fixedShares(each, { lines, left: before, step })))
  })
  const afterFixed = left
  automatic.forEach((each, index) => {
    if (each.percent_off) take(each, percentShares(each.percent_off, won(index, afterFixed), step))
  })
  if (entered?.percent_off)
    take(
      entered,
      percentShares(
        entered.percent_off,
        left.map((amount, index) => (fits(entered, lines[index] as ModelLine) ? amount : 0n)),
        step,
      ),
    )
  const sums = afterDiscounts(lines, left, selling)
  const there = usesBalance && balance > 0 ? BigInt(balance) : 0n
  return { ...sums, balance: there < sums.total ? there : sums.total, coupons, parts: ofLines }
}

function afterDiscounts(lines: ModelLine[], left: bigint[], { fee, taxes, amount_step = 1 }: ModelSelling) {
  const step = BigInt(amount_step)
  const inside = taxes.filter((tax) => tax.included).reduce((all, tax) => all + BigInt(tax.percent), 10_000n)
  const ofLines = left.map((amount, index) => {
    const line = lines[index] as ModelLine
    const whole =
      amount === 0n ? 0n : inSteps(amount * BigInt(fee.percent), step) + BigInt(fee.fixed) * BigInt(line.quantity)
    const own = fee.included && whole > amount ? amount : whole
    const apart = fee.included ? 0n : own
    const parts = taxes.flatMap((each) =>
      [amount, apart].map((part) => ({
        each,
        tax: each.included ? half(part * BigInt(each.percent), inside) : inSteps(part * BigInt(each.percent), step),
      })),
    )
    return {
      discount: BigInt(line.amount) - amount,
      fee: own,
      tax: sum(parts.map((part) => part.tax)),
      added: apart + sum(parts.map((part) => (part.each.included ? 0n : part.tax))),
    }
  })
  const all = (name: 'discount' | 'fee' | 'tax' | 'added') => sum(ofLines.map((line) => line[name]))
  return {
    discount: all('discount'),
    fee: all('fee'),
    tax: all('tax'),
    total: sum(left) + all('added'),
    lines: ofLines.map(({ discount, fee: own }) => ({ discount, fee: own })),
  }
}

function offerOf(
  coupon: ModelCoupon,
  about: { line: ModelLine; at: number; lines: ModelLine[]; left: bigint[]; step: bigint },
): bigint {
  if (!fits(coupon, about.line)) return 0n
  if (coupon.amount_off) return fixedShares(coupon, about)[about.at] ?? 0n
  return inSteps((about.left[about.at] ?? 0n) * BigInt(coupon.percent_off ?? 0), about.step)
}

// Index of the first highest offer; -1 without a positive one.
function bestOf(offers: bigint[]): number {
  const [top] = [...offers.keys()]
    .filter((index) => (offers[index] ?? 0n) > 0n)
    .sort((a, b) => Number((offers[b] ?? 0n) - (offers[a] ?? 0n)) || a - b)
  return top ?? -1
}

function fixedShares(
  coupon: ModelCoupon,
  { lines, left, step }: { lines: ModelLine[]; left: bigint[]; step: bigint },
): bigint[] {
  const mine = left.map((amount, index) => (fits(coupon, lines[index] as ModelLine) ? amount : 0n))
  const whole = BigInt(coupon.amount_off ?? 0)
  return shares(whole < sum(mine) ? whole : sum(mine), mine, step)
}

const percentShares = (percent: number, mine: bigint[], step: bigint) =>
  shares(inSteps(sum(mine) * BigInt(percent), step), mine, step)
const fits = (coupon: ModelCoupon, line: ModelLine) =>
  coupon.applies_to.product_types.length === 0 ||
  coupon.applies_to.product_types.some((type) => line.kinds.includes(type))
const sum = (parts: bigint[]) => parts.reduce((a, b) => a + b, 0n)
/** Integer division, half up. */
export const half = (top: bigint, bottom: bigint): bigint => (2n * top + bottom) / (2n * bottom)

/** Basis points of an amount, to the nearest whole step. */
export const inSteps = (top: bigint, step: bigint): bigint => half(top, 10_000n * step) * step

// Distributes a whole over weights. The spare units go to the largest weights first.
function shares(whole: bigint, weights: bigint[], step: bigint): bigint[] {
  const all = sum(weights)
  if (all === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => ((whole * weight) / all / step) * step)
  const byAmountDesc = [...weights.keys()].sort((a, b) => Number((weights[b] ?? 0n) - (weights[a] ?? 0n)) || a - b)
  const spare = Number((whole - sum(parts)) / step)
  for (const at of byAmountDesc.slice(0, spare)) parts[at] = (parts[at] ?? 0n) + step
  return parts
}
