import { controlName, type Values } from '#contract/booking/form-controls'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import { displayName, type Person } from '../../../stores/booking/family-people.ts'
import { chosenWeeks, holdsWeek, type Week } from '../../../stores/booking/weekly-dates.ts'
import { SelectField } from '../../../ui/ChoiceField.tsx'
import {
  type RegistrationText,
  useComing,
  useMoment,
  useForm,
  useProblem,
  useValues,
  useWeeklyDates,
} from './form-context.ts'

/** Books the same hour in several weeks: the number of weeks, their dates, and the refused ones. */
export function RepeatWeeks() {
  const { store, setup, text } = useForm()
  const weeks = setup.appointment?.weeks ?? []
  const coming = useComing()
  const names = useValues(['weeks', ...coming.map((person) => controlName(person, 'first_name'))])
  const dates = useWeeklyDates()
  const error = useProblem('weeks')
  const moment = useMoment()
  if (weeks.length < 2) return null
  const count = chosenWeeks(weeks, names)
  const rows = weeks
    .slice(0, count)
    .map((week) => ({ week, missing: missingWords(week, { coming, dates, values: names, text }) }))
  const free = rows.filter(({ missing }) => missing.length === 0).length

  return (
    <fieldset className="stack">
      <legend>{text.repeat}</legend>
      <SelectField
        name="weeks"
        label={text.repeatFor}
        error={error}
        options={weeks.map((_, index) => ({
          value: String(index + 1),
          label: index === 0 ? text.onlyOnce : fillIn(text.forWeeks, { count: index + 1 }),
        }))}
        value={String(count)}
        onPick={(value) => store.setValue('weeks', value)}
      />
      <noscript>
        <button className="btn quiet" type="submit" name="next" value="weeks">
          {text.showDates}
        </button>
      </noscript>
      <p role="status" className={count > 1 ? undefined : 'vh'}>
        {count > 1 &&
          (free === count
            ? fillIn(count === 2 ? text.bothWeeksFree : text.weeksFree, { count })
            : fillCount(text.weeksPartly, free, { all: count }))}
      </p>
      {count > 1 && (
        <ol className="stack tight">
          {rows.map(({ week, missing }) => (
            <li key={week.starts_at}>
              <p className={missing.length > 0 ? 'muted' : undefined}>{week.words ?? moment(week.starts_at)}</p>
              {missing.length > 0 && (
                <p className="fine">
                  {week.why ?? `${missing.join(', ')}.`}{' '}
                  <a className="reach" href={week.times ?? setup.appointment?.times}>
                    {text.otherTimes}
                    <span className="vh"> {week.words ?? moment(week.starts_at)}</span>
                  </a>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {free < count && <p className="fine muted">{text.weeksWayOn}</p>}
    </fieldset>
  )
}

type Shown = {
  coming: Person[]
  dates: Map<string, Week[]>
  values: Values
  text: RegistrationText
}
/**
 * The reason for which a date is not possible, for each person who cannot have it. Empty when everyone can have the
 * date.
 */
function missingWords(week: Week, { coming, dates, values, text }: Shown): string[] {
  if (coming.length === 0) return week.spots === 0 ? [text.weekTaken] : []
  const missing = coming.filter((person) => !dates.get(person.key)?.includes(week) && !holdsWeek(person, week))
  return [
    ...new Set(
      missing.map((person) => {
        const name = displayName(person, values) || text.someoneNew
        return missing.length < coming.length ? fillIn(text.weekFull, { name }) : text.weekTaken
      }),
    ),
  ]
}
