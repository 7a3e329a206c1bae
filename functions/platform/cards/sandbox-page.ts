import type { Bindings } from '../context.ts'
import { type Db, database } from '../database/database.ts'
import { retryLostWrite } from '../database/retry-lost-write.ts'
import { leftAddress, type PaymentProvider } from './provider.ts'
import { sandboxAnswer, sandboxCard, sandboxSetupAnswer, settledAnswer } from './sandbox-answers.ts'
import {
  answerStep,
  cancelOpen,
  findIntentByToken,
  type IntentRow,
  openIntent,
  recordCharge,
  reportTwice,
  sandboxId,
  setMismatch,
  takeScenario,
} from './sandbox-rows.ts'

const prefix = 'page_'
/** True for the token of a payment page; the other tokens belong to bank steps. */
export const isPageToken = (token: string | null): boolean => token?.startsWith(prefix) === true
/** The bank step that follows a payment page, so that an old link to the page still leads on. */
export const bankTokenOf = (token: string): string => token.replace(prefix, 'bank_')

/** True when a page charges nothing, and only stores its card. */
export const storesOnly = ({ amount }: Pick<IntentRow, 'amount'>): boolean => amount === 0

/** A page that stores a card without an order, as an intent of 0 with the setup's id. */
export const openSetupPage = async (
  db: Db,
  { setup_id, ...input }: Parameters<PaymentProvider['openSetupPage']>[0],
): Promise<IntentRow> =>
  openPage(db, {
    ...input,
    payment_id: setup_id,
    order_id: '',
    amount: 0,
    currency: '',
    title: '',
    email: '',
    stores: true,
    attempt: 1,
  })

/** Opens the payment page of an intent, once per attempt. */
export async function openPage(db: Db, input: Parameters<PaymentProvider['openPage']>[0]): Promise<IntentRow> {
  const opened = await openIntent(db, input)
  if (opened.state !== 'requires_payment_method' || opened.attempt >= input.attempt) return opened
  const page = await recordCharge(db, opened, {
    state: 'requires_action',
    decline: null,
    amount_received: 0,
    // A page that waits until this time is closed.
    settles_at: input.expires_at,
    attempt: input.attempt,
    amount: input.amount,
    source: null,
    customer_id: input.customer,
    stores: input.stores && input.customer !== null,
    stored_source: null,
    bank_token: sandboxId('page'),
    return_url: input.return_url,
    now: input.now,
  })
  return page ?? opened
}

/** Closes a page whose time is over. */
export async function closeLatePage(db: Db, intent: IntentRow, now: number): Promise<void> {
  const isOver = intent.settles_at !== null && intent.settles_at <= now
  if (intent.state === 'requires_action' && isPageToken(intent.bank_token) && isOver)
    await cancelOpen(db, intent.id, now)
}

/** The payment of a page, or null for an unknown token. */
export async function paymentOnPage(env: Bindings, token: string, now: number): Promise<IntentRow | null> {
  const db = database(env.DB)
  const intent = isPageToken(token) ? await findIntentByToken(db, token) : null
  if (!intent) return null
  await closeLatePage(db, intent, now)
  return findIntentByToken(db, token)
}

type Next = { next: string } | { decline: string }

/** Pays on the page with a test card. A declined card leaves the page open. Null for an unknown token. */
export async function payOnPage(
  env: Bindings,
  input: { token: string; card: string; now: number },
): Promise<Next | null> {
  return retryLostWrite(async () => pay(env, input))
}

async function pay(env: Bindings, { token, card, now }: { token: string; card: string; now: number }) {
  const db = database(env.DB)
  const intent = await paymentOnPage(env, token, now)
  if (!intent) return null
  const back = { next: intent.return_url ?? env.SITE_ORIGIN }
  if (intent.state !== 'requires_action') return back
  const source = sandboxCard(card)?.source ?? null
  const answer = storesOnly(intent)
    ? { ...sandboxSetupAnswer(card), amount_received: 0, settles_at: null }
    : sandboxAnswer({ source: card, amount: intent.amount, now, scenario: null })
  if (answer.decline !== null) return { decline: answer.decline }
  if (answer.state === 'requires_action') {
    const bank_token = bankTokenOf(token)
    await answerStep(db, token, { ...answer, source, bank_token, now })
    return { next: `${env.SITE_ORIGIN}/dev/bank/${bank_token}` }
  }
  const scenario = await takeScenario(db)
  await answerStep(db, token, { ...settledAnswer({ amount: intent.amount, now, scenario }), source, now })
  await setMismatch(db, intent, scenario)
  if (scenario?.next === 'twice') await reportTwice(db, intent.payment_id, now)
  return back
}

/** Where a customer goes who leaves the page unpaid. */
export const leavePage = (intent: IntentRow, siteOrigin: string): string =>
  intent.return_url === null ? siteOrigin : leftAddress(intent.return_url)
