import type { Bindings } from '../../context.ts'
import type { PaymentProvider } from './provider.ts'
import { sandbox } from './sandbox.ts'

/** The provider of `PAYMENT_PROVIDER`. The sandbox exists in a local build only. */
export function paymentProvider(env: Bindings): PaymentProvider {
  checkPaymentProvider(env)
  if (ENVIRONMENT === 'local') return sandbox(env)
  throw new Error('PAYMENT_PROVIDER: there is none in this build')
}

/** Stops a worker whose PAYMENT_PROVIDER could take no money, with its name and how to fix it. Called at the start of an isolate. */
export function checkPaymentProvider(
  env: Pick<Bindings, 'PAYMENT_PROVIDER'>,
  environment: typeof ENVIRONMENT = ENVIRONMENT,
): void {
  const chosen: string = env.PAYMENT_PROVIDER
  if (environment === 'production') {
    if (chosen === 'sandbox')
      throw new Error(
        'PAYMENT_PROVIDER is sandbox, which takes no real money and is not part of a production build. Build with ENVIRONMENT=local to try the site out.',
      )
    throw new Error(
      `PAYMENT_PROVIDER is ${chosen || 'missing'}, and this version has no card provider for production yet. Build with ENVIRONMENT=local to try the site out.`,
    )
  }
  if (chosen !== 'sandbox')
    throw new Error(
      `PAYMENT_PROVIDER is ${chosen || 'missing'}; a local build knows sandbox only. Set it in wrangler.toml [vars].`,
    )
}
