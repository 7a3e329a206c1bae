import { createContext, useContext } from 'react'
import type { Text } from '../../locales/choose-language.ts'
import type { CheckoutSetup } from '../../stores/checkout-setup.ts'
import type { CheckoutStore } from '../../stores/checkout.ts'

export type CheckoutText = Text['checkout']
type Shown = { store: CheckoutStore; setup: CheckoutSetup; text: CheckoutText; isReady: boolean }

export const CheckoutContext = createContext<Shown | null>(null)

/** The checkout that a part of it belongs to. */
export function useCheckout(): Shown {
  const shown = useContext(CheckoutContext)
  if (!shown) throw new Error('A part of checkout stands outside of it')
  return shown
}
