import type { loadStripe, Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js'
import { atom } from 'nanostores'
import type { Language } from '#contract/field-rules'
import { toStripe } from '#contract/money/stripe-amount'

export type StripeCardInput = {
  load: typeof loadStripe
  publishableKey: string
  /** The connected account that is charged; null for the platform's own account. */
  account: string | null
  language: Language
  currency: string
  /** The amount to pay; null when the form only stores a card. */
  amount: number | null
  /** True when the card is stored for later. Stripe must know this before the card is typed. */
  stores: boolean
  /** The URL to which the bank returns the customer. */
  returnUrl: string
  /** The colours and fonts of the page. */
  look: Record<string, string>
}

/**
 * Stripe's card form. Its script loads only when the form is shown. Card data never reaches this site, only a token for one
 * payment.
 */
export function stripeCard(input: StripeCardInput) {
  const $state = atom<'loading' | 'ready' | 'failed'>('loading')
  const $error = atom<string | null>(null)
  let amount = input.amount
  let stores = input.stores
  let form: { stripe: Stripe; elements: StripeElements; element: StripePaymentElement } | null = null
  let isGone = false
  const usage = () => (stores ? ('off_session' as const) : null)
  const sum = () => (amount === null ? null : toStripe(amount, input.currency))

  async function show(box: HTMLElement): Promise<void> {
    $state.set('loading')
    try {
      const stripe = await input.load(input.publishableKey, {
        locale: input.language,
        ...(input.account !== null && { stripeAccount: input.account }),
      })
      if (isGone || !stripe) return
      const due = sum()
      const elements = stripe.elements({
        ...(due === null
          ? { mode: 'setup' as const, setupFutureUsage: 'off_session' as const }
          : { mode: 'payment' as const, amount: due, setupFutureUsage: usage() }),
        currency: input.currency.toLowerCase(),
        allowedPaymentMethodTypes: ['card'],
        appearance: { theme: 'stripe', variables: input.look },
      })
      const element = elements.create('payment', { layout: 'tabs' })
      element.on('ready', () => $state.set('ready'))
      element.on('loaderror', () => $state.set('failed'))
      element.on('change', () => $error.set(null))
      element.mount(box)
      form = { stripe, elements, element }
    } catch {
      // The script failed to load, because of the network or a blocker in the browser.
      if (!isGone) $state.set('failed')
    }
  }

  return {
    state: $state,
    error: $error,
    show,
    /** Updates the total, after a code or a removed line. */
    setAmount: (value: number): void => {
      amount = value
      const due = sum()
      if (due !== null && due > 0) form?.elements.update({ amount: due })
    },
    /** Updates the customer's choice to store the card. */
    setStores: (value: boolean): void => {
      stores = value
      if (amount !== null) form?.elements.update({ setupFutureUsage: usage() })
    },
    /** Reads a token of the card. Returns null after the form has shown an error. */
    read: async (): Promise<string | null> => {
      if (!form) return null
      const { stripe, elements, element } = form
      $error.set(null)
      const { error: wrong } = await elements.submit()
      // Stripe's own form shows the errors of its fields.
      if (wrong) {
        if (wrong.type !== 'validation_error') $error.set(wrong.message ?? '')
        element.focus()
        return null
      }
      const { error, confirmationToken } = await stripe.createConfirmationToken({
        elements,
        params: { return_url: input.returnUrl },
      })
      if (error) $error.set(error.message ?? '')
      return confirmationToken?.id ?? null
    },
    close: (): void => {
      isGone = true
      form?.element.destroy()
      form = null
    },
  }
}
