import type Stripe from 'stripe'
import type { StripeSettings } from '../context.ts'
import { ProviderRefusalError, ProviderUnreachable } from './provider.ts'

const keys: [name: keyof StripeSettings, form: RegExp, words: string][] = [
  ['STRIPE_SECRET_KEY', /^[sr]k_(?:test|live)_\w+$/, 'the secret key, sk_… or rk_…,'],
  ['STRIPE_PUBLISHABLE_KEY', /^pk_(?:test|live)_\w+$/, 'the publishable key, pk_…,'],
  ['STRIPE_WEBHOOK_SECRET', /^whsec_\w+(?:,whsec_\w+)*$/, 'the signing secret of the webhook endpoint, whsec_…,'],
]
const isLive = (key: string | undefined) => /^[a-z]k_live_/.test(key ?? '')

/** Faults in Stripe's settings, one sentence each; empty when there are none. No sentence contains a key. */
export function stripeFaults(settings: StripeSettings): string[] {
  const faults = keys.flatMap(([name, form, words]) => {
    const value = settings[name]
    if (!value) return [`${name} is missing: ${words} of your Stripe account.`]
    return form.test(value) ? [] : [`${name} is not ${words} of a Stripe account.`]
  })
  if (faults.length === 0 && isLive(settings.STRIPE_SECRET_KEY) !== isLive(settings.STRIPE_PUBLISHABLE_KEY))
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not of one kind: both live, or both test.')
  const { STRIPE_API_BASE: base, STRIPE_CHARGES: charges, STRIPE_PLATFORM_FEE: fee } = settings
  if (base && (!URL.canParse(base) || new URL(base).origin !== base))
    faults.push(`STRIPE_API_BASE is "${base}", and must be an origin, such as https://api.stripe.com.`)
  if (charges && charges !== 'direct' && charges !== 'destination')
    faults.push(`STRIPE_CHARGES is "${charges}", and must be direct or destination.`)
  if (fee && !(/^\d{1,2}(?:\.\d{1,2})?$/.test(fee) && Number(fee) <= 50))
    faults.push(`STRIPE_PLATFORM_FEE is "${fee}", and must be a percentage from 0 to 50, such as 2.5.`)
  return faults
}

/** True when a webhook's mode, live or test, matches these settings. */
export const isModeOf = (settings: StripeSettings, livemode: unknown): boolean =>
  livemode === isLive(settings.STRIPE_SECRET_KEY)

/** Request timeouts in ms, so that all requests of one payment end before another process evaluates it. */
export const timeouts = { ask: 6000, charge: 20_000 } as const

/** The official library with our fetch, for any runtime. Loaded at the first payment. */
export async function openStripe(settings: StripeSettings): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const base = settings.STRIPE_API_BASE ? new URL(settings.STRIPE_API_BASE) : null
  return new Library(settings.STRIPE_SECRET_KEY ?? '', {
    httpClient: Library.createFetchHttpClient(),
    timeout: timeouts.ask,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Fields of a library error. The class is not checked, because it may come from another copy of the library. */
export type StripeFailure = Partial<
  Pick<
    Stripe.errors.StripeError,
    'type' | 'code' | 'decline_code' | 'param' | 'statusCode' | 'payment_intent' | 'setup_intent'
  >
>
export const failureOf = (error: unknown): StripeFailure => (error ?? {}) as StripeFailure

/** The key is wrong or lacks a permission, or the account may not make the request. */
const refusals = new Set(['StripeAuthenticationError', 'StripePermissionError', 'StripeInvalidRequestError'])

/** Runs a call to Stripe. Throws ProviderUnreachable for errors that leave the outcome unknown. */
export async function reaching<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const { type, code, statusCode } = failureOf(error)
    if (code === 'lock_timeout') throw new ProviderUnreachable('lock_timeout')
    // The same request is still running, so the outcome is unknown.
    if (code === 'idempotency_key_in_use') throw new ProviderUnreachable('network')
    if (type === 'StripeRateLimitError') throw new ProviderUnreachable('rate_limit')
    if (type === 'StripeConnectionError' || (type === 'StripeAPIError' && (statusCode ?? 500) >= 500))
      throw new ProviderUnreachable('network')
    if (type !== undefined && refusals.has(type))
      throw new ProviderRefusalError({ type, status: statusCode ?? null, code: code ?? null })
    throw error
  }
}

/** The account of a call: the connected account, or the platform's own. */
export function inAccount(settings: StripeSettings, account: string | null): Stripe.RequestOptions {
  return account && settings.STRIPE_CHARGES !== 'destination' ? { stripeAccount: account } : {}
}

/** Parameters for a connected account's payment: the destination, and the platform's fee. */
export function shares(
  settings: StripeSettings,
  { account, amount }: { account: string | null; amount: number },
): Pick<Stripe.PaymentIntentCreateParams, 'application_fee_amount' | 'transfer_data'> {
  if (!account) return {}
  const fee = Math.round((amount * Math.round(Number(settings.STRIPE_PLATFORM_FEE ?? 0) * 100)) / 10_000)
  return {
    ...(fee > 0 && { application_fee_amount: fee }),
    ...(settings.STRIPE_CHARGES === 'destination' && { transfer_data: { destination: account } }),
  }
}
