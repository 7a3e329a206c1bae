import type { Bindings } from '../../context.ts'
import type { PaymentProvider } from './provider.ts'
import { sandbox } from './sandbox.ts'

/** The provider of `PAYMENT_PROVIDER`. The sandbox exists in a local build only. */
export function paymentProvider(env: Bindings): PaymentProvider {
  if (ENVIRONMENT === 'local') return sandbox(env)
  throw new Error('PAYMENT_PROVIDER: sandbox is not part of a production build; set it to stripe')
}
