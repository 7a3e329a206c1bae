import { controlName } from '#contract/booking/form-controls'
import { useStore } from '@nanostores/react'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import { selectedOption } from '../../../stores/booking/option-eligibility.ts'
import { type PayWay, payWays } from '../../../stores/booking/pay-ways.ts'
import { displayName, type Person } from '../../../stores/booking/family-people.ts'
import { FieldError } from '../../../ui/TextField.tsx'
import { useForm, useProblem, useValues, useWeeklyDates } from './form-context.ts'

export { boughtPackages, isPaidWithMoney, payWays, pricedLines } from '../../../stores/booking/pay-ways.ts'

/**
 * The way to pay for a place, chosen with one tap: a visit of a package, the price, or a package bought with the
 * place.
 */
export function PayChoice({ person, isComing = true }: { person: Person; isComing?: boolean }) {
  const { store, setup, text } = useForm()
  const typed = useValues()
  // Without JavaScript, the ways are shown before the person is ticked.
  const values = isComing ? typed : { ...typed, [controlName(person, 'comes')]: true }
  const people = useStore(store.people)
  const dates = useWeeklyDates()
  const own = payWays({ setup, people, values, dates }).get(person.key)
  const name = controlName(person, 'way')
  const error = useProblem(name)
  if (!own) return null
  if (own.ways.length === 0)
    return (
      <p className="fine">
        {setup.customer ? fillIn(text.needsPackage, { name: displayName(person, values) }) : text.logInToUse}
      </p>
    )
  const option = selectedOption(setup, person, values)
  const price = option?.price ?? ''
  const isFree = option?.cost === 0
  const words = (way: PayWay) =>
    way.kind === 'price'
      ? way.membership === null
        ? fillIn(text.payPrice, { price })
        : fillIn(isFree ? text.includedWith : text.payAsMember, { price, package: way.membership })
      : way.kind === 'credit'
        ? way.left === null
          ? fillIn(text.useFreely, { package: way.name })
          : own.dates > 1
            ? fillIn(text.useVisits, { count: own.dates, left: way.left })
            : fillCount(text.useVisit, way.left)
        : way.kind === 'package'
          ? fillIn(text.buyAndUse, { package: way.sold.name, price: way.sold.price })
          : fillIn(isFree ? text.join : text.joinAndPay, { name: way.sold.name, price: way.sold.price, place: price })
  return (
    <fieldset className="stack tight">
      <legend className="label">
        {text.payWith}
        <span className="vh"> {displayName(person, values)}</span>
      </legend>
      {error && <FieldError name={name} error={error} />}
      {own.hasTooFew && <p className="fine muted">{fillIn(text.tooFewVisits, { count: own.dates })}</p>}
      {own.ways.map((way) => (
        <label key={way.value} className="choice">
          <input
            type="radio"
            name={name}
            value={way.value}
            checked={own.chosen?.value === way.value}
            onChange={() => store.setValue(name, way.value)}
          />
          <span>{words(way)}</span>
        </label>
      ))}
    </fieldset>
  )
}
