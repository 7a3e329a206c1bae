import { useStore } from '@nanostores/react'
import { everyone, sharedFields } from '#contract/money/booking-request'
import { controlName, textOf } from '#contract/booking/form-controls'
import { nameList } from '#contract/name-list'
import { fillIn } from '../../../locales/fill-in.ts'
import { displayName, hasPlace, type Person } from '../../../stores/booking/family-people.ts'
import { missingSharedFields } from '../../../stores/booking/missing-fields.ts'
import { WithoutScript } from '../../../ui/WithoutScript.tsx'
import { useComing, useForm, useValues } from './form-context.ts'
import { MissingFieldControl } from './MissingFields.tsx'

/**
 * The relation and the contacts, asked once for everyone who lacks them. A person who differs has fields of their own.
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
        <WithoutScript>
          <Shared who={people} all={people} />
        </WithoutScript>
      )}
    </>
  )
}

function Shared({ who, all }: { who: Person[]; all: Person[] }) {
  const { setup, text } = useForm()
  const values = useValues(who.map((person) => controlName(person, 'first_name')))
  const names = who.map((person) => displayName(person, values)).filter(Boolean)
  const list = nameList(names, setup.language)
  return (
    <fieldset className="stack" id="shared">
      <legend>{list ? fillIn(text.sharedBy, { names: list }) : text.shared}</legend>
      {who.length > 1 && <p className="fine muted">{text.sharedHint}</p>}
      {sharedFields
        .filter((field) => who.some((person) => missingSharedFields(setup, person).includes(field)))
        .map((field) => (
          <MissingFieldControl key={field} person={everyone} field={field} name={names.length === 1 ? list : ''} />
        ))}
      {who.length > 1 && <Differing who={who} />}
      {who.length < 2 && all.length > 1 && (
        <WithoutScript>
          <Differing who={all} />
        </WithoutScript>
      )}
    </fieldset>
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
