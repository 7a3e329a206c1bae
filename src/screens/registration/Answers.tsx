import { useDeferredValue } from 'react'
import { AttendeeQuestions } from './AttendeeQuestions.tsx'
import { useComing, useForm } from './form-context.ts'

/** The questions about everybody who comes. A tick is shown at once; what it brings, which may be much, follows when the browser has time. */
export function Answers() {
  const { setup } = useForm()
  const coming = useComing()
  const input = useDeferredValue(coming.map(({ key }) => key).join(' ')).split(' ')
  const answering = coming.filter(({ key }) => input.includes(key))
  if (setup.fields.length === 0) return null
  return answering.map((person, at) => (
    <AttendeeQuestions key={person.key} person={person} before={answering[at - 1] ?? null} />
  ))
}
