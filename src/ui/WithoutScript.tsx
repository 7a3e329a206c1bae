import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

/** True within `noscript`, which must not contain another one. */
const IsInside = createContext(false)

/** Parts for readers without JavaScript. A browser with JavaScript neither shows nor hydrates them. */
export function WithoutScript({ children }: { children: ReactNode }) {
  if (useContext(IsInside)) return children
  return (
    <noscript>
      <IsInside value={true}>{children}</IsInside>
    </noscript>
  )
}

/** True within `BeforeScript`. */
const IsBefore = createContext(false)
const neverChanges = () => () => {}

/**
 * Parts of a form that its script shows when they are needed. They are in the HTML until the script runs, because the
 * form may be sent before that.
 */
export function BeforeScript({ children }: { children: ReactNode }) {
  const isRunning = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return isRunning ? null : <IsBefore value={true}>{children}</IsBefore>
}

/** A control whose input only its script keeps, such as a file: a browser with JavaScript shows it once the script runs. */
export function WithItsScript({ children }: { children: ReactNode }) {
  return useContext(IsBefore) ? <WithoutScript>{children}</WithoutScript> : children
}
