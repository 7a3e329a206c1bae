import type Stripe from 'stripe'
import { toStripe } from '../../contract/money/stripe-amount.ts'
import type { Intent, PaymentProvider } from './provider.ts'
import { refusedAmount, refusedIntent, shownDispute, shownIntent, shownRefund } from './stripe-answers.ts'
import { byAddress, nothingIfUnknown, sourceParameter, stripeCards, unknownCustomer } from './stripe-cards.ts'
import { isPage, stripePage } from './stripe-page.ts'
import { failureOf, inAccount, openStripe, timeouts, reaching, shares } from './stripe-client.ts'
import type { StripeSettings } from '../context.ts'
import { parseStripeWebhook } from './stripe-webhook.ts'

type Pay = Parameters<PaymentProvider['pay']>[0]
const expand = ['payment_method']
/** Stripe's hosts for the bank step. */
const stripeHost = /(?:^|\.)stripe\.com$/

/** Cards by Stripe. Our ids are the idempotency keys, and an intent is stored before the charge. */
export function stripe(env: StripeSettings): PaymentProvider {
  const at = (account: string | null) => inAccount(env, account)
  const intentNow = async (library: Stripe, id: string, account: string | null) =>
    shownIntent(await library.paymentIntents.retrieve(id, { expand }, at(account)))

  const { openPage, openSetupPage, readPage, readSetupPage, closePage } = stripePage(env)
  const cards = stripeCards(env)

  return {
    name: 'stripe',
    clientConfiguration: ({ account }) => ({
      provider: 'stripe',
      publishable_key: env.STRIPE_PUBLISHABLE_KEY ?? null,
      account: at(account).stripeAccount ?? null,
      policy: {
        script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
        frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connect: ['https://api.stripe.com'],
        image: ['https://*.stripe.com'],
      },
    }),
    parseWebhook: async (input) => parseStripeWebhook(env, input),
    isBankAddress: (address) =>
      (address.protocol === 'https:' && stripeHost.test(address.hostname)) ||
      (env.STRIPE_API_BASE !== undefined && address.origin === env.STRIPE_API_BASE),

    check: async () =>
      reaching(async () => {
        await (await openStripe(env)).paymentIntents.list({ limit: 1 })
      }),
    pay: async (input) => {
      const amount = toStripe(input.amount, input.currency)
      const library = await openStripe(env)
      if (amount === null) return { ...unpaid(input), decline: 'invalid_amount' }
      const opened = await reaching(async () => openedIntent(library, { ...input, amount })).catch(refusedAmount)
      if (opened === null) return { ...unpaid(input), decline: 'invalid_amount' }
      if (opened.state !== 'requires_payment_method' && opened.state !== 'requires_confirmation') return opened
      await input.opened?.(opened.id)
      return reaching(async () => confirmed(library, opened, input))
    },
    openPage,
    read: async ({ intent_id, payment_id, account }) => {
      if (isPage(intent_id)) return readPage({ intent_id, account })
      return reaching(async () => {
        const library = await openStripe(env)
        const id = intent_id ?? (await searched(library, payment_id, account))
        return id === null ? null : intentNow(library, id, account).catch(nothingIfUnknown)
      })
    },
    cancel: async ({ intent_id, account }) => {
      if (isPage(intent_id)) return closePage({ intent_id, account })
      return reaching(async () => {
        const library = await openStripe(env)
        try {
          return shownIntent(await library.paymentIntents.cancel(intent_id, { expand }, at(account)))
        } catch (error) {
          if (failureOf(error).code !== 'payment_intent_unexpected_state') throw error
          return await intentNow(library, intent_id, account)
        }
      })
    },

    refund: async (input) => reaching(async () => refunded(await openStripe(env), input)),
    readRefund: async ({ provider_refund_id, account }) =>
      reaching(async () => {
        const library = await openStripe(env)
        return library.refunds.retrieve(provider_refund_id, {}, at(account)).then(shownRefund, nothingIfUnknown)
      }),
    readDispute: async ({ dispute_id, account }) =>
      reaching(async () => {
        const library = await openStripe(env)
        return library.disputes.retrieve(dispute_id, {}, at(account)).then(shownDispute, nothingIfUnknown)
      }),
    ...cards,
    openSetupPage,
    readSetup: async (input) => {
      const { provider_setup_id: intent_id, account } = input
      return isPage(intent_id) ? readSetupPage({ intent_id, account }) : cards.readSetup(input)
    },
  }

  /** The payment's intent with the current amount and choices of the customer. Creates it when there is none. */
  async function openedIntent(library: Stripe, input: Pay): Promise<Intent> {
    const { amount, account, attempt } = input
    const options = at(account)
    // An intent of another account or mode cannot be charged here, so a new one is created.
    const current =
      input.intent_id === null
        ? null
        : await library.paymentIntents.retrieve(input.intent_id, { expand }, options).catch(nothingIfUnknown)
    if (current) return changed(library, current, input)
    // The first attempt uses the payment's id as its key. A later attempt without an intent follows a lost request
    // and needs another key.
    const ownKey = attempt === 1 ? input.payment_id : `${input.payment_id}-${attempt}`
    // A request with another customer needs another key, for example when the provider does not know the first
    // customer.
    const idempotencyKey = input.customer === null ? ownKey : `${ownKey}-${input.customer}`
    const made = await library.paymentIntents
      .create(
        {
          amount,
          currency: input.currency.toLowerCase(),
          allowed_payment_method_types: ['card'],
          metadata: { payment_id: input.payment_id, order_id: input.order_id },
          ...(input.customer !== null && { customer: input.customer }),
          ...(input.stores && { setup_future_usage: 'off_session' as const }),
          ...shares(env, { account, amount }),
        },
        { ...options, idempotencyKey },
      )
      .catch(unknownCustomer)
    return shownIntent(made)
  }

  // Finds an intent whose creation was interrupted, because only a stored intent is charged. The results of this
  // search lag by a minute.
  async function searched(library: Stripe, paymentId: string, account: string | null): Promise<string | null> {
    if (!/^\w+$/.test(paymentId)) return null
    const current = await library.paymentIntents.search({ query: `metadata['payment_id']:'${paymentId}'` }, at(account))
    return current.data[0]?.id ?? null
  }

  // Another attempt may have another amount, stored card or choice to store it. An intent that has a result is left
  // unchanged.
  async function changed(library: Stripe, current: Stripe.PaymentIntent, input: Pay): Promise<Intent> {
    const { amount, account, customer } = input
    const keeps = input.stores ? 'off_session' : ''
    const { application_fee_amount } = shares(env, { account, amount })
    const changes: Stripe.PaymentIntentUpdateParams = {
      // The destination is set when the intent is created and cannot change.
      ...(current.amount !== amount && {
        amount,
        ...(application_fee_amount !== undefined && { application_fee_amount }),
      }),
      ...(current.customer === null && customer !== null && { customer }),
      ...((current.setup_future_usage ?? '') !== keeps && { setup_future_usage: keeps }),
    }
    if (current.status !== 'requires_payment_method' || Object.keys(changes).length === 0) return shownIntent(current)
    try {
      return shownIntent(await library.paymentIntents.update(current.id, { ...changes, expand }, at(account)))
    } catch (error) {
      if (failureOf(error).code !== 'payment_intent_unexpected_state') return unknownCustomer(error)
      return await intentNow(library, current.id, account)
    }
  }

  /** Charges the source. A decline is a result; a repeated charge returns the intent as it is. */
  async function confirmed(library: Stripe, opened: Intent, input: Pay): Promise<Intent> {
    try {
      const intent = await library.paymentIntents.confirm(
        opened.id,
        {
          ...sourceParameter(input.source),
          ...(input.isOffSession ? { off_session: true } : { return_url: input.return_url, ...byAddress }),
          expand,
        },
        {
          ...at(input.account),
          idempotencyKey: `${input.payment_id}-confirm-${input.attempt}`,
          timeout: timeouts.charge,
          maxNetworkRetries: 0,
        },
      )
      return shownIntent(intent)
    } catch (error) {
      const refused = refusedIntent(error)
      if (refused?.intent) return refused.intent
      const { type, code } = failureOf(error)
      if (!refused && type !== 'StripeIdempotencyError' && code !== 'payment_intent_unexpected_state') throw error
      const now = await intentNow(library, opened.id, input.account)
      return refused && now.state === 'requires_payment_method' ? { ...now, decline: refused.decline } : now
    }
  }

  /** Refunds once per refund of ours: Stripe forgets keys after a day, so existing refunds are searched first. */
  async function refunded(library: Stripe, input: Parameters<PaymentProvider['refund']>[0]) {
    const { refund_id, intent_id, account } = input
    const intent = await library.paymentIntents.retrieve(intent_id, {}, at(account)).catch(nothingIfUnknown)
    if (!intent) return { id: refund_id, state: 'failed' as const, failure: 'resource_missing' }
    for await (const booked of library.refunds.list({ payment_intent: intent_id, limit: 100 }, at(account)))
      if (booked.metadata?.['refund_id'] === refund_id) return shownRefund(booked)
    const isShared = account !== null
    try {
      const refund = await library.refunds.create(
        {
          payment_intent: intent_id,
          amount: toStripe(input.amount, intent.currency.toUpperCase()) ?? input.amount,
          reason: input.reason,
          metadata: { refund_id },
          ...(isShared && intent.application_fee_amount != null && { refund_application_fee: true }),
          ...(isShared && env.STRIPE_CHARGES === 'destination' && { reverse_transfer: true }),
        },
        { ...at(account), idempotencyKey: refund_id },
      )
      return shownRefund(refund)
    } catch (error) {
      // The amount exceeds the remainder, or the charge cannot be refunded: the customer is refunded another way.
      if (failureOf(error).type !== 'StripeInvalidRequestError') throw error
      return { id: refund_id, state: 'failed' as const, failure: failureOf(error).code ?? 'charge_not_refundable' }
    }
  }
}

// The intent of a payment that was never sent to Stripe.
const unpaid = (input: Pay): Intent => ({
  id: input.intent_id ?? '',
  payment_id: input.payment_id,
  order_id: input.order_id,
  state: 'requires_payment_method',
  amount: input.amount,
  amount_received: 0,
  currency: input.currency,
  decline: null,
  next_action_url: null,
  client_secret: null,
  card: null,
  stored_source: null,
})
