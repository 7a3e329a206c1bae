import type { Person } from '../../../stores/booking/family-people.ts'
import { useForm } from './form-context.ts'

// A browser loads the module later. The page has it at once, because the form may be sent before.
const ofPage = import.meta.env.SSR ? await import('./PayChoice.tsx') : null
const nothing = { __html: '' }

/**
 * How the place of a person is paid, when packages open the event. `isComing` is false for a person who is not ticked
 * yet.
 */
export function PayPart({ person, isComing = true }: { person: Person; isComing?: boolean }) {
  const { setup, pay } = useForm()
  if (setup.ways === null) return null
  if (pay) return <pay.PayChoice person={person} />
  return ofPage ? (
    <div>
      <ofPage.PayChoice person={person} isComing={isComing} />
    </div>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; the HTML of the page stays until the module is there.
    <div suppressHydrationWarning dangerouslySetInnerHTML={nothing} />
  )
}
