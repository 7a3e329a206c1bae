import { weekMs } from '../../contract/limits.ts'
import type { Bindings } from '../context.ts'
import { type Db, database } from '../database/database.ts'
import { retryLostWrite } from '../database/retry-lost-write.ts'
import {
  type Dispute,
  type PaymentProvider,
  type StoredCardCalls,
  type SetupIntent,
  type StoredCard,
  UnknownCustomer,
  UnknownSource,
} from './provider.ts'
import { sandboxCard, sandboxSetupAnswer, shownCard } from './sandbox-answers.ts'
import { findIntent, sandboxId } from './sandbox-rows.ts'
import {
  answerSetup,
  answerSetupAtBank,
  deleteCustomer,
  detachSource,
  findCustomer,
  findDispute,
  findSetup,
  findSetupByToken,
  findSource,
  insertDispute,
  openCustomer,
  openSetup,
  setDefaultSource,
  type SetupRow,
  sourceMadeBy,
  type SourceRow,
  storeSource,
} from './sandbox-source-rows.ts'

/** The format of stored cards' ids, different from the card form's tokens. */
const isStoredId = /^pm_[0-9a-f]{32}$/

/** The sandbox's calls for stored cards. */
export function sandboxSources(
  env: Bindings,
): Pick<PaymentProvider, Exclude<StoredCardCalls, 'openSetupPage'> | 'readDispute'> {
  const db = database(env.DB)
  return {
    createCustomer: async ({ key, replaces, now }) =>
      openCustomer(db, { id: sandboxId('cus'), key: replaces === null ? key : `${key}:${replaces}`, created: now }),
    forgetCustomer: async ({ customer, now }) => deleteCustomer(db, customer, now),
    createSetup: async ({ setup_id, customer, now }) => {
      if (!(await findCustomer(db, customer))) throw new UnknownCustomer()
      return shownSetup(
        env,
        db,
        await openSetup(db, {
          id: sandboxId('seti'),
          setup_id,
          customer_id: customer,
          state: 'requires_payment_method',
          created: now,
          updated: now,
        }),
      )
    },
    readSetup: async ({ provider_setup_id }) => {
      const setup = await findSetup(db, provider_setup_id)
      return setup ? shownSetup(env, db, setup) : null
    },
    confirmSetup: async (input) => {
      const setup = await findSetup(db, input.provider_setup_id)
      if (!setup) throw new UnknownCustomer()
      if (isStoredId.test(input.source)) throw new UnknownSource()
      const answer = sandboxSetupAnswer(input.source)
      await answerSetup(db, setup, {
        ...answer,
        attempt: input.attempt,
        card: sandboxCard(input.source)?.source ?? null,
        bank_token: answer.state === 'requires_action' ? sandboxId('bank') : null,
        return_url: input.return_url,
        updated: input.now,
      })
      return shownSetup(env, db, await requireSetup(db, input.provider_setup_id))
    },
    readSource: async ({ source }) => {
      const row = await findSource(db, source)
      return row ? shownSource(row) : null
    },
    detach: async ({ source }) => detachSource(db, source),
    setDefault: async ({ customer, source }) => setDefaultSource(db, customer, source),
    readDispute: async ({ dispute_id }) => shownDispute(db, dispute_id),
  }
}

/** The setup of a bank page, or null for an unknown token. */
export async function setupAtBank(env: Bindings, token: string): Promise<SetupRow | null> {
  return findSetupByToken(database(env.DB), token)
}

/**
 * Records the customer's decision on the bank page about storing a card; only the first one counts. Returns the URL to
 * return to.
 */
export async function decideSetup(
  env: Bindings,
  input: { token: string; isConfirmed: boolean; now: number },
): Promise<string | null> {
  return retryLostWrite(async () => {
    const db = database(env.DB)
    const setup = await findSetupByToken(db, input.token)
    if (!setup) return null
    await answerSetupAtBank(db, setup, {
      state: input.isConfirmed ? 'succeeded' : 'requires_payment_method',
      decline: input.isConfirmed ? null : 'setup_intent_authentication_failure',
      updated: input.now,
    })
    return setup.return_url
  })
}

/** Lets the cardholder dispute a payment with their bank. */
export async function disputePayment(env: Bindings, intentId: string, now: number): Promise<string> {
  const id = sandboxId('dp')
  await insertDispute(database(env.DB), {
    id,
    intent_id: intentId,
    reason: 'fraudulent',
    state: 'needs_response',
    created: now,
  })
  return id
}

const evidenceMs = weekMs

async function shownDispute(db: Db, id: string): Promise<Dispute | null> {
  const dispute = await findDispute(db, id)
  const intent = dispute ? await findIntent(db, { intent_id: dispute.intent_id }) : null
  if (!dispute || !intent) return null
  return {
    id,
    intent_id: intent.id,
    amount: intent.amount_received,
    currency: intent.currency,
    reason: dispute.reason,
    state: dispute.state,
    evidence_due_by: dispute.created + evidenceMs,
  }
}

async function requireSetup(db: Db, id: string): Promise<SetupRow> {
  const setup = await findSetup(db, id)
  if (!setup) throw new Error('sandbox: no such setup')
  return setup
}

async function shownSetup(env: Bindings, db: Db, setup: SetupRow): Promise<SetupIntent> {
  const isWaiting = setup.state === 'requires_action'
  return {
    id: setup.id,
    setup_id: setup.setup_id,
    customer: setup.customer_id,
    state: setup.state as SetupIntent['state'],
    decline: setup.state === 'requires_payment_method' ? setup.decline : null,
    next_action_url: isWaiting ? `${env.SITE_ORIGIN}/dev/bank/${setup.bank_token}` : null,
    client_secret: setup.state === 'succeeded' ? null : `${setup.id}_secret_${setup.setup_id}`,
    source: setup.state === 'succeeded' ? await storedBy(db, setup) : null,
  }
}

async function storedBy(db: Db, setup: SetupRow): Promise<StoredCard | null> {
  const stored =
    (await sourceMadeBy(db, setup.id)) ??
    (await storeSource(db, {
      id: sandboxId('pm'),
      made_by: setup.id,
      customer_id: setup.customer_id,
      card: setup.card ?? '',
      created: setup.updated,
    }))
  return shownSource(stored)
}

function shownSource(row: SourceRow): StoredCard | null {
  const card = shownCard({ source: row.card, state: 'stored' }, true)
  return card && row.customer_id ? { id: row.id, customer: row.customer_id, card } : null
}
