import { atom } from 'nanostores'
import type { PaymentSource } from '#contract/people/customer'
import type { Language } from '#contract/field-rules'
import type { CardSetup } from '#contract/money/payment-method'
import type { Failure } from '../../api/api-failure.ts'
import { type Call, fetchTokenAhead, windowCalls } from '../../api/browser.ts'
import { confirmSetup, runBankStep } from './bank-step.ts'
import type { CardSource } from './checkout-setup.ts'

type Dependencies = { call?: Call; navigate: (address: string) => void; bankStep?: typeof runBankStep }

type Input = { programId: string; doneAddress: string; language: Language; returnUrl?: string | null }

/** Stores a card: sends the card form's token once, then opens the page or the bank. */
export function addCard(
  { programId, doneAddress, language, returnUrl = null }: Input,
  { call, navigate, bankStep = runBankStep }: Dependencies,
) {
  const $isBusy = atom(false)
  const $failure = atom<Failure | null>(null)
  /** The URL of the bank step. */
  const $bank = atom<string | null>(null)
  if (!call) fetchTokenAhead()

  /** `consent` is the version of the words that the customer agreed to; null without. */
  async function add(cardSource: CardSource, isDefault: boolean, consent: string | null = null) {
    if ($isBusy.get()) return
    $isBusy.set(true)
    $failure.set(null)
    $bank.set(null)
    const source = typeof cardSource === 'function' ? await cardSource() : cardSource
    if (source !== null) await send(source, isDefault, consent)
    $isBusy.set(false)
  }

  async function send(source: string, isDefault: boolean, consent: string | null) {
    const answer = await (call ?? windowCalls())<PaymentSource | CardSetup>(
      `/v1/profile/programs/${encodeURIComponent(programId)}/payment_methods/${encodeURIComponent(source)}/attach`,
      {
        method: 'POST',
        body: {
          is_default: isDefault,
          ...(returnUrl ? { return_url: returnUrl } : {}),
          ...(consent ? { charge_consent: consent } : {}),
        },
      },
    )
    if (!answer.ok) return $failure.set(answer.failure)
    if (answer.data.object === 'payment_source') return navigate(doneAddress)
    $bank.set(answer.data.next_action_url)
    navigate(
      answer.data.next_action_url ?? (await confirmSetup(answer.data, { programId, language, returnUrl }, bankStep)),
    )
  }

  return { isBusy: $isBusy, failure: $failure, bank: $bank, add }
}
