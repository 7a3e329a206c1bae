import type { RandomPlan } from './random-carts.ts'

type PlannedInput = {
  total: bigint
  lines: { amount: bigint; plan: RandomPlan | null }[]
  least: bigint
  step: bigint
}

export type CalculatedPart = [day: number, amount: bigint, shares: bigint[]]

/**
 * The instalments of an order by due date, from today; empty when everything is due today. Written independently of
 * the product. After its deposit each item is split into equal instalments, and the earlier instalments have the
 * spare units. An instalment that is too small for a card is added to the instalment before it. The first instalment
 * takes over later instalments until it is large enough. Each instalment has its amount per item.
 */
export function calculateParts({ total, lines, least, step }: PlannedInput): CalculatedPart[] {
  const due = new Map<number, bigint[]>()
  const nothing = () => lines.map(() => 0n)
  lines.forEach(({ amount, plan }, at) => {
    if (!plan) return
    const deposit = (amount * BigInt(plan.percent) * 2n + 100n) / 200n
    const days = plan.days.map((day) => (plan.starts === null ? day : Math.min(day, plan.starts))).sort((a, b) => a - b)
    const steps = (amount - deposit) / step
    const count = BigInt(days.length)
    days.forEach((day, index) => {
      const share = (steps / count + (BigInt(index) < steps % count ? 1n : 0n)) * step
      if (day <= 0 || share === 0n) return
      const shares = due.get(day) ?? nothing()
      shares[at] = (shares[at] ?? 0n) + share
      due.set(day, shares)
    })
  })
  const amountOf = (shares: bigint[]) => shares.reduce((all, share) => all + share, 0n)
  const later = [...due].sort(([a], [b]) => a - b)
  for (let index = later.length - 1; index >= 0; index -= 1) {
    const [, shares] = later[index] as [number, bigint[]]
    if (amountOf(shares) >= least) continue
    const before = later[index - 1]
    if (before) before[1] = before[1].map((share, at) => share + (shares[at] ?? 0n))
    later.splice(index, 1)
  }
  const first = () => total - later.reduce((all, [, shares]) => all + amountOf(shares), 0n)
  while (later.length > 0 && (first() < least || first() < 1n)) later.shift()
  if (later.length === 0) return []
  return [[0, first(), nothing()], ...later.map(([day, shares]): CalculatedPart => [day, amountOf(shares), shares])]
}
