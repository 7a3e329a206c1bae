import { type ComponentType, useEffect, useState } from 'react'
import type { Person } from '../../stores/registration-setup.ts'
import { useForm } from './form-context.ts'

/** How a place is paid for, where packages open it; fetched only there. Until it is there, the first way is taken. */
export function PayPart({ person }: { person: Person }) {
  const { setup } = useForm()
  const [Choice, setChoice] = useState<ComponentType<{ person: Person }> | null>(null)
  const isAsked = setup.ways !== null
  useEffect(() => {
    if (isAsked)
      import('./PayChoice.tsx').then(
        ({ PayChoice }) => setChoice(() => PayChoice),
        () => {},
      )
  }, [isAsked])
  return Choice && <Choice person={person} />
}
