import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dataPaths } from './data-folder.ts'

/** Marks restored data as a copy, because the site of the backup may still be selling. */
export function markCopy(folder: string, madeAt: string): void {
  writeFileSync(dataPaths(folder).copyMark, JSON.stringify({ made_at: madeAt }), { mode: 0o600 })
}

/** Makes the data the site's own: from now on, due payments are charged and due mails are sent. */
export function makeLive(folder: string): void {
  rmSync(dataPaths(folder).copyMark, { force: true })
}

export const isCopy = (folder: string): boolean => existsSync(dataPaths(folder).copyMark)

const live = 'npm run restore -- --live'

/** The error that a copy is not served to visitors, with the remedy. */
export const copyIsNotServed = (folder: string): string =>
  `The data in ${folder} were restored from a backup, and count as a copy: were the site they come from still running, both would charge the same cards and send the same mail. If these are to be the site: ${live}. To look at them without cards and mail: npm start -- --without-demo`

/** The text that a start prints about a copy. */
export const copyIsQuiet = `These data are a restored copy: no card is charged, and nothing is sent to anybody. To sell with them: ${live}`

const reaching = /^(?:STRIPE_|MAIL_|SMTP_URL$|OPERATOR_EMAIL$)/

/** The settings of a start on a copy: the sandbox provider and the mailbox, without any key of a real provider. */
export function quietSettings<Value>(settings: Record<string, Value>): Record<string, Value | 'sandbox' | 'mailbox'> {
  const kept = Object.entries(settings).filter(([name]) => !reaching.test(name))
  return { ...Object.fromEntries(kept), PAYMENT_PROVIDER: 'sandbox', MAIL_PROVIDER: 'mailbox' }
}

/** Responds in place of every other host, because push services and card providers would reach real customers. */
export const refuseOutgoingRequest = async (): Promise<Response> =>
  new Response('A restored copy reaches no other host.', { status: 503 })
