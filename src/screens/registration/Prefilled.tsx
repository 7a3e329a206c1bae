import { fillIn } from '../../locales/fill-in.ts'
import { controlName, type Person, textOf } from '../../stores/registration-setup.ts'
import { useForm } from './form-context.ts'

type PrefilledWords = 'prefilled' | 'prefilledName' | 'prefilledContact'

/** Says what was filled in from the person before. */
export function Prefilled({ person }: { person: Person }) {
  const { store, text } = useForm()
  const words = text[textOf(store.values.get(), controlName(person, 'prefilled')) as PrefilledWords]
  const from = textOf(store.values.get(), controlName(person, 'prefilled_from'))
  return words && <p className="hint">{fillIn(words, { from })}</p>
}
