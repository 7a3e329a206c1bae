import { setTimeout as wait } from 'node:timers/promises'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import { makeCarts, openShop, type Shop } from '../races/shop.ts'
import { countsInFile } from './check-file.ts'
import { bringUp, countAsks, type Delivered, deliveredOf, takeDown, withoutDedupe } from './mail-provider.ts'

const operator = 'operator@muster.example'
const due = 200
const dueEvents = 100
const orders = 8
const late = 10
/**
 * How far the clock moves before each attempt: a little more than the pauses between the first seven attempts, an hour
 * in all.
 */
const pauses = [12_000, 31_000, 91_000, 271_000, 811_000, 2_431_000]
const longestPauseMs = 3_601_000
const leaseMs = 61_000

/**
 * Due outbox rows, each with its own mail. Rows of an unknown kind can never be delivered; rows of an event are fanned
 * out first.
 */
async function dueRows(site: OwnProofSite, row: { ref: string; count: number; kind?: string }): Promise<void> {
  await site.sql(
    `INSERT INTO outbox (kind, ref, dedupe, body, due_at) SELECT ?1, ?2, ?1 || ':' || ?2 || ':' || ?1 || value, '{"words":"A proof.","facts":{}}', ?3 FROM json_each(?4)`,
    row.kind ?? 'mail.site_alert',
    row.ref,
    site.now() - 1000,
    JSON.stringify(Array.from({ length: row.count }, (_, index) => index)),
  )
}

/**
 * Customers pay, two schedulers run, and the runtime is killed while the mails are sent. Returns the subjects of the
 * mails.
 */
async function killWhileSending(site: OwnProofSite, shop: Shop, round: number): Promise<string[]> {
  const refs = [`due-${round}`]
  const carts = await makeCarts(site, shop, { count: orders })
  await dueRows(site, { ref: `due-${round}`, kind: 'site.needs_attention', count: dueEvents })
  await dueRows(site, { ref: `due-${round}`, count: due - dueEvents })
  const begun = [
    ...carts.map(async ({ person, cart }) => {
      const answer = await site.call(
        `/api/v1/profile/orders/${cart.order_id}/payments`,
        person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' }),
      )
      if (answer.status === 201) refs.push(cart.order_id)
    }),
    site.tick(),
    site.tick(),
  ]
  const sending = Promise.allSettled(begun)
  await mailsLeft(site, `due-${round}`, 5 + seededChoices(round).below(due))
  await site.kill()
  await sending
  return refs
}

// Reads the file directly, because a query through the runtime would wait for all mails.
async function mailsLeft(site: OwnProofSite, ref: string, enough: number): Promise<void> {
  const count = countsInFile(site.file(), 'SELECT count(*) AS n FROM outbox WHERE ref = ? AND done_at IS NOT NULL')
  for (let waited = 0; waited < 2000 && count.of(ref) < enough; waited += 1) await wait(10)
  count.close()
}

// A run of the scheduler continues while there is work. The second run takes the rows that were leased during the first
// run.
async function deliverAll(site: OwnProofSite): Promise<void> {
  for (let runs = 0; runs < 2; runs += 1) await Promise.all([site.tick(), site.tick()])
}

async function oneRound(site: OwnProofSite, shop: Shop, round: number): Promise<Tally> {
  const [poison, kind] = [`poison-${round}`, `unknown.${round}`]
  await dueRows(site, { ref: poison, kind, count: 1 })
  const refs = await killWhileSending(site, shop, round)
  const atKill = await deliveredOf(site, refs)
  await site.pass(leaseMs)
  await deliverAll(site)
  const sent = await deliveredOf(site, refs)

  // The mail server is down for an hour, until the last attempt.
  await takeDown(site)
  await dueRows(site, { ref: `late-${round}`, count: late })
  await site.tick()
  for (const pause of pauses) {
    await site.pass(pause)
    await site.tick()
  }
  await bringUp(site)
  for (
    let more = 0;
    more < 4 && (more === 0 || (await deliveredOf(site, [poison])).some((row) => !row.isDead));
    more += 1
  ) {
    await site.pass(longestPauseMs)
    await Promise.all([site.tick(), site.tick()])
  }
  const all = [...sent, ...(await deliveredOf(site, [`late-${round}`]))]
  const alerts = await site.sql('SELECT recipient FROM mailbox WHERE dedupe LIKE ?', `mail.site_alert:outbox:${kind}:%`)
  const sums = {
    ...sumsOf(all),
    inHand: atKill.filter((row) => row.attempts > 0 && !row.isDone).length,
    waiting: atKill.filter((row) => row.attempts === 0).length,
    fannedOut: atKill.filter(
      (row) => row.attempts === 0 && row.dedupe.startsWith('mail.site_alert:') && row.dedupe.includes(':site.'),
    ).length,
  }
  return {
    sums,
    findings: [...faultsOf(all), ...faultsOfPoison(await deliveredOf(site, [poison]), alerts)].map(
      (each) => `kill ${round}: ${each}`,
    ),
  }
}

const sumsOf = (rows: Delivered[]): Record<string, number> => ({
  mails: rows.length,
  undelivered: rows.filter((row) => row.mails === 0).length,
  twice: rows.filter((row) => row.mails > 1).length,
  requestedTwice: rows.filter((row) => row.requests > 1).length,
})

function faultsOf(rows: Delivered[]): string[] {
  const words = (which: Delivered[], what: string) =>
    which.length === 0
      ? []
      : [
          `${which.length} of ${rows.length} mails ${what} (${which
            .slice(0, 3)
            .map((row) => row.dedupe)
            .join(', ')})`,
        ]
  return [
    ...words(
      rows.filter((row) => row.mails === 0 || !row.isDone),
      'did not leave',
    ),
    // A runner that was killed between sending and recording must send again. Two live runners never take the same row.
    ...words(
      rows.filter((row) => row.requests > 1 && row.attempts === 1),
      'were sent by two runners',
    ),
  ]
}

function faultsOfPoison(rows: Delivered[], alerts: { recipient: string }[]): string[] {
  const [row] = rows
  if (!row?.isDead) return [`a row that cannot be delivered is not dead after ${row?.attempts} tries`]
  if (row.attempts < 8 || row.attempts > 9)
    return [`a row that cannot be delivered is dead after ${row.attempts} tries`]
  return alerts.length === 1 && alerts[0]?.recipient === operator
    ? []
    : [`the operator was told ${alerts.length} times of a dead row`]
}

async function rounds({ from, count }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'deliver-through-kills', bindings: { OPERATOR_EMAIL: operator } })
  const tally = emptyTally('kills', 'mails', 'undelivered', 'twice', 'askedTwice', 'waiting', 'fannedOut', 'inHand')
  try {
    const shop = await openShop(site)
    await countAsks(site)
    for (let round = from; round < from + count; round += 1) {
      const { sums, findings } = await oneRound(site, shop, round)
      for (const [name, value] of Object.entries({ ...sums, kills: 1 }))
        tally.sums[name] = (tally.sums[name] ?? 0) + value
      tally.findings.push(...findings)
    }
    return tally
  } finally {
    await site.stop()
  }
}

/** A mail provider without idempotency keys that loses some responses: a repeated mail arrives twice. */
async function roundsWithoutKey({ from, count }: Rounds): Promise<Tally> {
  const site = await openProofSite({
    name: 'without-mail-key',
    schema: withoutDedupe,
    bindings: { OPERATOR_EMAIL: operator },
  })
  const tally = emptyTally('noticed')
  try {
    await countAsks(site)
    for (let round = from; round < from + count; round += 1) {
      await dueRows(site, { ref: `due-${round}`, count: 80 })
      await site.disturb({ after: 0.2, count: 'writes' })
      for (let runs = 0; runs < 4; runs += 1) await Promise.allSettled([site.tick(), site.tick()])
      await site.calm()
      await site.pass(leaseMs)
      await site.tick()
      if ((sumsOf(await deliveredOf(site, [`due-${round}`])).twice ?? 0) > 0)
        tally.sums.noticed = (tally.sums.noticed ?? 0) + 1
    }
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '10 · R-9, B-01, B-02',
  name: 'deliver-through-kills',
  promise:
    'every mail leaves once although the runtime is killed and the provider is down for an hour; a row that cannot be delivered is given up, reported, and holds no other up',
  unit: 'kills',
  small: 1,
  full: 50,
  piece: 10,
  run: rounds,
  figure: (sums) =>
    `${sums.mails} mails, ${sums.undelivered} lost, ${sums.twice} twice; ${sums.waiting} waiting (${sums.fannedOut} of them fanned out) and ${sums.inHand} in hand when killed, the provider asked again for ${sums.requestedTwice}`,
  // With one or two kills, perhaps none meets a mail that waits.
  check: ({ mails = 0, twice = 0, waiting = 0, fannedOut = 0 }, rounds) => [
    ...(twice > mails / 1000 ? [`${twice} of ${mails} mails came twice`] : []),
    ...(rounds > 2 && waiting === 0 ? ['no kill met a mail that was still to leave'] : []),
    ...(rounds > 2 && fannedOut === 0 ? ['no kill came between a fan-out and its delivery'] : []),
  ],
  controls: [
    {
      without: 'a key at the provider',
      small: 1,
      full: 20,
      run: roundsWithoutKey,
      noticed: (sums) => sums.noticed ?? 0,
    },
  ],
}
