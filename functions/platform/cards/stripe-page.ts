import type Stripe from 'stripe'
import { dayMs, minuteMs } from '../../contract/limits.ts'
import { fromStripe, toStripe } from '../../contract/money/stripe-amount.ts'
import { accepted } from './intent-states.ts'
import { type Intent, leftAddress, type PaymentProvider } from './provider.ts'
import { refusedAmount, shownIntent } from './stripe-answers.ts'
import { nothingIfUnknown, unknownCustomer } from './stripe-cards.ts'
import { failureOf, inAccount, openStripe, reaching, shares } from './stripe-client.ts'
import type { StripeSettings } from '../context.ts'

type Session = Stripe.Checkout.Session
type At = { intent_id: string; account: string | null }
const expand = ['payment_intent.payment_method']
/** Stripe keeps a page open for thirty minutes to 24 hours; one minute allows for a difference of the clocks. */
const [shortestMs, longestMs] = [31 * minuteMs, dayMs - minuteMs]

/** True for the id of a Checkout Session, which is a payment's reference until its page is paid. */
export const isPage = (id: string | null): id is string => id?.startsWith('cs_') === true

/** Stripe's own payment page, a Checkout Session. Stripe creates its intent when the customer pays. */
export function stripePage(settings: StripeSettings): Pick<PaymentProvider, 'openPage'> & {
  readPage: (input: At) => Promise<Intent | null>
  closePage: (input: At) => Promise<Intent>
} {
  const at = (account: string | null) => inAccount(settings, account)
  const pageNow = async (stripe: Stripe, { intent_id, account }: At) =>
    shownPage(await stripe.checkout.sessions.retrieve(intent_id, { expand }, at(account)))

  return {
    openPage: async (input) =>
      reaching(async () => {
        const { payment_id, order_id, account, customer } = input
        const metadata = { payment_id, order_id }
        const amount = toStripe(input.amount, input.currency)
        const session =
          amount === null
            ? null
            : await (await openStripe(settings)).checkout.sessions
                .create(
                  {
                    mode: 'payment',
                    allowed_payment_method_types: ['card'],
                    // The customer pays exactly the order's amount, in its currency.
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
                    locale: input.language,
                    submit_type: 'pay',
                    ...(customer === null ? { customer_email: input.email } : { customer }),
                    metadata,
                    payment_intent_data: {
                      metadata,
                      ...(input.stores && { setup_future_usage: 'off_session' as const }),
                      ...shares(settings, { account, amount }),
                    },
                    success_url: input.return_url,
                    cancel_url: leftAddress(input.return_url),
                    expires_at: Math.ceil(closesAt(input) / 1000),
                    expand,
                  },
                  { ...at(account), idempotencyKey: `${payment_id}-page-${input.attempt}-${customer ?? ''}` },
                )
                .catch((error: unknown) =>
                  failureOf(error).code === 'resource_missing' ? unknownCustomer(error) : refusedAmount(error),
                )
        return session ? shownPage(session) : refused(input)
      }),
    readPage: async (input) => reaching(async () => pageNow(await openStripe(settings), input).catch(nothingIfUnknown)),
    closePage: async (input) =>
      reaching(async () => {
        const stripe = await openStripe(settings)
        try {
          return shownPage(await stripe.checkout.sessions.expire(input.intent_id, { expand }, at(input.account)))
        } catch (error) {
          // A page that is paid or closed already cannot be closed, and has no error code of its own.
          const { type, code } = failureOf(error)
          if (type !== 'StripeInvalidRequestError' || code === 'resource_missing') throw error
          return await pageNow(stripe, input)
        }
      }),
  }
}

/** When a page closes: at the end of its order's hold, within Stripe's limits. A promised order is held for days. */
const closesAt = ({ now, expires_at }: { now: number; expires_at: number }): number =>
  Math.min(Math.max(expires_at, now + shortestMs), now + longestMs)

/** A page as an intent: the customer's own once Stripe has accepted a card, otherwise one that waits or is canceled. */
function shownPage(session: Session): Intent {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const paid = intent && shownIntent(intent)
  if (paid && (session.status === 'complete' || accepted.has(paid.state))) return paid
  const isOpen = session.status !== 'expired'
  const currency = session.currency ?? ''
  return {
    id: session.id,
    payment_id: session.metadata?.['payment_id'] ?? '',
    order_id: session.metadata?.['order_id'] ?? '',
    state: isOpen ? 'requires_action' : 'canceled',
    amount: fromStripe(session.amount_total ?? 0, currency),
    amount_received: 0,
    currency: currency.toUpperCase(),
    decline: null,
    next_action_url: isOpen ? session.url : null,
    client_secret: null,
    card: null,
    stored_source: null,
  }
}

const refused = (input: Parameters<PaymentProvider['openPage']>[0]): Intent => ({
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
