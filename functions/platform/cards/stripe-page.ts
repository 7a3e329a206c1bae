import type Stripe from 'stripe'
import { dayMs, minuteMs } from '../../contract/limits.ts'
import { fromStripe, toStripe } from '../../contract/money/stripe-amount.ts'
import { accepted } from './intent-states.ts'
import {
  type Intent,
  leftAddress,
  type PaymentProvider,
  ProviderUnreachable,
  type SetupIntent,
  setupOfPage,
} from './provider.ts'
import { idOf, refusedAmount, shownIntent, shownSetup } from './stripe-answers.ts'
import { nothingIfUnknown, unknownCustomer } from './stripe-cards.ts'
import { failureOf, inAccount, openStripe, reaching, shares } from './stripe-client.ts'
import type { StripeSettings } from '../context.ts'

type Session = Stripe.Checkout.Session
type SessionParams = Stripe.Checkout.SessionCreateParams
type At = { intent_id: string; account: string | null }
type OpenPage = Parameters<PaymentProvider['openPage']>[0]
type OpenSetupPage = Parameters<PaymentProvider['openSetupPage']>[0]
const expand = ['payment_intent.payment_method', 'setup_intent.payment_method']
/** Stripe keeps a page open for thirty minutes to 24 hours; one minute allows for a difference of the clocks. */
const [shortestMs, longestMs] = [31 * minuteMs, dayMs - minuteMs]

/** True for the id of a Checkout Session, which is a payment's reference until its page is paid. */
export const isPage = (id: string | null): id is string => id?.startsWith('cs_') === true

/**
 * Stripe's own page for a card, a Checkout Session: in mode `payment` it charges the card, and Stripe creates the intent
 * when the customer pays; in mode `setup` it only stores the card.
 */
export function stripePage(settings: StripeSettings): Pick<PaymentProvider, 'openPage' | 'openSetupPage'> & {
  readPage: (input: At) => Promise<Intent | null>
  readSetupPage: (input: At) => Promise<SetupIntent | null>
  closePage: (input: At) => Promise<Intent>
} {
  const at = (account: string | null) => inAccount(settings, account)
  const sessionNow = async (stripe: Stripe, { intent_id, account }: At) =>
    stripe.checkout.sessions.retrieve(intent_id, { expand }, at(account))
  const open = async (input: OpenPage | OpenSetupPage, params: SessionParams, idempotencyKey: string) =>
    (await openStripe(settings)).checkout.sessions.create(
      {
        ...params,
        allowed_payment_method_types: ['card'],
        locale: input.language,
        success_url: input.return_url,
        cancel_url: leftAddress(input.return_url),
        expires_at: Math.ceil(closesAt(input) / 1000),
        expand,
      },
      { ...at(input.account), idempotencyKey },
    )

  return {
    openPage: async (input) =>
      reaching(async () => {
        const amount = toStripe(input.amount, input.currency)
        if (amount === null) return refused(input)
        const params = amount === 0 ? storing(input) : charging(settings, input, amount)
        const key = `${input.payment_id}-page-${input.attempt}-${input.customer ?? ''}`
        const session = await open(input, params, key).catch((error: unknown) =>
          failureOf(error).code === 'resource_missing' ? unknownCustomer(error) : refusedAmount(error),
        )
        return session ? shownPage(session) : refused(input)
      }),
    openSetupPage: async (input) =>
      reaching(async () => {
        const { setup_id, customer } = input
        const params = { mode: 'setup' as const, customer, ...named({ setup_id }) }
        const session = await open(input, params, `${setup_id}-page-${customer}`).catch((error: unknown) => {
          // Another request opens the page of this setup in another way. The next one opens a page of its own.
          if (failureOf(error).type === 'StripeIdempotencyError') throw new ProviderUnreachable('lock_timeout')
          return unknownCustomer(error)
        })
        return shownSetupPage(session)
      }),
    readPage: async (input) =>
      reaching(async () => sessionNow(await openStripe(settings), input).then(shownPage, nothingIfUnknown)),
    readSetupPage: async (input) =>
      reaching(async () => sessionNow(await openStripe(settings), input).then(shownSetupPage, nothingIfUnknown)),
    closePage: async (input) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        try {
          return shownPage(await stripe.checkout.sessions.expire(input.intent_id, { expand }, at(input.account)))
        } catch (error) {
          // A page that is paid or closed already cannot be closed, and has no error code of its own.
          const { type, code } = failureOf(error)
          if (type !== 'StripeInvalidRequestError' || code === 'resource_missing') throw error
          return shownPage(await sessionNow(stripe, input))
        }
      }),
  }
}

const named = <Metadata extends Record<string, string>>(metadata: Metadata) => ({
  metadata,
  setup_intent_data: { metadata },
})

/** A page that stores the card of an order for which nothing is due now. */
const storing = ({ payment_id, order_id, currency, customer }: OpenPage): SessionParams => ({
  mode: 'setup',
  customer: customer ?? '',
  currency: currency.toLowerCase(),
  ...named({ payment_id, order_id }),
})

/** A page on which the customer pays exactly this amount, in its currency. */
function charging(settings: StripeSettings, input: OpenPage, amount: number): SessionParams {
  const { payment_id, order_id, account, customer } = input
  const metadata = { payment_id, order_id }
  return {
    mode: 'payment',
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: input.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name: input.title },
        },
      },
    ],
    submit_type: 'pay',
    ...(customer === null ? { customer_email: input.email } : { customer }),
    metadata,
    payment_intent_data: {
      metadata,
      ...(input.stores && { setup_future_usage: 'off_session' as const }),
      ...shares(settings, { account, amount }),
    },
  }
}

/** When a page closes: at the end of its order's hold, within Stripe's limits. A promised order is held for days. */
const closesAt = ({ now, expires_at }: { now: number; expires_at: number }): number =>
  Math.min(Math.max(expires_at, now + shortestMs), now + longestMs)

/**
 * A page as an intent: the customer's own once Stripe has accepted a card, otherwise one that waits or is canceled. A
 * page that only stores a card has succeeded once the card is stored.
 */
function shownPage(session: Session): Intent {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const paid = intent && shownIntent(intent)
  if (paid && (session.status === 'complete' || accepted.has(paid.state))) return paid
  const setup = typeof session.setup_intent === 'string' ? null : session.setup_intent
  const stored = setup && shownSetup(setup).source
  const isComplete = session.mode === 'setup' && session.status === 'complete'
  const state = stored
    ? 'succeeded'
    : isComplete
      ? 'processing'
      : session.status === 'expired'
        ? 'canceled'
        : 'requires_action'
  const currency = session.currency ?? ''
  return {
    id: session.id,
    payment_id: session.metadata?.['payment_id'] ?? '',
    order_id: session.metadata?.['order_id'] ?? '',
    state,
    amount: fromStripe(session.amount_total ?? 0, currency),
    amount_received: 0,
    currency: currency.toUpperCase(),
    decline: null,
    next_action_url: state === 'requires_action' ? session.url : null,
    client_secret: null,
    card: stored?.card ?? null,
    stored_source: stored?.id ?? null,
  }
}

const shownSetupPage = (session: Session): SetupIntent =>
  setupOfPage(shownPage(session), {
    setup_id: session.metadata?.['setup_id'] ?? '',
    customer: idOf(session.customer) ?? '',
  })

const refused = (input: OpenPage): Intent => ({
  id: '',
  payment_id: input.payment_id,
  order_id: input.order_id,
  state: 'requires_payment_method',
  amount: input.amount,
  amount_received: 0,
  currency: input.currency,
  decline: 'invalid_amount',
  next_action_url: null,
  client_secret: null,
  card: null,
  stored_source: null,
})
