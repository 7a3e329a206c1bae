import { createContext, useContext } from 'react'
import type { Text } from '../../locales/choose-language.ts'
import type { CheckoutSetup } from '../../stores/checkout-setup.ts'
import type { CheckoutStore } from '../../stores/checkout.ts'

export type CheckoutText = Text['checkout']
type CheckoutContextValue = { store: CheckoutStore; setup: CheckoutSetup; text: CheckoutText; isReady: boolean }

export const CheckoutContext = createContext<CheckoutContextValue | null>(null)

/** The checkout that a part of it belongs to. */
export function useCheckout(): CheckoutContextValue {
  const context = useContext(CheckoutContext)
  if (!context) throw new Error('A part of checkout stands outside of it')
  return context
}
