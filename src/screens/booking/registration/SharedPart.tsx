import { useStore } from '@nanostores/react'
import { everyone, sharedFields } from '#contract/money/booking-request'
import { controlName, textOf } from '#contract/booking/form-controls'
import { nameList } from '#contract/name-list'
import { fillIn } from '../../../locales/fill-in.ts'
import { displayName, hasPlace, type Person } from '../../../stores/booking/family-people.ts'
import { missingSharedFields, sharedControls } from '../../../stores/booking/missing-fields.ts'
import { initialShared } from '../../../stores/booking/registration-people.ts'
import { BeforeScript, WithoutScript } from '../../../ui/WithoutScript.tsx'
import { useComing, useForm, useValues } from './form-context.ts'
import { Fold, HowFar } from './Fold.tsx'
import { MissingFieldControl } from './MissingFields.tsx'

/**
 * The relation and the contacts, entered once for everyone who lacks them. They fold once they are complete. A person who differs has fields of their own.
 * Without JavaScript, the page has them for everyone who may still be ticked.
 */
export function SharedPart() {
  const { store, setup } = useForm()
  const coming = useComing()
  const people = useStore(store.people).filter(
    (person) => !hasPlace(person) && missingSharedFields(setup, person).length > 0,
  )
  const who = people.filter((person) => coming.includes(person))
  if (people.length === 0) return null
  return (
    <>
      {people.map((person) => (
        <input
          key={person.key}
          type="hidden"
          name={controlName(person, 'shared')}
          defaultValue={missingSharedFields(setup, person).join(' ')}
        />
      ))}
      {who.length > 0 ? (
        <Shared who={who} all={people} />
      ) : (
        <BeforeScript>
          <div className="if-coming">
            <Shared who={people} all={people} />
          </div>
        </BeforeScript>
      )}
    </>
  )
}

function Shared({ who, all }: { who: Person[]; all: Person[] }) {
  const { store, setup, text } = useForm()
  const controls = sharedControls(setup, who)
  const values = useValues([
    ...who.flatMap((person) => ['first_name', ...sharedFields].map((field) => controlName(person, field))),
    ...controls.map(({ name }) => name),
  ])
  const refused = useStore(store.problems)
  const names = who.map((person) => displayName(person, values)).filter(Boolean)
  const list = nameList(names, setup.language)
  const missing = sharedControls(setup, who, values).filter(({ name }) => textOf(values, name).trim() === '').length
  const relations: Readonly<Record<string, string>> = text.relations
  const given = controls.map(({ field, name }) =>
    field === 'relation' ? relations[textOf(values, name)] : textOf(values, name),
  )
  return (
    <Fold
      part={everyone.key}
      id="shared"
      heading={list ? fillIn(text.sharedBy, { names: list }) : text.shared}
      digest={missing > 0 ? (who.length > 1 ? text.sharedHint : null) : given.join(' · ')}
      badge={<HowFar missing={missing} />}
      // What the form filled in itself is not an answer yet.
      isOpenAtFirst={() => missing > 0 || controls.every(({ name }) => textOf(values, name) === initialShared[name])}
      isRefused={who.some((person) =>
        missingSharedFields(setup, person).some((field) =>
          refused.some(({ name }) => [person, everyone].some((row) => controlName(row, field) === name)),
        ),
      )}
    >
      {controls.map(({ field }) => (
        <MissingFieldControl key={field} person={everyone} field={field} name={names.length === 1 ? list : ''} />
      ))}
      {who.length > 1 && <Differing who={who} />}
      {who.length < 2 && all.length > 1 && (
        <WithoutScript>
          <Differing who={all} />
        </WithoutScript>
      )}
    </Fold>
  )
}

/** The own fields of people for whom something differs. */
function Differing({ who }: { who: Person[] }) {
  const { store, setup, text } = useForm()
  const typed = store.values.get()
  const differs = (person: Person) =>
    missingSharedFields(setup, person).some((field) => textOf(typed, controlName(person, field)) !== '')
  return (
    <details open={who.some(differs)}>
      <summary className="tap fine">{text.differs}</summary>
      <div className="stack loose">
        {who.map((person) => (
          <fieldset key={person.key} className="stack">
            <legend className="label">{displayName(person, typed) || text.someoneNew}</legend>
            {missingSharedFields(setup, person).map((field) => (
              <MissingFieldControl
                key={field}
                person={person}
                field={field}
                name={displayName(person, typed)}
                noRelation={text.sameForAll}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </details>
  )
}
