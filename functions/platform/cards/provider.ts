// Over 250 lines: one interface, and the types of its answers.
import type { IntentState } from './intent-states.ts'
import type { RefundStatus } from '../../contract/states/refund-states.ts'
import type { Card } from '../../contract/card.ts'
import type { Language } from '../../contract/field-rules.ts'

/** A provider's payment intent in our fields. Its `state` is the provider's own value. */
export type Intent = {
  id: string
  /** Our payment and order ids, as sent to the provider. */
  payment_id: string
  order_id: string
  state: IntentState
  amount: number
  amount_received: number
  currency: string
  /** The code of the latest decline, or null. */
  decline: string | null
  next_action_url: string | null
  client_secret: string | null
  card: Card | null
  /** The provider's id of the card once it is stored for the customer; null for a card that is used once. */
  stored_source: string | null
}

/** A card that the provider stores for one of its customers. */
export type StoredCard = { id: string; customer: string; card: Card }

/**
 * The provider's intent to store a card without a charge. Its `state` is the provider's own value. A page of the
 * provider that stores a card is `requires_action` with the page's address until a card is stored there.
 */
export type SetupIntent = {
  id: string
  /** Our setup's id, as sent to the provider. */
  setup_id: string
  customer: string
  state: Exclude<IntentState, 'requires_capture'>
  /** The code of the latest decline, or null. */
  decline: string | null
  next_action_url: string | null
  client_secret: string | null
  /** The stored card after a successful setup. */
  source: StoredCard | null
}

export type ProviderRefund = {
  id: string
  state: RefundStatus
  failure: string | null
}

/** A charge that its cardholder disputes with the bank; `state` and `reason` are the provider's own values. */
export type Dispute = {
  id: string
  intent_id: string
  amount: number
  currency: string
  reason: string
  state: string
  /** The deadline for evidence, or null when the bank expects none. */
  evidence_due_by: number | null
}

/**
 * The subject of a provider's webhook event. Nothing else in the event is trusted: the object is read from the provider
 * by its id.
 */
export type ProviderEvent = {
  event_id: string
  kind: 'payment' | 'setup' | 'refund' | 'dispute' | 'source' | 'account' | 'other'
  /** The provider's id of the intent, setup, refund, dispute, card or account. */
  provider_ref: string
  /** Our payment, setup or refund id, when the event has it. */
  our_ref: string | null
  /** The connected account of the event; null for the platform's own. */
  account: string | null
  created: number
}

export type Webhook =
  | { ok: true; events: ProviderEvent[] }
  | { ok: false; why: 'no_signature' | 'wrong_signature' | 'too_old' | 'malformed' }

/** Data for the provider's card form on a page. Nothing in it is secret. */
export type ClientConfiguration = {
  provider: PaymentProvider['name']
  /** The form's public key, or null for a provider whose form needs none. */
  publishable_key: string | null
  account: string | null
  /** Sources for the page's content security policy, by directive; empty when the form is part of the page. */
  policy: { script: string[]; frame: string[]; connect: string[]; image: string[] }
}

/** The address for a customer who leaves the provider's page unpaid. */
export function leftAddress(returnUrl: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('left', '1')
  return url.href
}

/** A page of the provider that stores a card, as a setup. */
export function setupOfPage(page: Intent, { setup_id, customer }: { setup_id: string; customer: string }): SetupIntent {
  const { id, decline, card, stored_source, next_action_url } = page
  return {
    id,
    setup_id,
    customer,
    state: page.state === 'requires_capture' ? 'processing' : page.state,
    decline,
    next_action_url,
    client_secret: null,
    source: card && stored_source !== null ? { id: stored_source, customer, card } : null,
  }
}

/**
 * The provider did not respond, so the outcome is unknown. The caller must read the object again before any decision.
 */
export class ProviderUnreachable extends Error {
  readonly code: 'rate_limit' | 'lock_timeout' | 'network'
  constructor(code: 'rate_limit' | 'lock_timeout' | 'network') {
    super(code)
    this.name = 'ProviderUnreachable'
    this.code = code
  }
}

/**
 * The provider rejects this site's requests and did nothing. The key is wrong or lacks a permission, or the account
 * may not charge.
 */
export class ProviderRefusalError extends Error {
  /** The provider's reason, for the log. */
  readonly provider: { type: string; status: number | null; code: string | null }
  readonly code: string | null
  constructor(provider: { type: string; status: number | null; code: string | null }) {
    super(`the provider refuses: ${provider.type}`)
    this.name = 'ProviderRefusalError'
    this.provider = provider
    this.code = provider.code
  }
}

/** The customer does not have this card at the provider. Nothing was charged, so this is not a decline. */
export class UnknownSource extends Error {
  override readonly name = 'UnknownSource'
}

/**
 * The provider does not know the customer or their setup: it was deleted, or is in another account or mode. Nothing was
 * charged.
 */
export class UnknownCustomer extends Error {
  override readonly name = 'UnknownCustomer'
}

/** `account` is the program's connected account; null for the platform's own. */
type At = { account: string | null; now: number }

/**
 * The interface of a card provider; `test-bench/promises-of-a-provider.ts` tests it for every adapter. Every call may
 * throw ProviderUnreachable and may be repeated: our ids are its idempotency keys. A decline is a result, not an error.
 * A call that the provider always rejects with these settings throws ProviderRefusalError.
 */
/** The calls for stored cards. */
export type StoredCardCalls =
  | 'createCustomer'
  | 'forgetCustomer'
  | 'createSetup'
  | 'openSetupPage'
  | 'readSetup'
  | 'confirmSetup'
  | 'readSource'
  | 'detach'
  | 'setDefault'

export type PaymentProvider = {
  name: 'sandbox' | 'stripe'

  clientConfiguration: (input: { account: string | null }) => ClientConfiguration
  /** The events of a webhook, once the signature of the raw body is valid and recent. */
  parseWebhook: (input: { body: string; headers: Headers; now: number }) => Promise<Webhook>
  /** True when a customer may be sent to this address for the bank's confirmation, or for the provider's own page. */
  isBankAddress: (address: URL) => boolean
  /** Checks that the provider accepts requests with these settings; throws like every other call. */
  check: (input: { now: number }) => Promise<void>

  /**
   * Creates the payment's intent, or updates the amount of an existing one, and charges the source. Throws
   * UnknownCustomer before a charge.
   */
  pay: (
    input: At & {
      payment_id: string
      order_id: string
      intent_id: string | null
      amount: number
      currency: string
      /** The id of a stored card, or the card form's token for a new one. */
      source: string
      /** The provider's customer; required for a stored card and for a card to be stored. */
      customer: string | null
      /** True to store a new card for the customer when the payment succeeds. */
      stores: boolean
      /**
       * True when the customer is absent: a bank that requires confirmation gives the decline `authentication_required`.
       */
      isOffSession: boolean
      return_url: string
      attempt: number
      /** Called with the intent's id before the charge, so that the payment can be found after a lost response. */
      opened?: (intentId: string) => Promise<void>
    },
  ) => Promise<Intent>
  /**
   * Opens the provider's own page for a new card, once per attempt. The intent is `requires_action` with the page's
   * address until the page is paid, or closed by `cancel` or at `expires_at`; a declined card leaves it open. The
   * page leads to `return_url`, with `left=1` when its customer leaves it unpaid. An amount of 0 charges nothing: the
   * page only stores the card for `customer`. Throws UnknownCustomer.
   */
  openPage: (
    input: At & {
      payment_id: string
      order_id: string
      amount: number
      currency: string
      /** What is paid, in the customer's language. */
      title: string
      language: Language
      email: string
      customer: string | null
      stores: boolean
      return_url: string
      attempt: number
      expires_at: number
    },
  ) => Promise<Intent>
  /** The intent's current state, or null when the provider does not know it. */
  read: (input: At & { intent_id: string | null; payment_id: string }) => Promise<Intent | null>
  /** Cancels an intent and returns its state afterwards: `succeeded` when the cancellation was too late. */
  cancel: (input: At & { intent_id: string }) => Promise<Intent>

  /** Refunds all or a part of the payment; the result is `failed` for an intent that the provider does not have. */
  refund: (
    input: At & {
      refund_id: string
      intent_id: string
      amount: number
      reason: 'requested_by_customer' | 'duplicate' | 'fraudulent'
    },
  ) => Promise<ProviderRefund>
  /** The refund's current state, or null when the provider does not know it. */
  readRefund: (input: At & { provider_refund_id: string }) => Promise<ProviderRefund | null>
  readDispute: (input: At & { dispute_id: string }) => Promise<Dispute | null>

  /**
   * The provider's customer for a customer of a program. `key` is our id of the customer in the program; `replaces` is a
   * previous id that the provider does not know.
   */
  createCustomer: (
    input: At & { key: string; replaces: string | null; email: string; name: string },
  ) => Promise<{ id: string }>
  /** Deletes a customer with name, address and cards; succeeds when it was deleted before. */
  forgetCustomer: (input: At & { customer: string }) => Promise<void>
  /** Opens the intent to store a customer's card, once per setup. Throws UnknownCustomer. */
  createSetup: (input: At & { setup_id: string; customer: string }) => Promise<SetupIntent>
  /**
   * Opens the provider's own page that stores a card without a charge, once per setup, until `expires_at`. It leads to
   * `return_url`, with `left=1` when its customer leaves it. Throws UnknownCustomer.
   */
  openSetupPage: (
    input: At & { setup_id: string; customer: string; language: Language; return_url: string; expires_at: number },
  ) => Promise<SetupIntent>
  readSetup: (input: At & { provider_setup_id: string }) => Promise<SetupIntent | null>
  /**
   * Stores the card form's token. Throws UnknownSource for an unknown card or another customer's, and UnknownCustomer
   * for an unknown setup. Returns a succeeded setup unchanged.
   */
  confirmSetup: (
    input: At & { provider_setup_id: string; source: string; return_url: string; attempt: number },
  ) => Promise<SetupIntent>
  /** A stored card with its customer; null for an unknown or detached one. */
  readSource: (input: At & { source: string }) => Promise<StoredCard | null>
  /** Deletes a stored card; succeeds when it was deleted before. */
  detach: (input: At & { source: string }) => Promise<void>
  /** Sets the card that is charged when none is named; null for none. */
  setDefault: (input: At & { customer: string; source: string | null }) => Promise<void>
}
