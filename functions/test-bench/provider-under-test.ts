import type { PaymentProvider, ProviderEvent } from '../platform/cards/provider.ts'

/** An adapter under test: a provider, cards by their outcome, and controls of the provider's side. */
export type ProviderUnderTest = {
  provider: PaymentProvider
  now: () => number
  /** A new card from the card form, for each outcome of a charge. */
  cards: Record<'succeeds' | 'asks_bank' | 'is_declined' | 'fails_once_stored', () => string>
  /** The decline code of the card `is_declined`. */
  decline: string
  decideAtBank: (address: string, isConfirmed: boolean) => Promise<void>
  /** A customer tries a card on the provider's page; returns the address that follows, or null after a decline. */
  payOnPage: (address: string, card: string) => Promise<string | null>
  /** Lets the cardholder dispute a payment; returns the provider's id of the dispute. */
  dispute: (intentId: string) => Promise<string>
  /** A webhook as the provider sends it at a given time. */
  report: (
    event: Pick<ProviderEvent, 'event_id' | 'kind' | 'provider_ref'>,
    at: number,
  ) => Promise<{ body: string; headers: Headers }>
}

/** A part of an id that no other test uses. */
export const unique = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20)
/** The address after a bank step or a page. */
export const back = 'http://localhost:8787/confirm-payment?a=b'

export type PayInput = Parameters<PaymentProvider['pay']>[0]

/** A payment of 50.00, as input for an adapter. */
export const paymentInput = (source: string, more: Pick<PayInput, 'now'> & Partial<PayInput>): PayInput => ({
  payment_id: `pay_${unique()}`,
  order_id: 'ord_one',
  intent_id: null,
  amount: 5000,
  currency: 'CAD',
  source,
  customer: null,
  stores: false,
  isOffSession: false,
  account: null,
  return_url: back,
  attempt: 1,
  ...more,
})
