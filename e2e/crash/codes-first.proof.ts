import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite } from '../proofs/proof-site.ts'
import { codeAfterMs, longestAnswerMs, queueMails } from './queued-mails.ts'

// The small run shares two cores with three other proofs, so more mails are queued and more time is allowed. Only the
// order of delivery decides.
const maxWaitMs = { small: 8000, full: 2000 }
const queued = { small: 3000, full: 10_000 }
const bulk = 2
const security = 0

async function signUpsWhileSending({ count, isFull }: Rounds, priority: number): Promise<Tally> {
  const site = await openProofSite({ name: 'codes-first' })
  const tally = emptyTally('signUps', 'late', 'slowestMs', 'slowestAnswerMs', 'left')
  try {
    await queueMails(site, isFull ? queued.full : queued.small, priority)
    const limitMs = isFull ? maxWaitMs.full : maxWaitMs.small
    // The scheduler runs until the site is closed. Its last run is interrupted.
    let isOpen = true
    const sending = (async () => {
      while (isOpen) await site.tick()
    })().catch(() => {})
    for (let round = 0; round < count; round += 1) {
      const { answerMs, codeMs: ms } = await codeAfterMs(site, limitMs)
      const [left] = await site.sql(
        "SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND dedupe LIKE 'mail.order_paid:queued:%'",
      )
      const { sums } = tally
      sums.signUps = (sums.signUps ?? 0) + 1
      sums.late = (sums.late ?? 0) + (ms === null ? 1 : 0)
      sums.slowestMs = Math.max(sums.slowestMs ?? 0, Math.round(ms ?? limitMs))
      sums.slowestAnswerMs = Math.max(sums.slowestAnswerMs ?? 0, Math.round(answerMs))
      if (answerMs > longestAnswerMs)
        tally.findings.push(`sign-up ${round}: the answer waited ${Math.round(answerMs)} ms for the mails`)
      sums.left = left.n
      if (left.n === 0) tally.findings.push(`sign-up ${round}: nothing was queued any more`)
    }
    isOpen = false
    void sending
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '10 · B-02',
  name: 'codes-first',
  promise: 'a code leaves within 2 s while thousands of mails of a mass cancellation are queued and being sent',
  unit: 'sign-ups',
  small: 1,
  full: 20,
  piece: 20,
  run: async (rounds) => signUpsWhileSending(rounds, bulk),
  figure: (sums) =>
    `slowest ${sums.slowestMs} ms after the answer, the slowest answer ${sums.slowestAnswerMs} ms, ${sums.left} mails still queued after the last`,
  check: ({ late = 0, signUps = 0 }) => (late === 0 ? [] : [`${late} of ${signUps} codes took over 2 s`]),
  controls: [
    {
      without: 'priorities',
      small: 0,
      full: 3,
      run: async (rounds) => signUpsWhileSending(rounds, security),
      noticed: (sums) => sums.late ?? 0,
    },
  ],
}
