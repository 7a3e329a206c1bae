import type { Bindings } from '../../context.ts'
import type { PaymentProvider } from './provider.ts'

export function sandbox(_env: Bindings): PaymentProvider {
  throw new Error('being written')
}
