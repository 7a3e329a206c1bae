import type { Answer } from '../../functions/test-bench/http-client.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { openSharedSite } from '../proofs/shared-site.ts'
import { json, logInAtForm, makeAccounts, rightPassword, signUpOne, surely } from './accounts.ts'

/** Wrong attempts of one account that are verified within a quarter of an hour. */
const maxAttempts = 5
const windowMs = 15 * 60_000
const addresses = 60
const atOnce = 20

type Sizes = { accounts: number; passwords: number }
const sizes = (isFull: boolean): Sizes =>
  isFull ? { accounts: 1000, passwords: 1000 } : { accounts: 4, passwords: 60 }

/** True when the password was compared. Any other response means that it was not. */
const isVerified = ({ status, body }: Answer): boolean =>
  status < 300 || ['bad_credentials', 'email_in_use', 'account_inactive'].includes(body?.type)
const isKnownAnswer = (answer: Answer): boolean =>
  isVerified(answer) || ['account_locked', 'too_many_requests', 'unavailable'].includes(answer.body?.type)
const from = (number: number): Record<string, string> => ({
  'CF-Connecting-IP': `198.51.${number % addresses}.7`,
  'X-Forwarded-For': `203.0.113.${number % 250}`,
})

/** One guess by log-in, or by sign-up with that email, from one of many addresses. */
function guess(site: ProofSite, input: { email: string; password: string; number: number }): Promise<Answer> {
  const { email, password, number } = input
  if (number % 3 < 2) return surely(() => site.call('/api/v1/login', json({ username: email, password }, from(number))))
  return surely(() =>
    site.call(
      '/api/v1/signup',
      json(
        { first_name: 'Ada', last_name: 'Roy', email, phone: '416 555 0142', password, timezone: 'UTC' },
        from(number),
      ),
    ),
  )
}

async function inBursts<Item>(
  items: readonly Item[],
  each: (item: Item, number: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let index = 0; index < items.length; index += atOnce)
    answers.push(
      ...(await Promise.all(items.slice(index, index + atOnce).map((item, offset) => each(item, index + offset)))),
    )
  return answers
}

/** The owner logs in at the form, in the browser they used before. */
const ownerLogsIn = (site: ProofSite, email: string, device: string) =>
  logInAtForm(site, email, device === '' ? {} : { Cookie: device })

/** Errors in the answers to wrong passwords. */
const strangeAnswers = (answers: readonly Answer[]): string[] => [
  ...(answers.some(({ status }) => status < 300) ? ['a guess came in'] : []),
  ...answers
    .filter((answer) => !isKnownAnswer(answer))
    .slice(0, 3)
    .map(({ status, text }) => `a guess was answered ${status} ${text.slice(0, 150)}`),
]

/**
 * A thousand passwords are tried for one account. Five are verified, the right password among the others is not, and
 * the owner logs in from a known browser.
 */
async function manyPasswords(site: ProofSite, { passwords }: Sizes, tally: Tally): Promise<void> {
  const { email } = await signUpOne(site)
  const bystander = await signUpOne(site)
  const device = deviceOf(await ownerLogsIn(site, email, ''))
  const attempts = Array.from({ length: passwords }, (_, number) =>
    number === passwords >> 1 ? rightPassword : `guess number ${number}`,
  )
  for (const quarter of ['first', 'second']) {
    const answers = await inBursts(attempts, (password, number) => guess(site, { email, password, number }))
    const verified = answers.filter(isVerified).length
    tally.sums.tries = (tally.sums.tries ?? 0) + answers.length
    tally.sums.verified = Math.max(tally.sums.verified ?? 0, verified)
    if (verified > maxAttempts)
      tally.findings.push(
        `${verified} of ${passwords} passwords for one account were looked at in the ${quarter} quarter of an hour`,
      )
    tally.findings.push(...strangeAnswers(answers))
    const owner = await ownerLogsIn(site, email, device)
    if (owner.status !== 200)
      tally.findings.push(`the owner's own browser was answered ${owner.status} ${owner.text.slice(0, 150)}`)
    const stranger = await ownerLogsIn(site, email, '')
    if (stranger.body?.type !== 'account_locked')
      tally.findings.push(`an unknown browser was answered ${stranger.status}`)
    const other = await ownerLogsIn(site, bystander.email, '')
    if (other.status !== 200) tally.findings.push(`somebody else was answered ${other.status}`)
    await surely(() => site.pass(windowMs + 1000))
  }
  const afterwards = await ownerLogsIn(site, email, '')
  if (afterwards.status !== 200)
    tally.findings.push(`a quarter of an hour later the owner was answered ${afterwards.status}`)
}

/** One password is tried for a thousand accounts, six times. Each account verifies five attempts. */
async function manyAccounts(site: ProofSite, { accounts }: Sizes, tally: Tally): Promise<void> {
  const emails = await makeAccounts(site, { name: 'many', count: accounts })
  const verified = new Map<string, number>()
  const guesses = Array.from({ length: emails.length > 50 ? 1 : 7 }, () => emails).flat()
  const answers = await inBursts(guesses, (email, number) => guess(site, { email, password: 'Summer2026!', number }))
  for (const [index, email] of guesses.entries())
    verified.set(email, (verified.get(email) ?? 0) + (isVerified(answers[index] as Answer) ? 1 : 0))
  tally.sums.tries = (tally.sums.tries ?? 0) + answers.length
  const most = Math.max(...verified.values())
  tally.sums.verified = Math.max(tally.sums.verified ?? 0, most)
  if (most > maxAttempts) tally.findings.push(`an account looked at ${most} guesses`)
  tally.findings.push(...strangeAnswers(answers))
}

const deviceOf = ({ headers }: Answer): string =>
  (headers['set-cookie'] ?? []).find((line) => line.startsWith('__Host-device='))?.split(';')[0] ?? ''

async function inRounds({ count, isFull }: Rounds): Promise<Tally> {
  const site = await openSharedSite({ name: 'stuffing' })
  const tally = emptyTally('tries', 'verified')
  try {
    for (let round = 0; round < count; round += 1) {
      await manyPasswords(site, sizes(isFull), tally)
      await manyAccounts(site, sizes(isFull), tally)
    }
    return tally
  } finally {
    await site.stop()
  }
}

/** The attack runs without the counter, so more than five guesses are verified. */
async function uncounted({ count }: Rounds): Promise<Tally> {
  const site = await openSharedSite({ name: 'stuffing-planted' })
  const tally = emptyTally('noticed')
  try {
    const { email } = await signUpOne(site)
    await site.disturb({ drop: ['insert into "?attempts"?'] })
    for (let round = 0; round < count; round += 1) {
      const answers = await inBursts(
        Array.from({ length: 8 }, () => email),
        (each, number) => guess(site, { email: each, password: `guess number ${number}`, number }),
      )
      if (answers.filter(isVerified).length > maxAttempts) tally.sums.noticed = (tally.sums.noticed ?? 0) + 1
    }
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '11 · S-7, A-04, A-23',
  name: 'stuffing',
  promise:
    'an account looks at five wrong guesses in a quarter of an hour, however many ask from however many addresses, and its owner still comes in where they are known',
  unit: 'attacks',
  small: 1,
  full: 1,
  piece: 1,
  run: inRounds,
  figure: ({ tries: attempts = 0, verified = 0 }) =>
    `${attempts} guesses from ${addresses} addresses, at most ${verified} looked at by one account`,
  controls: [
    { without: 'the count of tries', small: 1, full: 20, run: uncounted, noticed: ({ noticed = 0 }) => noticed },
  ],
}
