import { createContext, type ReactNode, useContext } from 'react'

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
