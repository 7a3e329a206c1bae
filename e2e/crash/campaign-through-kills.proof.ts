import { campaignCalls } from '../hostile/fill-mailbox.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { signUnsubscribeToken } from '../../functions/delivery/mail/news-list.ts'
import { makeProgram } from '../../functions/test-bench/programs.ts'
import { makeReaders } from '../../functions/test-bench/readers.ts'
import { added, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'
import { atOnce } from '../races/shop.ts'
import { countsInFile } from './check-file.ts'
import { withoutDedupe } from './mail-provider.ts'

/** `last` is the reader whose mail is sent last, because ids are ordered as text. */
type Size = { recipients: number; runners: number; leaving: number; last: number }
const fullSize: Size = { recipients: 10_000, runners: 50, leaving: 5, last: 9_999 }
const smallSize: Size = { recipients: 40, runners: 4, leaving: 2, last: 39 }
const leaseMs = 61_000
/** Time after which the last of ten thousand mails is due at the limit per minute. */
const allDueMs = 40 * 60_000

/**
 * A mail provider that records each mail, its time, and whether the outbox had already marked the mail as delivered.
 */
async function watchProvider(site: OwnProofSite): Promise<void> {
  await site.sql(
    'CREATE TABLE requested_mails (id INTEGER PRIMARY KEY, dedupe TEXT NOT NULL, recipient TEXT NOT NULL, created INTEGER NOT NULL, was_done INTEGER NOT NULL)',
  )
  await site.sql('CREATE INDEX requested_mails_by_recipient ON requested_mails (recipient, created)')
  await site.sql(
    `CREATE TRIGGER mail_requested BEFORE INSERT ON mailbox BEGIN
      INSERT INTO requested_mails (dedupe, recipient, created, was_done)
      VALUES (NEW.dedupe, NEW.recipient, NEW.created, EXISTS (SELECT 1 FROM outbox WHERE dedupe = NEW.dedupe AND done_at IS NOT NULL)); END`,
  )
}

/** A campaign that is due: the first run of the scheduler queues it. */
async function makeCampaign(site: OwnProofSite, programId: string): Promise<string> {
  const send = campaignCalls(site, programId)
  const id = await send('', { kind: 'newsletter', audience: 'subscribers', subject: 'August', body: 'Places left.' })
  await send(`/${id}/schedule`, { send_at: new Date(site.now() + leaseMs / 2).toISOString() })
  await site.pass(leaseMs)
  return id
}

/** Unsubscribes a reader; returns when the site confirmed it. */
async function leave(site: OwnProofSite, input: { programId: string; reader: number }) {
  const { programId, reader } = input
  const token = await signUnsubscribeToken(
    site.bench.env,
    { program_id: programId, customer_id: `cus_m${reader}_${programId}` },
    site.now(),
  )
  const answer = await site
    .call('/api/v1/profile/notifications/unsubscribe', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ program_id: programId, token }),
    })
    .catch(() => null)
  return answer?.status === 200 ? { recipient: `m${reader}-${programId}@example.com`, at: site.now() } : null
}

type Left = { recipient: string; at: number }

/**
 * Some readers unsubscribe when half of the campaign is sent, and others while all runners send. After a number of
 * mails the runtime is killed.
 */
async function killWhileSending(
  site: OwnProofSite,
  input: Size & { programId: string; upTo: number; firstReader: number; isBegun: boolean },
): Promise<Left[]> {
  const { programId, firstReader } = input
  const leaveAt = (index: number) => leave(site, { programId, reader: firstReader + index })
  const before = input.isBegun ? await atOnce(input.leaving, leaveAt) : []
  let isKilled = false
  const runner = async () => {
    while (!isKilled) await site.tick().catch(() => wait(20))
  }
  const runners = atOnce(input.runners, runner)
  const file = countsInFile(site.file(), 'SELECT count(*) AS n FROM mailbox WHERE sender <> ?')
  const mailsLeft = async (enough: number) => {
    for (let waited = 0; waited < 6000 && file.of('') < enough; waited += 1) await wait(20)
  }
  await mailsLeft(1)
  // This call is not awaited, because its response arrives only after all mails are sent.
  const meanwhile = input.isBegun ? [] : [leaveAt(0), leaveAt(1)]
  await mailsLeft(input.upTo)
  file.close()
  isKilled = true
  await site.kill()
  await runners
  return [...before, ...(await Promise.all(meanwhile))].filter((each) => each !== null)
}

async function oneCampaign(
  site: OwnProofSite,
  { kills, size, beforeSending }: { kills: number; size: Size; beforeSending?: () => Promise<void> },
): Promise<Tally> {
  const programId = await makeProgram(site.bench)
  await makeReaders(site.bench, { programId, count: size.recipients })
  await watchProvider(site)
  const id = await makeCampaign(site, programId)
  await beforeSending?.()
  const left: Left[] = []
  for (let kill = 1; kill <= kills; kill += 1) {
    // In the first minute at most `campaignMailsPerMinute` are due.
    const share = Math.floor((size.recipients * kill) / (kills + 1))
    const upTo = kill === 1 ? Math.min(share, 40) : share
    const firstReader = size.last - kill * size.leaving + 1
    left.push(...(await killWhileSending(site, { ...size, programId, upTo, firstReader, isBegun: kill > 1 })))
    await site.pass(kill === 1 ? allDueMs : leaseMs)
  }
  const isWaiting = async () =>
    (await site.sql('SELECT 1 FROM outbox WHERE ref = ? AND done_at IS NULL AND dead_at IS NULL LIMIT 1', id)).length >
    0
  for (let runs = 0; runs < 40 && (await isWaiting()); runs += 1) {
    await atOnce(4, () => site.tick())
    await site.pass(leaseMs)
  }
  await site.tick()
  await site.tick()
  return resultOf(site, { id, kills, left, size })
}

async function resultOf(
  site: OwnProofSite,
  input: { id: string; kills: number; left: Left[]; size: Size },
): Promise<Tally> {
  const { id, kills, left, size } = input
  const one = async (sql: string, ...params: unknown[]) => (await site.sql(sql, ...params))[0]
  const counts = await one(
    `SELECT (SELECT count(*) FROM campaign_recipients WHERE campaign_id = ?1) AS recipients,
      (SELECT count(*) FROM campaign_recipients WHERE campaign_id = ?1 AND outcome = 'unsubscribed') AS unsubscribed,
      (SELECT count(DISTINCT recipient) FROM mailbox) AS reached, (SELECT count(*) FROM mailbox) AS mails,
      (SELECT count(*) FROM requested_mails WHERE was_done = 1) AS after_done,
      (SELECT count(*) FROM requested_mails) - (SELECT count(DISTINCT dedupe) FROM requested_mails) AS requested_again,
      (SELECT count(*) FROM outbox WHERE ref = ?1 AND attempts > 1) AS begun_again,
      (SELECT status FROM campaigns WHERE id = ?1) AS status`,
    id,
  )
  // The sending of a mail starts at `created`. A reader who had unsubscribed before that time must not get the mail.
  const late = await one(
    `SELECT count(*) AS n FROM json_each(?) AS l CROSS JOIN requested_mails AS m ON m.recipient = l.value ->> '$.recipient' AND m.created > l.value ->> '$.at'`,
    JSON.stringify(left),
  )
  const sums = {
    kills,
    recipients: counts.recipients,
    reached: counts.reached,
    twice: counts.mails - counts.reached,
    missed: counts.recipients - counts.reached - counts.unsubscribed,
    unsubscribed: counts.unsubscribed,
    requestedAgain: counts.requested_again,
    begunAgain: counts.begun_again,
  }
  const findings = [
    ...(counts.recipients === size.recipients ? [] : [`${counts.recipients} of ${size.recipients} are recipients`]),
    ...(counts.after_done === 0 ? [] : [`${counts.after_done} mails were requested after they had been delivered`]),
    ...(late.n === 0 ? [] : [`${late.n} mails were begun for readers who had left`]),
    ...(counts.status === 'sent' ? [] : [`the campaign is ${counts.status}`]),
  ]
  return { sums, findings }
}

async function rounds({ count, isFull }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'campaign-through-kills', bindings: { OUTBOX_STATEMENTS: '1000000' } })
  const tally = emptyTally('recipients', 'reached', 'twice', 'missed', 'unsubscribed', 'requestedAgain', 'begunAgain')
  try {
    return added(tally, await oneCampaign(site, { kills: count, size: isFull ? fullSize : smallSize }))
  } finally {
    await site.stop()
  }
}

/** A mail provider without idempotency keys that loses some responses: a repeated mail arrives twice. */
async function roundsWithoutKey({ count }: Rounds): Promise<Tally> {
  const tally = emptyTally('noticed')
  for (let round = 0; round < count; round += 1) {
    const site = await openProofSite({ name: 'campaign-without-key', schema: withoutDedupe })
    try {
      const beforeSending = () => site.disturb({ after: 0.2, count: 'writes' })
      const { sums } = await oneCampaign(site, { kills: 1, size: smallSize, beforeSending })
      if ((sums.twice ?? 0) > 0) tally.sums.noticed = (tally.sums.noticed ?? 0) + 1
    } finally {
      await site.stop()
    }
  }
  return tally
}

export const proof: Proof = {
  row: '10 · B-02',
  name: 'campaign-through-kills',
  promise:
    'a campaign reaches each recipient once though its runners are killed again and again, and never one who has left its news',
  unit: 'kills',
  small: 1,
  full: 20,
  piece: 20,
  run: rounds,
  figure: (sums) =>
    `${sums.recipients} recipients, ${sums.reached} reached, ${sums.missed} missed, ${sums.twice} twice, ${sums.unsubscribed} had left; ${sums.begunAgain} begun again after a kill, the provider asked again for ${sums.requestedAgain}`,
  check: ({ recipients = 0, missed = 0, twice = 0, unsubscribed = 0, begunAgain = 0 }, rounds) => [
    ...(missed > recipients / 10_000 ? [`${missed} of ${recipients} were missed`] : []),
    ...(twice > 0 ? [`${twice} mails came twice`] : []),
    // With one or two kills, perhaps no one unsubscribes during sending, or no kill interrupts a mail.
    ...(rounds > 2 && unsubscribed === 0 ? ['no one left the news while it was sent'] : []),
    ...(rounds > 2 && begunAgain === 0 ? ['no kill met a mail in hand'] : []),
  ],
  controls: [
    {
      without: 'a key at the provider',
      small: 0,
      full: 3,
      run: roundsWithoutKey,
      noticed: (sums) => sums.noticed ?? 0,
    },
  ],
}
