import { type Control, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { dayNumber, dayText, monthDay } from './membership-days.ts'
import { type Act, type Every, Reckoning, type SoldPlan } from './membership-reckoning.ts'
import {
  type Kept,
  type Member,
  type MembershipWorld,
  openMembershipWorld,
  type WithoutGuard,
} from './membership-world.ts'

const first = dayNumber('2027-01-10')
/** The last day of the proof, after 26 months with a leap day in them. */
const last = dayNumber('2029-03-10')
const leapDay = dayNumber('2028-02-29')
/** Number of schedulers that run the renewals in parallel, every third day. */
const clocks = 2
/** Hours of the day at which the schedulers run. A later run does what one scheduler left to the other. */
const hours = [10, 10.4, 11.7]

/** Random numbers below an end, from a seed. */
function choicesOf(seed: number): (end: number) => number {
  let state = (seed * 2_654_435_761) % 4_294_967_296
  return (end) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x6d2b79f5) >>> 0
    const mixed = (state ^ (state >>> 13)) >>> 0
    return mixed % end
  }
}

const each = (every: Every, more: Partial<SoldPlan> = {}): SoldPlan => ({
  every,
  cost: 4500,
  anchor: null,
  trial: null,
  times: null,
  visits: null,
  ...more,
})
/** The memberships on sale, mostly the longer ones. */
const plans: SoldPlan[] = [
  each('month', { visits: { count: 4, each: 'billing_period' } }),
  each('month', { anchor: 31, cost: 3333 }),
  each('month', { anchor: 1, trial: 7, cost: 2999, visits: { count: 3, each: 'billing_period' } }),
  each('month', { times: 3, cost: 1999, visits: { count: 10, each: 'total' } }),
  each('week', { times: 12, cost: 1050 }),
  each('once', { cost: 50_000, visits: { count: 20, each: 'total' } }),
  each('quarter', { cost: 9999, visits: { count: 2, each: 'month' } }),
  each('quarter', { cost: 12_001, trial: 14 }),
  each('year', { cost: 36_500, visits: { count: 5, each: 'month' } }),
  each('year', { cost: 39_999, trial: 30 }),
]
const shares = [0, 8, 9, 6, 8, 7, 3, 9, 8, 7, 1, 9, 8, 6, 4, 9, 8, 7, 5, 9, 2, 8, 6, 9]
const planOf = (member: number) => shares[member % shares.length] as number
/** Price changes: the day, the membership and the new price. */
const priceChanges = [
  { day: first + 100, plan: 0, cost: 4900 },
  { day: first + 130, plan: 6, cost: 10_501 },
  { day: first + 150, plan: 0, cost: 4500 },
  { day: first + 300, plan: 8, cost: 38_000 },
  { day: first + 420, plan: 1, cost: 3601 },
  { day: first + 430, plan: 1, cost: 3555 },
  { day: first + 500, plan: 7, cost: 11_000 },
]

type Life = { number: number; reckoning: Reckoning; member: Member; acts: Map<number, Act[]> }

// A day in the first three months, often one that some months lack, or the leap day.
function buyDay(choose: (end: number) => number): number {
  if (choose(25) === 0) return leapDay
  const day = first + choose(90)
  return choose(3) === 0
    ? ([dayNumber('2027-01-29'), dayNumber('2027-01-30'), dayNumber('2027-01-31')][choose(3)] as number)
    : day
}

// Actions of people by day.
function actsOf(choose: (end: number) => number, bought: number): Map<number, Act[]> {
  const acts = new Map<number, Act[]>()
  const on = (day: number, act: Act) => acts.set(day, [...(acts.get(day) ?? []), act])
  const someDay = () => bought + 1 + choose(last - bought)
  for (let time = choose(3); time > 0; time -= 1) {
    const day = someDay()
    on(day, { is: 'card', card: 'bad' })
    on(day + 20 + choose(80), { is: 'card', card: 'good' })
  }
  for (let time = choose(3); time > 0; time -= 1) {
    const day = someDay()
    const from = day + (choose(2) === 0 ? 0 : choose(20))
    const to = choose(3) === 0 ? null : from + 1 + choose(60)
    on(day, { is: 'hold', from, to })
    if (to === null || choose(5) === 0) on(from + 5 + choose(50), { is: 'resume' })
  }
  if (choose(3) === 0) {
    const day = someDay()
    on(day, { is: 'cancel' })
    if (choose(2) === 0) on(day + choose(12), { is: 'keep' })
  }
  if (choose(8) === 0) on(someDay(), { is: 'end' })
  for (let time = choose(12); time > 0; time -= 1) on(someDay(), { is: 'visit', count: 1 + choose(4) })
  return acts
}

async function passYears(world: MembershipWorld, { from, count }: Rounds): Promise<Tally> {
  const tally = emptyTally('members', 'charged', 'refused', 'refusedActs')
  const sold = await Promise.all(plans.map(async (plan) => world.sell(plan)))
  const prices = plans.map(({ cost }) => cost)
  const toBuy = Array.from({ length: count }, (_, index) => {
    const number = from + index
    const choose = choicesOf(number)
    return { number, choose, day: buyDay(choose) }
  })
  const lives: Life[] = []
  const weather = choicesOf(from + 77)
  for (let day = first; day <= last && tally.findings.length < 10; day += 1) {
    // A scheduler that was stopped catches up.
    const isStill = weather(40) === 0
    for (const change of priceChanges.filter((each) => each.day === day)) {
      await world.reprice(sold[change.plan] as string, change.cost)
      prices[change.plan] = change.cost
    }
    if (!isStill) await runClocks(world, { day, lives, prices })
    for (const { number, choose } of toBuy.filter((each) => each.day === day)) {
      const plan = plans[planOf(number)] as SoldPlan
      const start = choose(4) === 0 ? day + 1 + choose(20) : day
      const fallback = choose(2) === 0 ? 'good' : 'bad'
      world.at(day, 12)
      const member = await world.buy(sold[planOf(number)] as string, { start, fallback })
      const reckoning = new Reckoning(
        { ...plan, cost: prices[planOf(number)] as number },
        { today: day, start, fallback },
      )
      lives.push({ number, member, reckoning, acts: actsOf(choose, day) })
    }
    if (!isStill) await actAll(world, { day, lives, tally })
    world.at(day, 14)
    await world.lapse()
    for (const { reckoning } of lives) reckoning.lapse(day)
    if (monthDay(day) === 1 || day === last) await compare(world, { day, lives, tally })
  }
  return countLives(tally, lives)
}

function countLives(tally: Tally, lives: readonly Life[]): Tally {
  tally.sums['members'] = lives.length
  tally.sums['charged'] = lives.reduce((sum, { reckoning }) => sum + reckoning.numPaid, 0)
  tally.sums['cents'] = lives.reduce((sum, { reckoning }) => sum + reckoning.paid, 0)
  tally.sums['credited'] = lives.reduce((sum, { reckoning }) => sum + reckoning.credited, 0)
  return tally
}

async function runClocks(
  world: MembershipWorld,
  { day, lives, prices }: { day: number; lives: readonly Life[]; prices: readonly number[] },
): Promise<void> {
  world.at(day, hours[0] ?? 10)
  // One run notifies fifty members; after a price change there are more.
  const runs = priceChanges.some((change) => change.day === day) ? 1 + lives.length / 50 : 1
  for (let told = 0; told < runs; told += 1) await world.tellPrices()
  for (const { reckoning, number } of lives) reckoning.hearPrice(prices[planOf(number)] as number, day)
  for (const hour of hours) {
    world.at(day, hour)
    for (let run = 0; run <= lives.length / 50; run += 1) {
      if (!(await world.isDue())) break
      await world.clocks(day % 3 === 0 ? clocks : 1)
    }
  }
  for (const { reckoning } of lives) reckoning.passDay(day)
}

async function actAll(
  world: MembershipWorld,
  { day, lives, tally }: { day: number; lives: readonly Life[]; tally: Tally },
): Promise<void> {
  world.at(day, 12)
  for (const { number, reckoning, member, acts } of lives)
    for (const act of acts.get(day) ?? []) {
      const [wanted, did] = [reckoning.act(act, day), await world.act(member, act)]
      if (!wanted) tally.sums['refusedActs'] = (tally.sums['refusedActs'] ?? 0) + 1
      if (wanted !== did)
        tally.findings.push(
          `member ${number} (${reckoning.status}) on ${dayText(day)}: ${JSON.stringify(act)} was ${did ? 'done' : 'refused'}`,
        )
    }
}

const shown = ({
  status,
  period,
  numPaid,
  cost,
  saved,
  paid,
  returned,
  credited,
  visits,
}: Reckoning): Omit<Kept, 'id' | 'least'> => ({
  status,
  period_start_on: period && dayText(period.start),
  period_end_on: period?.end == null ? null : dayText(period.end),
  num_paid: numPaid,
  cost,
  credit_amount: saved,
  paid,
  returned,
  credited,
  left: visits.reduce((sum, { left }) => sum + left, 0),
  granted: visits.reduce((sum, { count }) => sum + count, 0),
})

async function compare(
  world: MembershipWorld,
  { day, lives, tally }: { day: number; lives: readonly Life[]; tally: Tally },
): Promise<void> {
  const books = await world.books()
  for (const { number, member, reckoning } of lives) {
    const { id, least, ...kept } = books.get(member.id) as Kept
    const wanted = shown(reckoning)
    const differing = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((key) => wanted[key] !== kept[key])
    if (differing.length > 0)
      tally.findings.push(
        `member ${number} on ${dayText(day)}, ${JSON.stringify(reckoning.plan)}: ${differing.map((key) => `${key} is ${kept[key]} and should be ${wanted[key]}`).join('; ')}`,
      )
    if (least < 0 || kept.credit_amount < 0) tally.findings.push(`member ${number}: a ledger fell below nothing`)
  }
}

const without = (what: string, guard: WithoutGuard): Control => ({
  without: what,
  small: shares.length,
  full: 40,
  run: async (input) => {
    const tally = await passYears(await openMembershipWorld(guard), input)
    return { ...tally, sums: { noticed: tally.findings.length } }
  },
  noticed: (sums) => sums['noticed'] ?? 0,
  // A control counts as detected when one membership differs.
  least: 0.02,
})

export const proof: Proof = {
  row: '6 · M-24, R-3',
  name: 'membership-years',
  promise:
    'Over 26 months of declines, holds, other prices, cancellations, the leap day and the ends of months, with two clocks at once, every membership is charged to the cent and given visits to the piece as an independent reckoning has it, and no ledger falls below nothing',
  unit: 'members',
  // Every membership on sale, as often as in a control, where a missing safeguard shows.
  small: shares.length,
  full: 2000,
  piece: 100,
  run: async (input) => passYears(await openMembershipWorld(), input),
  figure: (sums) =>
    `${sums['charged']} periods of ${sums['members']} members, ${((sums['cents'] ?? 0) / 100).toFixed(2)} charged, ${((sums['credited'] ?? 0) / 100).toFixed(2)} of unused holds on balances, ${sums['refusedActs']} acts refused: all as reckoned`,
  controls: [
    without('the trigger that ends visits with their membership', {
      schema: (sql) => sql.replace(/CREATE TRIGGER membership_ends [\s\S]*?END;/, ''),
    }),
    without('guards, history and the one order of a period', {
      schema: (sql) => sql.replace('CREATE UNIQUE INDEX one_order_of_period', 'CREATE INDEX one_order_of_period'),
      dropped: [/^insert into guard/i, /^insert into "status_history"/],
    }),
  ],
}
