import type { Values } from '#contract/booking/form-controls'
import { fillIn } from '../../../locales/fill-in.ts'
import { displayName, type Person } from '../../../stores/booking/family-people.ts'
import { Glyph } from '../../../ui/icons.tsx'
import { useForm } from './form-context.ts'
import { openThatWeek } from './option-words.ts'

/** The reason for which no option suits a person, and other events in the same week. */
export function WhyNot({
  person,
  values,
  id,
  why,
}: {
  person: Person
  values: Values
  id: string
  why: { word: string; reason: string }
}) {
  const { setup, text } = useForm()
  const others = openThatWeek(setup, person, values)
  return (
    <div className="under stack">
      <p className="fine" id={id}>
        <span className="badge stop">
          <Glyph name="alert" /> {why.word}
        </span>{' '}
        {why.reason}
      </p>
      {others.length > 0 && (
        <>
          <p>
            <b>{fillIn(text.sameWeek, { name: displayName(person, values) || text.thisPerson })}</b>
          </p>
          <ul className="items">
            {others.map((other) => (
              <li key={other.href} className="with">
                <div className="leaf">
                  <i>{other.month}</i>
                  <p>
                    <b>{other.days}</b> <span>{other.under}</span>
                  </p>
                </div>
                <div className="stack tight">
                  <p>
                    <a className="tap" href={other.href}>
                      <b>{other.name}</b>
                    </a>
                  </p>
                  <p className="fine muted">{other.facts}</p>
                  <p className="row">
                    {other.price && <b className="price">{other.price}</b>}
                    {other.badge && <span className="badge few">{other.badge}</span>}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {setup.program.email && (
        <p className="fine">
          <a className="tap" href={`mailto:${setup.program.email}`}>
            {text.askUs}
          </a>
        </p>
      )}
    </div>
  )
}
