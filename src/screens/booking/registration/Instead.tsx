import { controlName, textOf } from '#contract/booking/form-controls'
import { addressWithId } from '../../../address.ts'
import { fillIn } from '../../../locales/fill-in.ts'
import { displayName, type Person } from '../../../stores/booking/family-people.ts'
import { useForm, useMoment, useProblem, useValues } from './form-context.ts'

/**
 * What a refused person can have instead. Another option is chosen in this form; another event opens its own form with
 * everything typed. Both work without JavaScript.
 */
export function Instead({ person }: { person: Person }) {
  const { store, setup, text } = useForm()
  const [option, comes] = [controlName(person, 'option_id'), controlName(person, 'comes')]
  const values = useValues([option])
  const offers = setup.posted?.instead[person.key] ?? []
  const moment = useMoment()
  const problems = [useProblem(option), useProblem(comes)]
  if (offers.length === 0 || problems.every((problem) => problem === null)) return null
  const { addresses } = setup
  return (
    <div className="under stack tight">
      <p>
        <b>{fillIn(text.instead, { name: displayName(person, store.values.get()) || text.thisPerson })}</b>
      </p>
      <ul className="pick">
        {offers.map((offer) => (
          <li key={`${offer.kind} ${offer.kind === 'event' ? offer.event_id : offer.name}`}>
            {offer.kind === 'waitlist' ? (
              <a className="btn quiet small" href={addressWithId(addresses.waitlist, textOf(values, option))}>
                {fillIn(text.insteadWaitlist, { option: offer.name })}
              </a>
            ) : offer.kind === 'event' ? (
              <button
                className="btn quiet small"
                type="submit"
                name="next"
                value={`only:${person.key}`}
                formAction={addressWithId(addresses.otherEvent, offer.event_id)}
              >
                {offer.name}, {moment(offer.starts_at)}
              </button>
            ) : (
              <button
                className="btn quiet small"
                type="submit"
                name="next"
                value={`option:${person.key}:${offer.option_id}`}
                onClick={(event) => {
                  event.preventDefault()
                  store.setValue(option, offer.option_id)
                  document.getElementById(option)?.focus()
                }}
              >
                {offer.name}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
