import { WithoutScript } from '../../../ui/WithoutScript.tsx'
import type { Person } from '../../../stores/booking/family-people.ts'
import { useForm } from './form-context.ts'

// A browser loads the module later. The page has it at once, for readers without JavaScript.
const ofPage = import.meta.env.SSR ? await import('./PayChoice.tsx') : null

/**
 * How the place of a person is paid, when packages open the event. `isComing` is false for a person who is not ticked
 * yet.
 */
export function PayPart({ person, isComing = true }: { person: Person; isComing?: boolean }) {
  const { setup, pay } = useForm()
  if (setup.ways === null) return null
  if (pay) return <pay.PayChoice person={person} />
  return <WithoutScript>{ofPage && <ofPage.PayChoice person={person} isComing={isComing} />}</WithoutScript>
}
