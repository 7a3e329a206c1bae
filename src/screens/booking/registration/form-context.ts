import { controlName, type Values } from '#contract/booking/form-controls'
import { formatMoment } from '#contract/date-format'
import { useStore } from '@nanostores/react'
import type { ReadableAtom, WritableAtom } from 'nanostores'
import { createContext, useContext } from 'react'
import type { Text } from '../../../locales/choose-language.ts'
import type { RegistrationStore } from '../../../stores/booking/registration-form.ts'
import { type Week, weeklyDates } from '../../../stores/booking/weekly-dates.ts'
import type { RegistrationSetup } from '../../../stores/booking/registration-setup.ts'
import type { Person } from '../../../stores/booking/family-people.ts'

export type RegistrationText = Text['registration']
type Form = {
  store: RegistrationStore
  setup: RegistrationSetup
  text: RegistrationText
  /** The remaining seconds of the running request; null when there is nothing to show. */
  line: ReadableAtom<number | null>
  /**
   * The module for payment with packages, loaded only when packages open the event. Until it is loaded, each place
   * has the first way to pay.
   */
  pay: typeof import('./PayChoice.tsx') | null
  /** True for the questions that the reader opened, false for those that they folded, by person. */
  folds: Map<string, boolean>
  /**
   * The parts that were answered before the script ran. They stay open until the reader opens another part or presses
   * a button that sends the form.
   */
  early: WritableAtom<ReadonlySet<string>>
}

export const FormContext = createContext<Form | null>(null)

/** The form of the surrounding component. */
export function useForm(): Form {
  const form = useContext(FormContext)
  if (!form) throw new Error('A part of the registration form stands outside of it')
  return form
}

/** Formats an instant in the program's time zone. */
export function useMoment(): (starts_at: string) => string {
  const { setup } = useForm()
  const { timezone } = setup.event
  return (starts_at) => formatMoment(starts_at, { timezone, locale: setup.locale, now: null })
}

/** The typed values. With `names`, the component renders only when one of these values changes. */
export function useValues(names?: string[]): Values {
  const { store } = useForm()
  return useStore(store.values, names ? { keys: names } : {})
}

/** Everyone with a checked box and without a place. */
export function useComing(): Person[] {
  const { store } = useForm()
  const people = useStore(store.people)
  useValues(people.map((person) => controlName(person, 'comes')))
  return people.filter(store.isComing)
}

/** The error of a control; null when it is valid. */
export function useProblem(name: string): string | null {
  const { store } = useForm()
  return useStore(store.problems).find((problem) => problem.name === name)?.message ?? null
}

/** The dates that each person in the form can have, by key. */
export function useWeeklyDates(): Map<string, Week[]> {
  const { store, setup } = useForm()
  const people = useStore(store.people)
  const values = useValues(['weeks', ...people.map((person) => controlName(person, 'comes'))])
  return weeklyDates({ weeks: setup.appointment?.weeks ?? [], people, values })
}
