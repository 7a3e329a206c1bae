import { setTimeout as wait } from 'node:timers/promises'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'
import { countsInFile } from './check-file.ts'
import { codeAfterMs, longestAnswerMs, queueMails } from './queued-mails.ts'
import { countAsks } from './mail-provider.ts'

// The small run shares two cores with other proofs, so a code may take longer there.
const sizes = {
  small: { rows: 200, kills: 1, maxWaitMs: 8000 },
  full: { rows: 10_000, kills: 20, maxWaitMs: 2000 },
}
const bulk = 2
const leaseMs = 61_000
const queued = "dedupe LIKE 'mail.order_paid:queued:%'"

/** Waits until a number of rows is done. Reads the file, because a query to the runtime would wait behind the mails. */
async function rowsDone(site: OwnProofSite, enough: number): Promise<number> {
  const count = countsInFile(
    site.file(),
    `SELECT count(*) AS n FROM outbox WHERE ref <> ? AND done_at IS NOT NULL AND ${queued}`,
  )
  try {
    for (let waited = 0; waited < 12_000 && count.of('') < enough; waited += 1) await wait(10)
    return count.of('')
  } finally {
    count.close()
  }
}

/**
 * The runtime is killed again and again while it delivers an outbox. After each start a customer signs up and waits for
 * the code.
 */
async function deliverOutbox(site: OwnProofSite, { rows, kills, maxWaitMs }: (typeof sizes)['full']): Promise<Tally> {
  const tally = emptyTally('kills', 'rows', 'codes', 'late', 'slowestMs', 'sentTwice')
  const { sums, findings } = tally
  await countAsks(site)
  await queueMails(site, rows, bulk)
  for (let kill = 1; kill <= kills; kill += 1) {
    const sending = Promise.allSettled([site.tick(), site.tick()])
    const { answerMs, codeMs: ms } = await codeAfterMs(site, maxWaitMs)
    if (answerMs > longestAnswerMs)
      findings.push(`kill ${kill}: a sign-up waited ${Math.round(answerMs)} ms for the mails`)
    sums.codes = (sums.codes ?? 0) + 1
    sums.late = (sums.late ?? 0) + (ms === null ? 1 : 0)
    sums.slowestMs = Math.max(sums.slowestMs ?? 0, Math.round(ms ?? maxWaitMs))
    const done = await rowsDone(site, Math.floor((rows * kill) / (kills + 1)))
    if (done === rows) findings.push(`kill ${kill} met nothing that was still to leave`)
    await site.kill()
    await sending
    sums.kills = (sums.kills ?? 0) + 1
    // Rows in progress are due again once their lease has expired.
    await site.pass(leaseMs)
  }
  const left = async () => (await site.sql(`SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND ${queued}`))[0].n
  for (let runs = 0; runs < 20 && (await left()) > 0; runs += 1) await Promise.all([site.tick(), site.tick()])

  const [row] = await site.sql(
    `SELECT count(*) AS n, sum(done_at IS NULL) AS waiting, sum(dead_at IS NOT NULL) AS dead FROM outbox WHERE ${queued}`,
  )
  const [mail] = await site.sql(`SELECT count(*) AS n, count(DISTINCT dedupe) AS own FROM mailbox WHERE ${queued}`)
  const [repeated] = await site.sql(
    `SELECT count(*) AS n, coalesce(sum(attempts = 1), 0) AS unkilled FROM (SELECT dedupe FROM asked_mails WHERE ${queued} GROUP BY dedupe HAVING count(*) > 1) JOIN outbox USING (dedupe)`,
  )
  sums.rows = row.n
  sums.sentTwice = repeated.n
  if (row.waiting > 0 || row.dead > 0)
    findings.push(`${row.waiting} of ${row.n} rows did not leave, ${row.dead} are dead`)
  if (mail.n !== rows || mail.own !== rows)
    findings.push(`${rows} rows became ${mail.n} mails, ${mail.own} of them different`)
  // Only a row that a killed runner was delivering may be attempted again.
  if (repeated.unkilled > 0) findings.push(`${repeated.unkilled} rows were sent by two runners`)
  return tally
}

async function run({ count, isFull }: Rounds): Promise<Tally> {
  const tally = emptyTally('outboxes')
  for (let round = 0; round < count; round += 1) {
    const site = await openProofSite({ name: 'large-outbox' })
    try {
      const { sums, findings } = await deliverOutbox(site, isFull ? sizes.full : sizes.small)
      for (const [name, value] of Object.entries({ ...sums, outboxes: 1 }))
        tally.sums[name] = (tally.sums[name] ?? 0) + value
      tally.findings.push(...findings)
    } finally {
      await site.stop()
    }
  }
  return tally
}

export const proof: Proof = {
  row: '10 · B-02',
  name: 'large-outbox',
  promise:
    'every row of an outbox of 10,000 leaves once while the runtime is killed 20 times, and a code leaves within 2 s after each start',
  unit: 'outboxes',
  small: 1,
  full: 10,
  piece: 1,
  run,
  figure: (sums) =>
    `${sums.rows} rows through ${sums.kills} kills, sent again to the provider: ${sums.sentTwice}; ${sums.codes} codes, ${sums.late} of them late, the slowest of each outbox ${Math.round((sums.slowestMs ?? 0) / (sums.outboxes ?? 1))} ms`,
  check: ({ late = 0, codes = 0 }) => (late === 0 ? [] : [`${late} of ${codes} codes took too long`]),
}
