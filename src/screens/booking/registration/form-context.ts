import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { createContext, useContext } from 'react'
import type { Text } from '../../../locales/choose-language.ts'
import type { RegistrationStore } from '../../../stores/booking/registration-form.ts'
import { type Week, weeklyDates } from '../../../stores/booking/weekly-dates.ts'
import {
  controlName,
  type Person,
  type RegistrationSetup,
  type Values,
} from '../../../stores/booking/registration-setup.ts'

export type RegistrationText = Text['registration']
type Form = {
  store: RegistrationStore
  setup: RegistrationSetup
  text: RegistrationText
  /** Seconds that what is being sent will still take; null while there is nothing to say. */
  line: ReadableAtom<number | null>
  /** How places are paid for with packages, fetched only where they open this; until then the first way is taken. */
  pay: typeof import('./PayChoice.tsx') | null
}

export const FormContext = createContext<Form | null>(null)

/** The form that a part of it belongs to. */
export function useForm(): Form {
  const form = useContext(FormContext)
  if (!form) throw new Error('A part of the registration form stands outside of it')
  return form
}

/** What is typed; with names, only those make the part draw again. */
export function useValues(names?: string[]): Values {
  const { store } = useForm()
  return useStore(store.values, names ? { keys: names } : {})
}

/** All who are ticked and have no place yet. */
export function useComing(): Person[] {
  const { store } = useForm()
  const people = useStore(store.people)
  useValues(people.map((person) => controlName(person, 'comes')))
  return people.filter(store.isComing)
}

/** The sentence of a control that is wrong, null when it is fine. */
export function useProblem(name: string): string | null {
  const { store } = useForm()
  return useStore(store.problems).find((problem) => problem.name === name)?.message ?? null
}

/** The dates that everyone who comes can have, by their keys. */
export function useWeeklyDates(): Map<string, Week[]> {
  const { store } = useForm()
  const [weeks, refused, people] = [useStore(store.weeks), useStore(store.refusedWeeks), useStore(store.people)]
  const values = useValues(['weeks', ...people.map((person) => controlName(person, 'comes'))])
  return weeklyDates({ weeks, refused, people, values })
}
