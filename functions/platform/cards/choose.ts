import type { Bindings, StripeSettings } from '../context.ts'
import type { PaymentProvider } from './provider.ts'
import { sandbox } from './sandbox.ts'
import { stripeFaults } from './stripe-client.ts'
import { stripe } from './stripe.ts'

type MakeProvider = (env: Bindings) => PaymentProvider

/** Real card providers by their name in PAYMENT_PROVIDER. */
export const realPaymentProviders: Record<string, MakeProvider> = { stripe }

/** Faults in a real card provider's settings, one sentence each; empty when there are none. */
export const paymentFaults = (chosen: string | undefined, settings: StripeSettings): string[] =>
  chosen === 'stripe' ? stripeFaults(settings) : []

// Only builds with the development tools contain the sandbox. A module loaded before the worker's entry may register one
// more provider, as tests do.
const providers = (): Record<string, MakeProvider> => ({
  ...(DEVELOPMENT_TOOLS ? { sandbox } : {}),
  ...realPaymentProviders,
  ...(globalThis as { paymentProviders?: Record<string, MakeProvider> }).paymentProviders,
})

/** The provider named by `PAYMENT_PROVIDER`. */
export function paymentProvider(env: Bindings): PaymentProvider {
  checkPaymentProvider(env)
  const make = providers()[env.PAYMENT_PROVIDER] as MakeProvider
  return make(env)
}

/**
 * Throws when PAYMENT_PROVIDER cannot charge cards, with the setting's name and the remedy. Called when an isolate
 * starts.
 */
export function checkPaymentProvider(
  env: Pick<Bindings, 'PAYMENT_PROVIDER'> & StripeSettings,
  available: string[] = Object.keys(providers()),
): void {
  const chosen: string = env.PAYMENT_PROVIDER
  if (!available.includes(chosen))
    throw new Error(
      chosen === 'sandbox'
        ? 'PAYMENT_PROVIDER is sandbox, which takes no real money and is not part of a production build. Set it to stripe, or use npm start to try the site out.'
        : `PAYMENT_PROVIDER is ${chosen || 'missing'}, and this build knows ${available.join(' and ')} only. Set it in wrangler.toml [vars].`,
    )
  const faults = paymentFaults(chosen, env)
  if (faults.length > 0) throw new Error(faults.join(' '))
}
