import type { Bindings } from '../context.ts'
import { type Db, database } from '../database/database.ts'
import { isOutOfReach, retryLostWrite } from '../database/retry-lost-write.ts'
import { type Intent, type PaymentProvider, ProviderUnreachable, setupOfPage, UnknownCustomer } from './provider.ts'
import { sandboxAnswer, sandboxCard, settledAnswer, shownCard, type Scenario } from './sandbox-answers.ts'
import {
  answerStep,
  recordCharge,
  bookRefund,
  cancelOpen,
  findIntent,
  findIntentByToken,
  type IntentRow,
  openIntent,
  reportTwice,
  sandboxId,
  setScenario,
  settleLate,
  takeScenario,
  setMismatch,
  findRefund,
  setStoredSource,
} from './sandbox-rows.ts'
import { closeLatePage, isPageToken, openPage, openSetupPage } from './sandbox-page.ts'
import { findCustomer, findSource, storeSource } from './sandbox-source-rows.ts'
import { sandboxSources } from './sandbox-sources.ts'
import { parseReport } from './sandbox-webhook.ts'

/** The provider of a local build: decides by test number as a real one would, with its own tables in the database. */
export function sandbox(env: Bindings): PaymentProvider {
  const db = database(env.DB)
  const sources = sandboxSources(env)
  const shownNow = async (row: IntentRow, now: number) => shown(env, await current(db, row, now))
  const setupNow = async (row: IntentRow, now: number) =>
    setupOfPage(await shownNow(row, now), { setup_id: row.payment_id, customer: row.customer_id ?? '' })
  const requireCustomer = async (customer: string | null) => {
    if (customer !== null && !(await findCustomer(db, customer))) throw new UnknownCustomer()
  }
  return withBooksOutOfReach({
    name: 'sandbox',
    clientConfiguration: () => ({
      provider: 'sandbox',
      publishable_key: null,
      account: null,
      policy: { script: [], frame: [], connect: [], image: [] },
    }),
    parseWebhook: async (input) => parseReport(env.TOKEN_SECRET, input),
    isBankAddress: (address) => address.origin === env.SITE_ORIGIN && /^\/dev\/(?:bank|pay)\//.test(address.pathname),
    check: async () => {},
    ...sources,
    pay: async (input) => {
      await requireCustomer(input.customer)
      const opened = await openIntent(db, input)
      if (opened.state !== 'requires_payment_method' || opened.attempt >= input.attempt)
        return shownNow(opened, input.now)
      const scenario = await takeScenario(db)
      if (scenario?.next === 'unreachable') throw new ProviderUnreachable('network')
      const { card, stored } = await chargedCard(db, input)
      const answer = sandboxAnswer({
        source: card,
        amount: input.amount,
        now: input.now,
        scenario,
        isOffSession: input.isOffSession,
      })
      const bank_token = answer.state === 'requires_action' ? sandboxId('bank') : null
      const tried = await recordCharge(db, opened, {
        ...answer,
        attempt: input.attempt,
        amount: input.amount,
        source: sandboxCard(card)?.source ?? null,
        customer_id: input.customer,
        stores: input.stores && input.customer !== null && stored === null,
        stored_source: stored,
        bank_token,
        return_url: input.return_url,
        now: input.now,
      })
      await treatAfterwards(db, scenario, {
        intent: opened,
        isKept: answer.state === 'requires_action',
        now: input.now,
      })
      return shownNow(tried ?? opened, input.now)
    },
    openPage: async (input) => {
      await requireCustomer(input.customer)
      return shownNow(await openPage(db, input), input.now)
    },
    openSetupPage: async (input) => {
      await requireCustomer(input.customer)
      return setupNow(await openSetupPage(db, input), input.now)
    },
    readSetup: async (input) => {
      const page = await findIntent(db, { intent_id: input.provider_setup_id })
      return page ? setupNow(page, input.now) : sources.readSetup(input)
    },
    read: async (input) => {
      const intent = await findIntent(db, input)
      return intent ? shownNow(intent, input.now) : null
    },
    cancel: async (input) => {
      await cancelOpen(db, input.intent_id, input.now)
      const intent = await findIntent(db, input)
      if (!intent) throw new Error('sandbox: no such intent')
      return shownNow(intent, input.now)
    },
    refund: async (input) => {
      const booked = await bookRefund(db, {
        id: sandboxId('re'),
        refund_id: input.refund_id,
        intent_id: input.intent_id,
        amount: input.amount,
        created: input.now,
      })
      return booked
        ? { id: booked.id, state: 'succeeded', failure: null }
        : { id: input.refund_id, state: 'failed', failure: 'charge_not_refundable' }
    },
    readRefund: async ({ provider_refund_id }) => {
      const booked = await findRefund(db, provider_refund_id)
      return booked ? { id: booked.id, state: 'succeeded', failure: null } : null
    },
  })
}

// Reports a lost connection to our database as an unreachable provider, because the sandbox has its tables there.
// Every call has a key and may be repeated.
function withBooksOutOfReach(provider: PaymentProvider): PaymentProvider {
  const reaching = async <Answer>(call: () => Promise<Answer>): Promise<Answer> =>
    retryLostWrite(call).catch((error: unknown) => {
      throw isOutOfReach(error) ? new ProviderUnreachable('network') : error
    })
  return {
    ...provider,
    pay: async (input) => reaching(async () => provider.pay(input)),
    openPage: async (input) => reaching(async () => provider.openPage(input)),
    read: async (input) => reaching(async () => provider.read(input)),
    cancel: async (input) => reaching(async () => provider.cancel(input)),
    refund: async (input) => reaching(async () => provider.refund(input)),
    readRefund: async (input) => reaching(async () => provider.readRefund(input)),
    readDispute: async (input) => reaching(async () => provider.readDispute(input)),
    createCustomer: async (input) => reaching(async () => provider.createCustomer(input)),
    forgetCustomer: async (input) => reaching(async () => provider.forgetCustomer(input)),
    createSetup: async (input) => reaching(async () => provider.createSetup(input)),
    openSetupPage: async (input) => reaching(async () => provider.openSetupPage(input)),
    readSetup: async (input) => reaching(async () => provider.readSetup(input)),
    confirmSetup: async (input) => reaching(async () => provider.confirmSetup(input)),
    readSource: async (input) => reaching(async () => provider.readSource(input)),
    detach: async (input) => reaching(async () => provider.detach(input)),
    setDefault: async (input) => reaching(async () => provider.setDefault(input)),
  }
}

// The card of a source: a stored card of this customer, or the card form's token. Another customer's card is unknown.
async function chargedCard(
  db: Db,
  { source, customer }: { source: string; customer: string | null },
): Promise<{ card: string; stored: string | null }> {
  const row = await findSource(db, source)
  if (!row) return { card: source, stored: null }
  return row.customer_id === customer ? { card: row.card, stored: row.id } : { card: '', stored: null }
}

/** Sets the scenario of the next payment, for POST /dev/sandbox. */
export async function setNextScenario(env: Bindings, scenario: Scenario, now: number): Promise<void> {
  await setScenario(database(env.DB), scenario, now)
}

/** The payment of a bank page, or null for an unknown token. */
export async function bankStep(env: Bindings, token: string): Promise<IntentRow | null> {
  return isPageToken(token) ? null : findIntentByToken(database(env.DB), token)
}

type Decision = { token: string; isConfirmed: boolean; now: number }

/** Records the customer's decision on the bank page; only the first one counts. Returns the URL to return to. */
export async function decideBankStep(env: Bindings, input: Decision): Promise<string | null> {
  return retryLostWrite(async () => decide(database(env.DB), input))
}

async function decide(db: Db, input: Decision): Promise<string | null> {
  const intent = isPageToken(input.token) ? null : await findIntentByToken(db, input.token)
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
    await answerStep(db, input.token, { ...answer, now: input.now })
    await setMismatch(db, intent, scenario)
    if (scenario?.next === 'twice') await reportTwice(db, intent.payment_id, input.now)
  }
  return intent.return_url
}

// A scenario that was set before the bank's confirmation takes effect after the confirmation.
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
  await closeLatePage(db, intent, now)
  const latest = (await findIntent(db, { intent_id: intent.id })) ?? intent
  if (!latest.stores || latest.stored_source !== null || latest.state !== 'succeeded') return latest
  const stored = await storeSource(db, {
    id: sandboxId('pm'),
    made_by: latest.id,
    customer_id: latest.customer_id,
    card: latest.source ?? '',
    created: now,
  })
  await setStoredSource(db, latest.id, stored.id)
  return { ...latest, stored_source: stored.id }
}

function shown(env: Bindings, row: IntentRow): Intent {
  const isWaiting = row.state === 'requires_action'
  const isOnPage = isPageToken(row.bank_token)
  return {
    id: row.id,
    payment_id: row.payment_id,
    order_id: row.order_id,
    state: row.state as Intent['state'],
    amount: row.amount,
    amount_received: row.amount_received,
    currency: row.currency,
    decline: row.state === 'requires_payment_method' ? row.decline : null,
    next_action_url: isWaiting ? `${env.SITE_ORIGIN}/dev/${isOnPage ? 'pay' : 'bank'}/${row.bank_token}` : null,
    client_secret: isWaiting && !isOnPage ? `${row.id}_secret_${row.payment_id}` : null,
    card: shownCard(row, row.stored_source !== null),
    stored_source: row.state === 'succeeded' ? row.stored_source : null,
  }
}
