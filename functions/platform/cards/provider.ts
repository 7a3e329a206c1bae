import type { IntentState } from './intent-states.ts'
import type { RefundStatus } from '../../contract/states/refund-states.ts'
import type { Card } from '../../contract/card.ts'

/** A provider's intent in our words; `state` keeps the provider's own. */
export type Intent = {
  id: string
  /** Our payment and order, as the provider was told. */
  payment_id: string
  order_id: string
  state: IntentState
  amount: number
  amount_received: number
  currency: string
  /** Key of the last decline, null when there was none. */
  decline: string | null
  next_action_url: string | null
  client_secret: string | null
  card: Card | null
  /** The provider's id of the card, once it is stored for the customer; null for a card that was used once. */
  stored_source: string | null
}

/** A card that the provider keeps for one of its customers. */
export type StoredCard = { id: string; customer: string; card: Card }

/** The provider's intent to store a card without charging it; `state` keeps the provider's own. */
export type SetupIntent = {
  id: string
  /** Our setup, as the provider was told. */
  setup_id: string
  customer: string
  state: Exclude<IntentState, 'requires_capture'>
  /** Key of the last decline, null when there was none. */
  decline: string | null
  next_action_url: string | null
  client_secret: string | null
  /** The stored card, once the setup has succeeded. */
  source: StoredCard | null
}

export type ProviderRefund = {
  id: string
  state: RefundStatus
  failure: string | null
}

/** A charge its cardholder disputes with the bank; `state` and `reason` keep the provider's own words. */
export type Dispute = {
  id: string
  intent_id: string
  amount: number
  currency: string
  reason: string
  state: string
  /** Until when evidence may be sent, null when none is asked for any more. */
  evidence_due_by: number | null
}

/** What a report of the provider is about. Nothing else in it is believed: the object is read again by its id. */
export type ProviderEvent = {
  event_id: string
  kind: 'payment' | 'setup' | 'refund' | 'dispute' | 'source' | 'account' | 'other'
  /** The provider's id of the intent, setup, refund, dispute, card or account. */
  provider_ref: string
  /** Our payment, setup or refund, when the report names it. */
  our_ref: string | null
  /** The connected account it is about; null for the platform's own. */
  account: string | null
  created: number
}

export type Webhook =
  | { ok: true; events: ProviderEvent[] }
  | { ok: false; why: 'no_signature' | 'wrong_signature' | 'too_old' | 'malformed' }

/** What a page needs to show the provider's card form. Nothing in it is secret. */
export type ClientConfiguration = {
  provider: PaymentProvider['name']
  /** Null where the provider's form needs none. */
  publishable_key: string | null
  account: string | null
  /** Sources of the page's policy, by directive; empty where the form is part of the page. */
  policy: { script: string[]; frame: string[]; connect: string[]; image: string[] }
}

/** A request the provider could not answer: nothing is known, ask again before telling anything. */
export class ProviderUnreachable extends Error {
  readonly code: 'rate_limit' | 'lock_timeout' | 'network'
  constructor(code: 'rate_limit' | 'lock_timeout' | 'network') {
    super(code)
    this.name = 'ProviderUnreachable'
    this.code = code
  }
}

/** The provider takes no such request of this site: its key is wrong or lacks a right, or its account may not charge. Nothing was done. */
export class ProviderRefusalError extends Error {
  /** What the provider says of it, for the log. */
  readonly provider: { type: string; status: number | null; code: string | null }
  readonly code: string | null
  constructor(provider: { type: string; status: number | null; code: string | null }) {
    super(`the provider refuses: ${provider.type}`)
    this.name = 'ProviderRefusalError'
    this.provider = provider
    this.code = provider.code
  }
}

/** A card that is named by its id and that the customer does not have at the provider: no decline, nothing was tried. */
export class UnknownSource extends Error {
  override readonly name = 'UnknownSource'
}

/** A customer, or a setup of theirs, that the provider does not have: deleted there, or kept in another account or mode. Nothing was tried. */
export class UnknownCustomer extends Error {
  override readonly name = 'UnknownCustomer'
}

/** `account` is the program's connected account, null for the platform's own. */
type At = { account: string | null; now: number }

/**
 * What a card provider must be able to do; `test-bench/promises-of-a-provider.ts` is the list of its promises. Every call may throw
 * ProviderUnreachable and may be repeated: our ids are its idempotency keys. A decline is an answer, not an error. One that the
 * provider takes from no one with these settings throws ProviderRefusalError.
 */
/** The calls about cards that a customer keeps. */
export type StoredCardCalls =
  | 'createCustomer'
  | 'forgetCustomer'
  | 'createSetup'
  | 'readSetup'
  | 'confirmSetup'
  | 'readSource'
  | 'detach'
  | 'setDefault'

export type PaymentProvider = {
  name: 'sandbox' | 'stripe'

  clientConfiguration: (input: { account: string | null }) => ClientConfiguration
  /** The events of a report, once its signature over the raw body is right and not too old. */
  parseWebhook: (input: { body: string; headers: Headers; now: number }) => Promise<Webhook>
  /** True when a customer may be sent to this address for the bank step. */
  isBankAddress: (address: URL) => boolean
  /** Whether the provider takes requests with these settings: throws as any other call does where it does not. */
  check: (input: { now: number }) => Promise<void>

  /** Creates the payment's intent or takes its existing one with the new amount, and tries the source; throws UnknownCustomer before. */
  pay: (
    input: At & {
      payment_id: string
      order_id: string
      intent_id: string | null
      amount: number
      currency: string
      /** A stored card's id, or what the card form gave for a new one. */
      source: string
      /** The provider's customer; always there for a stored card and for one to be stored. */
      customer: string | null
      /** Keeps a new card for the customer when the payment succeeds. */
      stores: boolean
      /** The customer is not there to confirm: a bank that asks for it is the decline `authentication_required`. */
      isOffSession: boolean
      return_url: string
      attempt: number
      /** Told the intent's id before a card is tried with it, so that a lost answer is found again by it. */
      opened?: (intentId: string) => Promise<void>
    },
  ) => Promise<Intent>
  /** The intent as it is now, null when the provider has never heard of it. */
  read: (input: At & { intent_id: string | null; payment_id: string }) => Promise<Intent | null>
  /** Cancels an intent; answers it as it is afterwards, `succeeded` when it was too late. */
  cancel: (input: At & { intent_id: string }) => Promise<Intent>

  /** Returns money, all of it or a part; `failed` for an intent that the provider does not have. */
  refund: (
    input: At & {
      refund_id: string
      intent_id: string
      amount: number
      reason: 'requested_by_customer' | 'duplicate' | 'fraudulent'
    },
  ) => Promise<ProviderRefund>
  /** The refund as it is now, null when the provider has never heard of it. */
  readRefund: (input: At & { provider_refund_id: string }) => Promise<ProviderRefund | null>
  readDispute: (input: At & { dispute_id: string }) => Promise<Dispute | null>

  /** The provider's customer for one of ours in one program; `key` is our id of the customer in the program, `replaces` the provider's customer that is unknown to it. */
  createCustomer: (
    input: At & { key: string; replaces: string | null; email: string; name: string },
  ) => Promise<{ id: string }>
  /** Deletes a customer with their name, address and cards; one that is gone already is no error. */
  forgetCustomer: (input: At & { customer: string }) => Promise<void>
  /** Opens the intent to store a card of a customer, once a setup; throws UnknownCustomer. */
  createSetup: (input: At & { setup_id: string; customer: string }) => Promise<SetupIntent>
  readSetup: (input: At & { provider_setup_id: string }) => Promise<SetupIntent | null>
  /** Tries to store what the card form gave; throws UnknownSource for an id of no card, or of someone else's, and UnknownCustomer for a setup that is unknown. A setup that has succeeded is answered as it is. */
  confirmSetup: (
    input: At & { provider_setup_id: string; source: string; return_url: string; attempt: number },
  ) => Promise<SetupIntent>
  /** A card with the customer it is stored for; null for one that is unknown or detached. */
  readSource: (input: At & { source: string }) => Promise<StoredCard | null>
  /** Forgets a card; one that is gone already is no error. */
  detach: (input: At & { source: string }) => Promise<void>
  /** The card that is charged where none is named; null for none. */
  setDefault: (input: At & { customer: string; source: string | null }) => Promise<void>
}
