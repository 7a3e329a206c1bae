import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dataPaths } from './data-folder.ts'

/** Notes that data came from a backup and are a copy: the site they were taken from may be selling at this moment. */
export function markCopy(folder: string, madeAt: string): void {
  writeFileSync(dataPaths(folder).copyMark, JSON.stringify({ made_at: madeAt }), { mode: 0o600 })
}

/** The data are the site's own: what is due is charged and mailed from now on. */
export function makeLive(folder: string): void {
  rmSync(dataPaths(folder).copyMark, { force: true })
}

export const isCopy = (folder: string): boolean => existsSync(dataPaths(folder).copyMark)

const live = 'npm run restore -- --live'

/** Why a copy is not served to visitors, with what to do. */
export const copyIsNotServed = (folder: string): string =>
  `The data in ${folder} were restored from a backup, and count as a copy: were the site they come from still running, both would charge the same cards and send the same mail. If these are to be the site: ${live}. To look at them without cards and mail: npm start -- --without-demo`

/** What a start says of a copy. */
export const copyIsQuiet = `These data are a restored copy: no card is charged, and nothing is sent to anybody. To sell with them: ${live}`

const reaching = /^(?:STRIPE_|MAIL_|SMTP_URL$|OPERATOR_EMAIL$)/

/** The settings of a start on a copy: the card provider and the sender of mail are those for trying out, and no key of a real one is left. */
export function quietSettings<Value>(settings: Record<string, Value>): Record<string, Value | 'sandbox' | 'mailbox'> {
  const kept = Object.entries(settings).filter(([name]) => !reaching.test(name))
  return { ...Object.fromEntries(kept), PAYMENT_PROVIDER: 'sandbox', MAIL_PROVIDER: 'mailbox' }
}

/** Answers for every other host: push services and card providers have customers of the site behind them. */
export const answerNobody = async (): Promise<Response> =>
  new Response('A restored copy reaches no other host.', { status: 503 })
