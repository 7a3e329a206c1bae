import { formatMoment } from '#contract/date-format'
import { useStore } from '@nanostores/react'
import { useForm } from './form-context.ts'

/** Formats an instant in the program's time zone. */
export function useMoment(): (starts_at: string) => string {
  const { setup } = useForm()
  const { timezone } = setup.event
  return (starts_at) => formatMoment(starts_at, { timezone, locale: setup.locale, now: null })
}

/** The time of the appointment. It is `when` from the server, or the time chosen in this form. */
export function WhenLine({ when }: { when: string }) {
  const { store, setup, text } = useForm()
  const time = useStore(store.time)
  const moment = useMoment()
  const { appointment } = setup
  if (!appointment) return <p className="muted">{when}</p>
  return (
    <p className="muted" role="status">
      {time && time !== appointment.starts_at ? moment(time) : when}{' '}
      <a className="reach" href={appointment.times}>
        {text.changeTime}
      </a>
    </p>
  )
}

/**
 * The nearest free times, after someone else took the chosen time. One tap chooses another time and keeps all typed
 * values.
 */
export function FreeTimes() {
  const { store, setup, text } = useForm()
  const times = useStore(store.freeTimes)
  const moment = useMoment()
  if (!times || !setup.appointment) return null
  return (
    <div className="panel stack">
      <p>{times.length > 0 ? text.nearestTimes : text.noNearTimes}</p>
      <ul className="pick">
        {times.map((time) => (
          <li key={time.starts_at}>
            <button type="button" className="btn quiet small" onClick={() => store.chooseTime(time)}>
              {moment(time.starts_at)}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <a className="tap" href={setup.appointment.times}>
          {text.seeAllTimes}
        </a>
      </p>
    </div>
  )
}
