import { useStore } from '@nanostores/react'
import type { Store } from 'nanostores'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Money } from '#contract/amount'
import type { Text } from '../../../locales/choose-language.ts'
import type { CheckoutSetup } from '../../../stores/money/checkout-setup.ts'
import type { CheckoutStore } from '../../../stores/money/checkout.ts'

export type CheckoutText = Text['checkout']
type CheckoutContextValue = {
  store: CheckoutStore
  setup: CheckoutSetup
  text: CheckoutText
  now: number
}

export const CheckoutContext = createContext<CheckoutContextValue | null>(null)

/**
 * Runs a button's action and keeps the focus in the page, because the button may be disabled or removed meanwhile.
 * The focus goes to the first existing element of `ids`, otherwise back to the button. It stays where it is when
 * another element took it.
 */
export async function actAndFocus(act: () => Promise<unknown>, ...ids: string[]): Promise<void> {
  const button = document.activeElement
  await act()
  requestAnimationFrame(() => {
    const { activeElement: current, body } = document
    if (current !== null && current !== body && current !== button) return
    const next = ids.map((id) => document.getElementById(id)).find((element) => element !== null)
    if (next) next.focus()
    else if (button instanceof HTMLElement && button.isConnected) button.focus()
  })
}

const noChange = () => () => {}
/** False in the server's HTML, and true as soon as the script of this part runs. */
export const useIsReady = () =>
  useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )

/** The checkout of the surrounding component. `isReady` is no part of the context, which stays the same for its parts. */
export function useCheckout(): CheckoutContextValue & { isReady: boolean } {
  const context = useContext(CheckoutContext)
  const isReady = useIsReady()
  if (!context) throw new Error('A part of checkout stands outside of it')
  return { ...context, isReady }
}

/** A value of checkout's store. A part that loads later starts with the value in the server's HTML. */
export const useShown = <Value>(store: Store<Value>): Value => useStore(store, { ssr: 'initial' }) as Value

/** The first instalment; null when the order is paid at once. */
export function useFirstPart(): Money | null {
  const { store } = useCheckout()
  const { parts } = useShown(store.sum)
  const isChosen = useShown(store.paysInParts)
  const isBalanceUsed = useShown(store.usesBalance)
  const method = useShown(store.method)
  return isChosen && !isBalanceUsed && method === 'card' ? (parts[0]?.amount ?? null) : null
}

/** True when an order has a place. Products, packages and memberships have none. */
export const hasPlaces = (items: readonly { registration_id: string | null }[]): boolean =>
  items.some(({ registration_id }) => registration_id !== null)
