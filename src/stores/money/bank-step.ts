import type { loadStripe } from '@stripe/stripe-js'
import type { Language } from '#contract/field-rules'
import type { CardSetup } from '#contract/money/payment-method'
import { cardSetupReturnAddress } from '../../routes.ts'

export type BankStep = {
  publishableKey: string
  /** The connected account that is charged; null for the platform's own. */
  account: string | null
  language: Language
  clientSecret: string
}
export type BankStepEnd =
  /** The customer has answered, or there was nothing to answer any more: the server knows what came of it. */
  | { is: 'answered' }
  /** The bank was not reached, or its window could not be shown; `message` is the provider's, in the customer's language. */
  | { is: 'interrupted'; message: string | null }

type Load = typeof loadStripe
const loadScript: Load = async (...input) => (await import('@stripe/stripe-js/pure')).loadStripe(...input)

/** Lets the provider's script do a bank step that has no address of its own. What it says of the payment is not believed: the server asks. */
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
    // The script did not come, or the payment waits for nobody any more.
    return { is: 'interrupted', message: null }
  }
}

// A refusal by the bank, or a state that has moved on, is an answer; a lost connection is none.
const isAnswer = ({ type }: { type: string }) => type === 'card_error' || type === 'invalid_request_error'

/** The bank step of an attempt to store a card that has no address; answers where it is looked up afterwards. */
export async function confirmSetup(
  { id, publishable_key, account, client_secret }: CardSetup,
  page: { programId: string; language: Language; returnUrl: string | null },
  bankStep = runBankStep,
): Promise<string> {
  if (publishable_key !== null && client_secret !== null)
    await bankStep({ publishableKey: publishable_key, account, language: page.language, clientSecret: client_secret })
  return cardSetupReturnAddress(page.programId, id, page.returnUrl)
}
