import { added, type Control, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { type OwnProofSite, openProofSite, type ProofSite } from '../proofs/proof-site.ts'
import { openSharedSite } from '../proofs/shared-site.ts'
import type { Subject } from './booking-commands.ts'
import { liveRound } from './live-round.ts'

/** Operations of one round; each round has its own program. */
const operationsOfRound = 50
/** Maximum number of operations until a planted fault is found. */
const operationsOfControl = 300

/** Runs rounds one after the other on one site. */
async function live(
  site: ProofSite,
  seeds: number[],
  round: { operations: number; isShrunk: boolean; subject?: Subject | undefined },
): Promise<Tally> {
  const tally = emptyTally('operations', 'refused', 'noticed')
  for (const seed of seeds) {
    const { operations, refused, failure } = await liveRound(site, { seed, ...round })
    tally.sums.operations = (tally.sums.operations ?? 0) + operations
    tally.sums.refused = (tally.sums.refused ?? 0) + refused
    tally.sums.noticed = (tally.sums.noticed ?? 0) + (failure ? 1 : 0)
    if (failure) tally.findings.push(failure)
  }
  return tally
}

const seedsOf = ({ from, count }: Rounds) => Array.from({ length: count }, (_, index) => from + index)

/** Runs many rounds on two sites at the same time, because one site leaves a core unused. */
async function liveOnSites(input: Rounds): Promise<Tally> {
  const seeds = seedsOf(input)
  const round = { operations: operationsOfRound, isShrunk: true }
  if (!input.isFull) return liveOnOne('booking-life', seeds, round)
  const halves = [0, 1].map((half) => seeds.filter((_, index) => index % 2 === half)).filter((half) => half.length > 0)
  const sites = await openInTurn(halves.length)
  try {
    return (await Promise.all(sites.map((site, index) => live(site, halves[index] ?? [], round)))).reduce(added)
  } finally {
    for (const site of sites) await site.stop()
  }
}

async function liveOnOne(
  name: string,
  seeds: number[],
  { schema, ...round }: Parameters<typeof live>[2] & { schema?: (sql: string) => string },
): Promise<Tally> {
  const site = await openSharedSite({ name, ...(schema ? { schema } : {}) })
  try {
    return await live(site, seeds, round)
  } finally {
    await site.stop()
  }
}

// A site identifies its runtime as the newest process, so sites are opened one by one.
async function openInTurn(count: number): Promise<OwnProofSite[]> {
  const sites: OwnProofSite[] = []
  for (let index = 0; index < count; index += 1) sites.push(await openProofSite({ name: `booking-life-${index}` }))
  return sites
}

/** `firstSeed` skips seeds that need hundreds of operations to find the fault, or miss it. */
type Planted = { becomes?: string; subject?: Subject; firstSeed?: number }
const without = (what: string, text: RegExp, { becomes = '', subject, firstSeed }: Planted = {}): Control => ({
  without: what,
  small: 1,
  full: 20,
  run: async (input) => runControl(input, { what, subject, firstSeed, change: (sql) => sql.replace(text, becomes) }),
  noticed: (sums) => sums.noticed ?? 0,
})

async function runControl(
  input: Rounds,
  {
    what,
    subject,
    firstSeed = 1,
    change,
  }: {
    what: string
    subject?: Subject | undefined
    firstSeed?: number | undefined
    change: (sql: string) => string
  },
): Promise<Tally> {
  let isChanged = false
  const schema = (sql: string) => {
    const changed = change(sql)
    isChanged ||= changed !== sql
    return changed
  }
  const tally = await liveOnOne('booking-life-control', seedsOf({ ...input, from: input.from + firstSeed - 1 }), {
    operations: operationsOfControl,
    isShrunk: false,
    subject,
    schema,
  })
  if (!isChanged) throw new Error(`the migrations no longer have ${what}`)
  return tally
}

/** A control that inserts a text into the migrations. */
const planted = (what: string, after: RegExp, text: string, subject: Subject = 'parts'): Control => ({
  ...without(what, after),
  run: async (input) =>
    runControl(input, { what, subject, change: (sql) => sql.replace(after, (found) => `${found}\n${text}`) }),
})

const trigger = (name: string) => new RegExp(`CREATE TRIGGER ${name} [\\s\\S]*?END;`)

export const proof: Proof = {
  row: '6 · R-3, M-06',
  name: 'booking-life',
  promise:
    'Whatever families, staff, the provider and the clock do one after the other or at once, with places, waitlists, moves, packages, memberships and visits, cards that are kept or not, parts that are charged on their days, balances, money that is brought and refunds that are asked for: every answer, every row and every cent is what a plain model says, and the audit finds nothing',
  unit: `${operationsOfRound} operations`,
  small: 6,
  full: 1000,
  piece: 10,
  run: liveOnSites,
  figure: (sums) =>
    `${sums.operations} operations (${sums.refused} refused) in ${Math.round((sums.operations ?? 0) / operationsOfRound)} programs: ${sums.noticed === 0 ? 'all as the model has it' : `${sums.noticed} programs differ`}`,
  controls: [
    without('the trigger that gives places back', trigger('spots_released')),
    without('the trigger that gives coupons back', trigger('coupon_given_back'), { firstSeed: 3 }),
    without(
      'the check that no more places are sold than there are',
      /,\s*CONSTRAINT sold_out CHECK \(spots_taken BETWEEN 0 AND spots_total\)/g,
    ),
    without('the trigger that books money returned', trigger('order_refund_changed')),
    without('the trigger that books money received', trigger('order_paid_changed')),
    without('the trigger that counts what a person is registered for', trigger('registrations_counted')),
    without('the trigger that keeps receipts as they were issued', trigger('receipts_frozen'), {
      becomes: `CREATE TRIGGER receipts_follow AFTER INSERT ON refunds
        BEGIN UPDATE receipts SET document = json_set(document, '$.total', 0) WHERE order_id = NEW.order_id; END;`,
    }),
    without('the trigger that adds up balances', trigger('balance_counted')),
    without('the trigger that gives visits back', trigger('session_credit_given_back'), { firstSeed: 5 }),
    without('the trigger that frees the time of an appointment', trigger('slot_follows')),
    without('the trigger that ends visits with their membership', trigger('membership_ends'), {
      subject: 'memberships',
    }),
    without('the trigger that takes carried money out of the order a place left', trigger('payment_carried_leaves'), {
      firstSeed: 3,
      subject: 'moves',
    }),
    without(
      'the count of visits that were given back',
      /(CREATE TRIGGER session_credit_counts AFTER INSERT ON session_credit_entries)\nBEGIN/,
      { subject: 'packages', becomes: "$1 WHEN NEW.kind <> 'revoke'\nBEGIN" },
    ),
    without(
      'the trigger that no longer asks for what a cancelled place was to pay in parts',
      trigger('instalment_waived'),
      { subject: 'parts' },
    ),
    planted(
      'a default for the first card that is kept',
      /CREATE TABLE payment_sources \([\s\S]*?\) STRICT;/,
      'CREATE TRIGGER planted AFTER INSERT ON payment_sources BEGIN UPDATE payment_sources SET is_default = 0 WHERE id = NEW.id; END;',
    ),
    planted(
      'one cart for all places of a family',
      trigger('registrations_counted'),
      'CREATE TRIGGER planted AFTER INSERT ON registrations WHEN EXISTS (SELECT 1 FROM registrations WHERE order_id = NEW.order_id AND id <> NEW.id) BEGIN UPDATE registrations SET order_id = NULL WHERE id = NEW.id; END;',
      'families',
    ),
    planted(
      'the hold of a place in a cart that another joins',
      trigger('registrations_counted'),
      "CREATE TRIGGER planted AFTER INSERT ON registrations WHEN EXISTS (SELECT 1 FROM order_items WHERE order_id = NEW.order_id) BEGIN UPDATE registrations SET status = 'expired' WHERE order_id = NEW.order_id AND id <> NEW.id AND status = 'pending' AND EXISTS (SELECT 1 FROM order_items AS i WHERE i.registration_id = registrations.id); END;",
      'families',
    ),
    planted(
      'the release of a place that a booking replaces',
      trigger('registrations_counted'),
      "CREATE TRIGGER planted AFTER UPDATE OF order_id ON registrations WHEN NEW.status = 'expired' AND NEW.order_id IS NULL AND OLD.order_id IS NOT NULL BEGIN UPDATE registrations SET order_id = OLD.order_id WHERE id = NEW.id; END;",
      'families',
    ),
    without(
      'the one use of a visit',
      /(CREATE TRIGGER session_credit_counts AFTER INSERT ON session_credit_entries\nBEGIN\n\s*UPDATE session_credits SET available = available \+ NEW\.amount)/,
      { subject: 'families', becomes: "$1 * iif(NEW.kind = 'reserve', 2, 1)" },
    ),
    without('the trigger that ends the visits of a package that leaves its cart', trigger('session_credit_line_gone'), {
      firstSeed: 2,
      subject: 'families',
    }),
    planted(
      'what staff returned of an item that is still booked',
      trigger('extra_settled'),
      'CREATE TRIGGER planted AFTER UPDATE OF amount_cancelled ON order_items WHEN NEW.cancelled_at IS NULL BEGIN UPDATE order_items SET amount_cancelled = OLD.amount_cancelled WHERE id = NEW.id; END;',
      'staff',
    ),
  ],
}
