import { makeEvent, makeProgram, makeSessionPackage } from '../../functions/test-bench/programs.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { Proof } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { type Buyer, makeCrowd, renewAll } from './crowd.ts'
import { withoutCheck } from './guards-off.ts'
import { brokenConditions, describeAnswers, inRounds, type RoundInput, type RoundResult, timesOf } from './in-rounds.ts'

type Stage = { programId: string; packageId: string; family: Buyer }
const most = timesOf(true)

/** A customer with as many children as simultaneous requests for the visit. */
async function openClub(site: ProofSite): Promise<Stage> {
  const programId = await makeProgram(site.bench, { features: { sessions: true } })
  const packageId = await makeSessionPackage(site.bench, programId, { allocated_amount: 1 })
  const [family] = await makeCrowd(site, { programId, count: 1, children: most })
  return { programId, packageId, family: family as Buyer }
}

/** One visit was bought. Every child of the family is registered with it, and the desk uses it, at once. */
async function useAtOnce({ site, stage, rush, isFull }: RoundInput<Stage>): Promise<RoundResult> {
  const { programId, packageId, family } = stage
  const { person, customer_profile_id } = family
  await renewAll([family])
  const post = (path: string, body: unknown) => site.call(`/api/v1/profile${path}`, person.json(body))
  const items = [{ type: 'session_package', source: packageId, quantity: 1 }]
  const order = await post('/orders', { program_id: programId, customer_profile_id, items })
  const paid = await post(`/orders/${order.body.id}/payments`, {
    checkout_method: 'card',
    payment_source_id: 'pm_card_visa',
  })
  if (paid.status !== 201) throw new Error(`paying answered ${paid.status} ${paid.text}`)
  const session_credit_id = `crd_${String(order.body.items[0].id).replace(/^itm_/, '')}`
  const event = await makeEvent(site.bench, { programId, packageIds: [packageId], options: [{ spots: most }] })
  const children = family.children.slice(0, timesOf(isFull))
  const desk = `/api/v1/organiser/programs/${programId}`
  const answers = await rush(async () =>
    Promise.all([
      ...children.map(({ attendee_profile_id }) =>
        post('/registrations', {
          ...{ event_id: event.event_id, option_id: event.option_ids[0], session_credit_id },
          ...{ customer_profile_id, attendee_profile_id },
        }),
      ),
      site.call(`${desk}/session_balances/${session_credit_id}/redeem`, {
        method: 'POST',
        headers: organiserHeaders,
        body: '{"again":true}',
      }),
    ]),
  )
  const [books] = await site.sql(
    `SELECT c.available, (SELECT sum(e.amount) FROM session_credit_entries AS e WHERE e.session_credit_id = c.id) AS entries,
      (SELECT count(*) FROM registrations AS r WHERE r.session_credit_id = c.id AND r.status = 'pending')
        + (SELECT count(*) FROM redemptions AS v WHERE v.session_credit_id = c.id) AS used
      FROM session_credits AS c WHERE c.id = ?1`,
    session_credit_id,
  )
  // The same children register again in the next round, so their places must not count towards the limit.
  await site.sql("UPDATE registrations SET status = 'expired' WHERE session_credit_id = ?1", session_credit_id)
  const won = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ status, body }) => status === 422 && body?.type === 'credit_not_available').length
  return {
    sums: { requests: answers.length, won, overspent: won > 1 || books.available < 0 ? 1 : 0 },
    faults: brokenConditions({
      [`answers ${describeAnswers(answers)}`]: won !== 1 || won + refused !== answers.length,
      [`${books.used} places and desk visits use it, ${books.available} visits are left, the entries come to ${books.entries}`]:
        books.used !== 1 || books.available !== 0 || books.entries !== 0,
    }),
  }
}

export const proof: Proof = {
  row: '2 · I-06',
  name: 'last-credit',
  promise:
    'the last visit of a package pays for one of the places taken with it in one moment, or is used once at the desk, and no other place is held',
  unit: 'rounds',
  small: 1,
  full: 200,
  piece: 20,
  run: inRounds({ name: 'last-credit', open: openClub, round: useAtOnce }),
  figure: (sums) => `${sums['requests']} requests, ${sums['won']} won, ${sums['overspent']} visits spent twice`,
  controls: [
    {
      without: 'the check that visits are there',
      small: 1,
      full: 20,
      run: inRounds({
        name: 'last-credit-unguarded',
        open: openClub,
        round: useAtOnce,
        schema: withoutCheck('credit_not_available'),
        disturb: { pauseWritesMs: 300 },
      }),
      noticed: (sums) => sums['overspent'] ?? 0,
    },
  ],
}
