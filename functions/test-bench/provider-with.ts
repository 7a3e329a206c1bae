import type { realPaymentProviders } from '../platform/cards/choose.ts'
import type { PaymentProvider } from '../platform/cards/provider.ts'
import { sandbox } from '../platform/cards/sandbox.ts'

/** Replaces some calls of the sandbox while `work` runs, such as to fail for one payment. */
export async function withSandbox(
  change: (provider: PaymentProvider) => Partial<PaymentProvider>,
  work: () => Promise<void>,
): Promise<void> {
  const own: typeof realPaymentProviders = {
    sandbox: (env) => {
      const provider = sandbox(env)
      return { ...provider, ...change(provider) }
    },
  }
  Object.assign(globalThis, { paymentProviders: own })
  try {
    await work()
  } finally {
    Reflect.deleteProperty(globalThis, 'paymentProviders')
  }
}
