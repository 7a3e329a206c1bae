import type { loadStripe } from '@stripe/stripe-js'
import type { Language } from '#contract/field-rules'
import type { CardSetup } from '#contract/money/payment-method'
import { cardSetupReturnAddress } from '../../routes.ts'

export type BankStep = {
  publishableKey: string
  /** The connected account that is charged; null for the platform's own account. */
  account: string | null
  language: Language
  clientSecret: string
}
export type BankStepEnd =
  /** The customer answered, or no answer was needed. The server knows the outcome. */
  | { is: 'answered' }
  /**
   * The bank was not reached, or its window could not open. `message` is the provider's text, in the customer's
   * language.
   */
  | { is: 'interrupted'; message: string | null }

type Load = typeof loadStripe
const loadScript: Load = async (...input) => (await import('@stripe/stripe-js/pure')).loadStripe(...input)

/** Runs a bank step without an address in the provider's script. Its result is not trusted: the server looks up the payment. */
export async function runBankStep(step: BankStep, load: Load = loadScript): Promise<BankStepEnd> {
  try {
    const stripe = await load(step.publishableKey, {
      locale: step.language,
      ...(step.account !== null && { stripeAccount: step.account }),
    })
    if (!stripe) return { is: 'interrupted', message: null }
    const { error } = await stripe.handleNextAction({ clientSecret: step.clientSecret })
    return error && !isAnswer(error) ? { is: 'interrupted', message: error.message ?? null } : { is: 'answered' }
  } catch {
    // The script failed to load, or the payment no longer needs a confirmation.
    return { is: 'interrupted', message: null }
  }
}

// A refusal by the bank or an outdated state is a final answer. A lost connection is not.
const isAnswer = ({ type }: { type: string }) => type === 'card_error' || type === 'invalid_request_error'

/** Runs the bank step of storing a card. Returns the URL that shows the outcome. */
export async function confirmSetup(
  { id, publishable_key, account, client_secret }: CardSetup,
  page: { programId: string; language: Language; returnUrl: string | null },
  bankStep = runBankStep,
): Promise<string> {
  if (publishable_key !== null && client_secret !== null)
    await bankStep({ publishableKey: publishable_key, account, language: page.language, clientSecret: client_secret })
  return cardSetupReturnAddress(page.programId, id, page.returnUrl)
}
