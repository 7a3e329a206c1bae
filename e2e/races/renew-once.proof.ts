import { weekMs } from '../../functions/contract/limits.ts'
import type { Person } from '../../functions/test-bench/people.ts'
import { makeMembershipPackage, makeProgram } from '../../functions/test-bench/programs.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { guardsOff, withoutUniqueIndex } from './guards-off.ts'
import { type RoundInput, inRounds, type RoundResult, brokenConditions } from './in-rounds.ts'
import { atOnce } from './shop.ts'
import { customer } from './ready-post.ts'

const members = 4
const clocks = 2
type Stage = { ids: string[]; people: Person[] }

/** Members who pay by the week. */
async function openClub(site: ProofSite): Promise<Stage> {
  const programId = await makeProgram(site.bench, { features: { memberships: true } })
  const package_id = await makeMembershipPackage(site.bench, programId, {
    billing_period: 'week',
    allocated_amount: 2,
    allocated_period: 'billing_period',
    allocate_credits_on_period: true,
  })
  const stage: Stage = { ids: [], people: [] }
  for (let member = 0; member < members; member += 1) {
    const person = await customer(site, { programId, eventId: '', optionId: '' }, { verified: true })
    const body = {
      package_id,
      customer_profile_id: person.profileId(programId),
      default_payment_method: 'pm_card_visa',
    }
    const answer = await site.call(`/api/v1/profile/programs/${programId}/memberships`, person.json(body))
    if (answer.status !== 201) throw new Error(`buying answered ${answer.status} ${answer.text}`)
    stage.ids.push((answer.body as { id: string }).id)
    stage.people.push(person)
  }
  // Moves the time into the hour at which a period is charged.
  await site.pass(12 * 3_600_000)
  return stage
}

type Renewed = { membership_id: string; orders: number; paid: number; charges: number; grants: number; periods: number }
const renewedText = `SELECT m.id AS membership_id, m.num_paid - 1 AS periods,
  (SELECT count(*) FROM orders AS o WHERE o.membership_id = m.id) AS orders,
  (SELECT count(*) FROM orders AS o WHERE o.membership_id = m.id AND o.status = 'paid' AND o.amount_paid = o.amount_total) AS paid,
  (SELECT count(*) FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE o.membership_id = m.id AND p.status = 'succeeded') AS charges,
  (SELECT count(*) FROM session_credits AS c WHERE c.membership_id = m.id) - 1 AS grants
  FROM memberships AS m WHERE m.id IN (SELECT value FROM json_each(?1))`

/** A week passes, and independent schedulers renew the same memberships. */
async function renewAtOnce({ site, stage, rush }: RoundInput<Stage>): Promise<RoundResult> {
  const read = async (): Promise<Renewed[]> => site.sql(renewedText, JSON.stringify(stage.ids))
  const before = new Map((await read()).map((row) => [row.membership_id, row]))
  await site.pass(weekMs)
  await rush(async () => atOnce(clocks, site.tick))
  await site.pass(11 * 60_000)
  await site.tick()
  const after = await read()
  const came = (row: Renewed, what: 'orders' | 'paid' | 'charges' | 'grants' | 'periods') =>
    row[what] - (before.get(row.membership_id)?.[what] ?? 0)
  const doubled = after.filter((row) => came(row, 'orders') > 1 || came(row, 'charges') > 1 || came(row, 'periods') > 1)
  const faults = after.flatMap((row) =>
    brokenConditions(
      Object.fromEntries(
        (['orders', 'paid', 'charges', 'grants', 'periods'] as const).map((what) => [
          `${came(row, what)} ${what} of one week of ${row.membership_id}`,
          came(row, what) !== 1,
        ]),
      ),
    ),
  )
  return { sums: { renewals: after.length, doubled: doubled.length > 0 ? 1 : 0 }, faults }
}

export const proof: Proof = {
  row: '2 · R-4, M-24',
  name: 'renew-once',
  promise: 'memberships that two clocks renew at once are charged once, and have their period and its visits once',
  unit: 'rounds',
  small: 1,
  full: 200,
  piece: 20,
  run: inRounds({ name: 'renew-once', open: openClub, round: renewAtOnce }),
  figure: (sums) => `${sums['renewals']} renewals, ${sums['doubled']} doubled`,
  controls: [
    {
      without: 'guards, history and the one order of a period',
      small: 1,
      full: 10,
      run: inRounds({
        name: 'renew-unguarded',
        open: openClub,
        round: renewAtOnce,
        disturb: { ...guardsOff, pauseWritesMs: 400 },
        schema: withoutUniqueIndex('one_order_of_period'),
      }),
      noticed: (sums) => sums['doubled'] ?? 0,
    },
  ],
}
