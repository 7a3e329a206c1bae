import { fillIn } from '../../locales/fill-in.ts'
import { controlName, type Person, textOf } from '../../stores/registration-setup.ts'
import { useForm } from './form-context.ts'

/** Says what was filled in from the person before. */
export function Prefilled({ person, words }: { person: Person; words: string }) {
  const { store } = useForm()
  const from = textOf(store.values.get(), controlName(person, 'prefilled_from'))
  return from && <p className="hint">{fillIn(words, { from })}</p>
}
