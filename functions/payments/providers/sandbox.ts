import type { Bindings } from '../../context.ts'
import { type Db, database } from '../../database/database.ts'
import { isOutOfReach, retryLostWrite } from '../../database/retry-lost-write.ts'
import { type Intent, type PaymentProvider, ProviderUnreachable } from './provider.ts'
import { sandboxAnswer, sandboxCard, settledAnswer, shownCard, type Scenario } from './sandbox-answers.ts'
import {
  answerBankStep,
  answerTry,
  bookRefund,
  cancelOpen,
  findIntent,
  findIntentByToken,
  type IntentRow,
  openIntent,
  reportTwice,
  setScenario,
  settleLate,
  takeScenario,
  setMismatch,
} from './sandbox-rows.ts'

const random = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`

/** The provider of a local build: answers by test number as a real one would, with books of its own in the database. */
export function sandbox(env: Bindings): PaymentProvider {
  const db = database(env.DB)
  return withBooksOutOfReach({
    name: 'sandbox',
    pay: async (input) => {
      const opened = await openIntent(db, {
        id: random('pi'),
        payment_id: input.payment_id,
        order_id: input.order_id,
        state: 'requires_payment_method',
        amount: input.amount,
        currency: input.currency,
        created: input.now,
        updated: input.now,
      })
      if (opened.state !== 'requires_payment_method' || opened.attempt >= input.attempt)
        return shown(env, await current(db, opened, input.now))
      const scenario = await takeScenario(db)
      if (scenario?.next === 'unreachable') throw new ProviderUnreachable('network')
      const answer = sandboxAnswer({ source: input.source, amount: input.amount, now: input.now, scenario: scenario })
      const bank_token = answer.state === 'requires_action' ? random('bank') : null
      const tried = await answerTry(db, opened, {
        ...answer,
        attempt: input.attempt,
        amount: input.amount,
        source: sandboxCard(input.source)?.source ?? null,
        bank_token,
        return_url: input.return_url,
        now: input.now,
      })
      await treatAfterwards(db, scenario, {
        intent: opened,
        isKept: answer.state === 'requires_action',
        now: input.now,
      })
      return shown(env, await current(db, tried ?? opened, input.now))
    },
    read: async (input) => {
      const found = await findIntent(db, input)
      return found ? shown(env, await current(db, found, input.now)) : null
    },
    cancel: async (input) => {
      await cancelOpen(db, input.intent_id, input.now)
      const found = await findIntent(db, input)
      if (!found) throw new Error('sandbox: no such intent')
      return shown(env, await current(db, found, input.now))
    },
    refund: async (input) => {
      const booked = await bookRefund(db, {
        id: random('re'),
        refund_id: input.refund_id,
        intent_id: input.intent_id,
        amount: input.amount,
        created: input.now,
      })
      return booked
        ? { id: booked.id, state: 'succeeded', failure: null }
        : { id: input.refund_id, state: 'failed', failure: 'charge_not_refundable' }
    },
  })
}

// Its books are in our database; where that is lost, a real provider would be out of reach. All it is asked has a key and may be asked again.
function withBooksOutOfReach({ name, pay, read, cancel, refund }: PaymentProvider): PaymentProvider {
  const reaching = async <Answer>(call: () => Promise<Answer>): Promise<Answer> =>
    retryLostWrite(call).catch((error: unknown) => {
      throw isOutOfReach(error) ? new ProviderUnreachable('network') : error
    })
  return {
    name,
    pay: async (input) => reaching(async () => pay(input)),
    read: async (input) => reaching(async () => read(input)),
    cancel: async (input) => reaching(async () => cancel(input)),
    refund: async (input) => reaching(async () => refund(input)),
  }
}

/** The next payment is treated so (POST /dev/sandbox). */
export async function treatNextPayment(env: Bindings, scenario: Scenario, now: number): Promise<void> {
  await setScenario(database(env.DB), scenario, now)
}

/** The payment a bank page is about, null for a token no one gave out. */
export async function bankStep(env: Bindings, token: string): Promise<IntentRow | null> {
  return findIntentByToken(database(env.DB), token)
}

type Decision = { token: string; isConfirmed: boolean; now: number }

/** The customer's decision on the bank page; only the first one counts. Answers where to go back to. */
export async function decideBankStep(env: Bindings, input: Decision): Promise<string | null> {
  return retryLostWrite(async () => decide(database(env.DB), input))
}

async function decide(db: Db, input: Decision): Promise<string | null> {
  const intent = await findIntentByToken(db, input.token)
  if (!intent) return null
  if (intent.state === 'requires_action') {
    const scenario = input.isConfirmed ? await takeScenario(db) : null
    const answer = input.isConfirmed
      ? settledAnswer({ amount: intent.amount, now: input.now, scenario: scenario })
      : {
          state: 'requires_payment_method' as const,
          decline: 'payment_intent_authentication_failure',
          amount_received: 0,
          settles_at: null,
        }
    await answerBankStep(db, input.token, { ...answer, now: input.now })
    await setMismatch(db, intent, scenario)
    if (scenario?.next === 'twice') await reportTwice(db, intent.payment_id, input.now)
  }
  return intent.return_url
}

// A treatment met before the bank step waits for its confirmation.
async function treatAfterwards(
  db: Db,
  scenario: Scenario | null,
  about: { intent: IntentRow; isKept: boolean; now: number },
): Promise<void> {
  if (!scenario) return
  if (about.isKept) return setScenario(db, scenario, about.now)
  await setMismatch(db, about.intent, scenario)
  if (scenario.next === 'twice') await reportTwice(db, about.intent.payment_id, about.now)
  if (scenario.next === 'lost') throw new ProviderUnreachable('network')
}

async function current(db: Db, intent: IntentRow, now: number): Promise<IntentRow> {
  if (intent.state === 'processing' && intent.settles_at !== null && intent.settles_at <= now)
    await settleLate(db, intent.id, now)
  return (await findIntent(db, { intent_id: intent.id })) ?? intent
}

function shown(env: Bindings, row: IntentRow): Intent {
  const isWaiting = row.state === 'requires_action'
  return {
    id: row.id,
    payment_id: row.payment_id,
    order_id: row.order_id,
    state: row.state as Intent['state'],
    amount: row.amount,
    amount_received: row.amount_received,
    currency: row.currency,
    decline: row.state === 'requires_payment_method' ? row.decline : null,
    next_action_url: isWaiting ? `${env.SITE_ORIGIN}/dev/bank/${row.bank_token}` : null,
    client_secret: isWaiting ? `${row.id}_secret_${row.payment_id}` : null,
    card: shownCard(row),
  }
}
