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
  return isRunning ? null : children
}
