import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite } from '../proofs/proof-site.ts'
import { openSharedSite } from '../proofs/shared-site.ts'
import { makeAccounts } from './accounts.ts'
import { compare, gapOf, openQuestions } from './enumeration.ts'

/** Largest difference of the two medians, in ms. */
const largestGapMs = 5
const leastLikely = 0.01
/**
 * A difference must be measured this many times in a row. One in a hundred pairs of equal samples looks different, but
 * not three in a row.
 */
const maxAttempts = 3
/**
 * Number of pairs of log-ins in a control. Eight are enough: if nothing differs, the probability that the two sides'
 * times do not overlap is below 0.001.
 */
const pairsOfControl = 8

async function inRounds({ count, isFull }: Rounds): Promise<Tally> {
  // Hashes must have the product's cost, otherwise the measured times prove nothing.
  const site = isFull
    ? await openProofSite({ name: 'enumeration', hashing: 'product' })
    : await openSharedSite({ name: 'enumeration' })
  const tally = emptyTally('pairs', 'gap_us')
  try {
    const { known, questions } = await openQuestions(site, count)
    for (const question of questions) {
      // A code is sent once a minute.
      if (question.name === 'another code') await site.pass(61_000)
      for (let attempts = 1; attempts <= maxAttempts; attempts += 1) {
        if (attempts > 1) await site.pass(16 * 60_000)
        const { differences, times } = await compare(question, { known, pairs: count })
        tally.findings.push(...differences.slice(0, 3).map((words) => `${question.name}: ${words}`))
        tally.sums.pairs = (tally.sums.pairs ?? 0) + count
        const { gap, p } = gapOf(times)
        const isTold = Math.abs(gap) >= largestGapMs || p <= leastLikely
        if (!isTold || !isFull || attempts === maxAttempts)
          tally.sums.gap_us = Math.max(tally.sums.gap_us ?? 0, Math.round(Math.abs(gap) * 1000))
        // A few pairs on a busy machine prove nothing about time, so the small run stops here.
        if (!isTold || !isFull) break
        if (attempts === maxAttempts)
          tally.findings.push(`${question.name}: ${gap.toFixed(1)} ms apart, p ${p.toFixed(4)}, three times`)
      }
    }
    return tally
  } finally {
    await site.stop()
  }
}

/**
 * Accounts whose passwords were hashed at a lower cost, so that their log-in is faster than that of an unknown email.
 */
async function withCheapHashes({ count, isFull }: Rounds): Promise<Tally> {
  const site = await openProofSite({
    name: 'enumeration-planted',
    hashing: isFull ? 'product' : 'cheaper',
  })
  const tally = emptyTally('noticed')
  try {
    const { questions } = await openQuestions(site, 1)
    const known = await makeAccounts(site, { name: 'cheap', count: pairsOfControl, cost: { logN: 10, r: 8, p: 1 } })
    const [logIn] = questions
    for (let round = 0; round < count && logIn; round += 1) {
      if (round > 0) await site.pass(16 * 60_000)
      const { gap, p } = gapOf((await compare(logIn, { known, pairs: pairsOfControl })).times)
      if (Math.abs(gap) >= largestGapMs && p <= leastLikely) tally.sums.noticed = (tally.sums.noticed ?? 0) + 1
    }
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '11 · S-6, A-01, A-03',
  name: 'enumeration',
  promise:
    'log-in, a forgotten password, a change of email, another code and an invitation do not reveal whether an email has an account, neither by the answer nor by its time',
  unit: 'pairs of emails',
  small: 3,
  full: 200,
  piece: 200,
  run: inRounds,
  figure: ({ pairs = 0, gap_us = 0 }) => `${pairs} pairs alike; medians at most ${(gap_us / 1000).toFixed(1)} ms apart`,
  controls: [
    { without: 'hashes of one cost', small: 1, full: 20, run: withCheapHashes, noticed: ({ noticed = 0 }) => noticed },
  ],
}
