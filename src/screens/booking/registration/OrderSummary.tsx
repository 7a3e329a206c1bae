import { WithoutScript } from '../../../ui/WithoutScript.tsx'
import { controlName } from '#contract/booking/form-controls'
import { displayMoney } from '#contract/display-money'
import { nameList } from '#contract/name-list'
import { useStore } from '@nanostores/react'
import { Fragment } from 'react'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import { addOnName, addOnPrice, chosenAddOns, countName } from '../../../stores/booking/add-ons.ts'
import { selectedOption } from '../../../stores/booking/option-eligibility.ts'
import { pricedTotal, totalSoFar } from '../../../stores/booking/total-so-far.ts'
import type { OptionChoice } from '../../../stores/booking/registration-setup.ts'
import { displayName } from '../../../stores/booking/family-people.ts'
import { useForm, useValues, useWeeklyDates } from './form-context.ts'
import { InLine } from './AccountSection.tsx'

/** The values that a line of the order summary depends on: the registered people, and the options that suit them. */
const lineFields = ['comes', 'first_name', 'date_of_birth', 'gender', 'option_id', 'way']

/** The selected options and their price, total first, with the button that continues. */
export function OrderSummary() {
  const { store, setup, text, pay } = useForm()
  const people = useStore(store.people)
  const isSending = useStore(store.isSending)
  const values = useValues(
    people.flatMap((person) => [
      ...lineFields.map((field) => controlName(person, field)),
      ...setup.addOns.flatMap(({ id }) => [addOnName(person, id), countName(person, id)]),
    ]),
  )
  const lines = people.filter(store.isComing).map((person) => ({
    person,
    option: selectedOption(setup, person, values),
    addOns: chosenAddOns(setup, person, values).map((each) => ({ ...each, price: addOnPrice(each) })),
  }))
  const options = lines.flatMap(({ option }) => (option ? [option] : []))
  const dates = useWeeklyDates()
  const countOf = (key: string) => dates.get(key)?.length ?? 1
  const ways = pay?.payWays({ setup, people, values, dates })
  const isVisit = (key: string) => pay?.isPaidWithMoney(ways?.get(key)?.chosen) === false
  const priced = lines.flatMap(({ person, option }) => (option ? [{ key: person.key, option }] : []))
  const dated = priced.flatMap((line) => Array.from({ length: countOf(line.key) }, () => line))
  const own = totalSoFar([
    ...(pay && ways ? pay.pricedLines(dated, ways) : dated.map(({ option }) => option)),
    ...lines.flatMap(({ addOns }) => addOns.map(({ price }) => price)),
  ])
  const preview = useStore(store.preview)
  const { first, total, cost, fee, taxes, discounts } = pricedTotal(own, preview, setup.taxNames)
  const isFree = lines.length > 0 && total === 0 && lines.every(({ option }) => option !== null)
  const money = (amount: number) => displayMoney(amount, setup.event.soldIn, setup.language)
  const amountOf = (key: string, option: OptionChoice | null) => {
    if (isVisit(key)) return fillCount(text.visits, countOf(key))
    if (!option) return '–'
    return option.cost === 0 ? option.price : money(option.cost * countOf(key))
  }
  const names = lines.map(({ person }) => displayName(person, values)).filter(Boolean)
  const note = first > cost && first === total ? text.forPeople : text.forPeoplePlain

  return (
    <aside className="panel" aria-labelledby="sum">
      <h2 id="sum">{text.soFar}</h2>
      {lines.length === 0 && <p className="muted">{text.nobodyYet}</p>}
      {options.length > 0 && (
        <p className="worth">
          <b className="price big">
            {isFree ? text.free : fillIn(first < total ? text.beforeTax : text.inTotal, { amount: money(first) })}
          </b>
          {names.length > 0 && (
            <span className="fine muted">
              {fillIn(note, { names: nameList(names, setup.language), note: setup.pricesNote })}
            </span>
          )}
        </p>
      )}
      <WithoutScript>
        <p className="fine muted">{text.totalNext}</p>
      </WithoutScript>
      <dl className="lines">
        {lines.map(({ person, option, addOns }) => (
          <Fragment key={person.key}>
            <Line
              name={[
                displayName(person, values) || text.someoneNew,
                option?.name,
                countOf(person.key) > 1 && fillCount(text.dates, countOf(person.key)),
              ]
                .filter(Boolean)
                .join(', ')}
              amount={amountOf(person.key, option)}
            />
            {addOns.map(({ product, variation, quantity, price }) => (
              <Line
                key={product.id}
                name={`${quantity > 1 ? `${quantity} × ` : ''}${product.name}, ${variation.name}`}
                amount={money(price.cost)}
              />
            ))}
          </Fragment>
        ))}
        {(pay && ways ? pay.boughtPackages(ways) : []).map(({ sold, quantity }) => (
          <Line
            key={`${sold.id} ${sold.cost}`}
            name={quantity > 1 ? `${quantity} × ${sold.name}` : sold.name}
            amount={money(sold.cost * quantity)}
          />
        ))}
        {discounts.map(({ name, amount }) => (
          <Line key={name} name={name} amount={`−${money(amount)}`} className="less" />
        ))}
        {fee > 0 && <Line name={text.fee} amount={money(fee)} />}
        {taxes.map(({ name, amount }) => (
          <Line key={name} name={name} amount={money(amount)} />
        ))}
      </dl>
      {setup.hasDiscounts && !preview && total > 0 && <p className="fine muted">{text.discountsNext}</p>}
      <button type="submit" className="btn wide" form="who" aria-disabled={isSending || undefined}>
        {isSending ? text.sending : isFree ? text.goOnFree : text.goOn}
      </button>
      <button
        type="submit"
        className="btn quiet wide"
        form="who"
        name="next"
        value="more"
        aria-disabled={isSending || undefined}
      >
        {text.saveAndAdd}
      </button>
      {setup.customer !== null && <InLine />}
      <p className="fine muted">
        {fillIn(isFree ? text.holdNoteFree : text.holdNote, { minutes: setup.holdMinutes })} {setup.refundNote}{' '}
        <span className="scripted">{text.keptHere}</span>
      </p>
    </aside>
  )
}

const Line = ({ name, amount, className }: { name: string; amount: string; className?: string }) => (
  <>
    <dt className={className}>{name}</dt>
    <dd className={className}>{amount}</dd>
  </>
)
