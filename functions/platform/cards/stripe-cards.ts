import type Stripe from 'stripe'
import {
  type PaymentProvider,
  type SetupIntent,
  type StoredCardCalls,
  UnknownCustomer,
  UnknownSource,
} from './provider.ts'
import { refusedIntent, shownSetup, storedCard } from './stripe-answers.ts'
import { failureOf, inAccount, openStripe, timeouts, reaching } from './stripe-client.ts'
import type { StripeSettings } from '../context.ts'

type Cards = Pick<PaymentProvider, Exclude<StoredCardCalls, 'openSetupPage'>>
const expand = ['payment_method']

/** The parameter for a source: a confirmation token of the Payment Element, or a card's id. */
export const sourceParameter = (source: string): { confirmation_token: string } | { payment_method: string } =>
  source.startsWith('ctoken_') ? { confirmation_token: source } : { payment_method: source }

/**
 * With a confirmation token, Stripe.js would handle the bank step itself. With a URL, the bank step also works in
 * mails and apps.
 */
export const byAddress = { use_stripe_sdk: false } as const

/** True for an object that Stripe does not have, or that belongs to another customer. */
export const isUnknown = (error: unknown): boolean => failureOf(error).code === 'resource_missing'

/** Stripe's calls for stored cards. */
export function stripeCards(settings: StripeSettings): Cards {
  const at = (account: string | null) => inAccount(settings, account)
  const setupNow = async (stripe: Stripe, id: string, account: string | null) =>
    shownSetup(await stripe.setupIntents.retrieve(id, { expand }, at(account)))

  return {
    createCustomer: async ({ key, replaces, email, name, account }) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        const customer = { email, name, metadata: { customer: key } }
        const create = async (idempotencyKey: string) =>
          stripe.customers.create(customer, { ...at(account), idempotencyKey })
        // A changed name or address makes a different request to Stripe and needs another key.
        const ownKey = replaces === null ? `customer-${key}` : `customer-${key}-${replaces}`
        const { id } = await create(ownKey).catch(async (error: unknown) => {
          if (failureOf(error).type !== 'StripeIdempotencyError') throw error
          return create(`${ownKey}-${crypto.randomUUID()}`)
        })
        return { id }
      }),
    forgetCustomer: async ({ customer, account }) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        await stripe.customers.del(customer, {}, at(account)).catch(nothingIfUnknown)
      }),
    createSetup: async ({ setup_id, customer, account }) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        const intent = await stripe.setupIntents
          .create(
            { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata: { setup_id } },
            { ...at(account), idempotencyKey: `${setup_id}-${customer}` },
          )
          .catch(unknownCustomer)
        return setupNow(stripe, intent.id, account)
      }),
    readSetup: async ({ provider_setup_id, account }) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        return setupNow(stripe, provider_setup_id, account).catch(nothingIfUnknown)
      }),
    confirmSetup: async ({ provider_setup_id, source, return_url, attempt, account }) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        const before = await setupNow(stripe, provider_setup_id, account).catch(unknownCustomer)
        if (before.state !== 'requires_payment_method' && before.state !== 'requires_confirmation') return before
        try {
          const intent = await stripe.setupIntents.confirm(
            provider_setup_id,
            { ...sourceParameter(source), return_url, ...byAddress, expand },
            {
              ...at(account),
              idempotencyKey: `${provider_setup_id}-${attempt}`,
              timeout: timeouts.charge,
              maxNetworkRetries: 0,
            },
          )
          return shownSetup(intent)
        } catch (error) {
          if (isUnknown(error)) throw new UnknownSource()
          return await refusedSetup(error, async () => setupNow(stripe, provider_setup_id, account))
        }
      }),
    readSource: async ({ source, account }) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        return stripe.paymentMethods.retrieve(source, {}, at(account)).then(storedCard, nothingIfUnknown)
      }),
    detach: async ({ source, account }) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        try {
          await stripe.paymentMethods.detach(source, {}, at(account))
        } catch (error) {
          if (!isUnknown(error) && !refusedIntent(error)) throw error
        }
      }),
    setDefault: async ({ customer, source, account }) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        await stripe.customers.update(
          customer,
          { invoice_settings: { default_payment_method: source ?? '' } },
          at(account),
        )
      }),
  }
}

/** Null for an object unknown to Stripe; rethrows every other error. */
export function nothingIfUnknown(error: unknown): null {
  if (isUnknown(error)) return null
  throw error
}

/** Throws UnknownCustomer for an object unknown to Stripe, and every other error as it is. */
export function unknownCustomer(error: unknown): never {
  throw isUnknown(error) ? new UnknownCustomer() : error
}

async function refusedSetup(error: unknown, current: () => Promise<SetupIntent>): Promise<SetupIntent> {
  const refused = refusedIntent(error)
  const { type, code } = failureOf(error)
  const isAnsweredBefore = type === 'StripeIdempotencyError' || code === 'setup_intent_unexpected_state'
  if (!refused && !isAnsweredBefore) throw error
  const now = await current()
  return refused && now.state === 'requires_payment_method' ? { ...now, decline: refused.decline } : now
}
