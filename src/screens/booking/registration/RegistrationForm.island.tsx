import { useEffect } from 'react'
import { readEarlyInput } from '../../../stores/booking/early-input.ts'
import { hasDraft } from '../../../stores/booking/form-draft.ts'
import { loadParts, whenUsed } from '../../../ui/when-used.tsx'
import type { RegistrationProps } from './RegistrationForm.tsx'

const Form = await whenUsed<RegistrationProps>(async () => (await import('./RegistrationForm.tsx')).RegistrationForm)

/**
 * The registration form. It is HTML that posts without a script. What makes it quicker loads when the reader first uses
 * the page, or at once when there is something to restore, to count down or to correct.
 */
export default function RegistrationIsland(props: RegistrationProps) {
  const { posted, people, customer, event } = props.setup
  useEffect(() => {
    const isOpen = posted !== null || people.some(({ place }) => place?.status === 'pending')
    const isTyped = Object.keys(readEarlyInput(document.querySelector('#who'))).length > 0
    if (isOpen || isTyped || hasDraft(localStorage, customer?.id ?? null, `register:${event.id}`)) loadParts()
  }, [])
  return <Form {...props} />
}
