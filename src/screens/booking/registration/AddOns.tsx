import { controlName, textOf } from '#contract/booking/form-controls'
import { fillIn } from '../../../locales/fill-in.ts'
import { addOnName, chosenAddOns, countName } from '../../../stores/booking/add-ons.ts'
import { type AddOn as Product, displayName, type Person } from '../../../stores/booking/registration-setup.ts'
import { SelectField } from '../../../ui/ChoiceField.tsx'
import { useComing, useForm, useProblem, useValues } from './form-context.ts'

/** Products that can be added to each person's place. */
export function AddOns() {
  const { setup, text } = useForm()
  const coming = useComing()
  const values = useValues(coming.map((person) => controlName(person, 'first_name')))
  if (setup.addOns.length === 0) return null
  return coming.map((person) => {
    const name = displayName(person, values)
    return (
      <fieldset className="stack" key={person.key}>
        <legend>{name ? fillIn(text.addOnsFor, { name }) : text.addOns}</legend>
        {setup.addOns.map((product) => (
          <AddOn key={product.id} person={person} product={product} />
        ))}
      </fieldset>
    )
  })
}

function AddOn({ person, product }: { person: Person; product: Product }) {
  const { text } = useForm()
  const name = addOnName(person, product.id)
  const count = countName(person, product.id)
  const values = useValues([name, count])
  const error = useProblem(name)
  const chosen = chosenAddOns({ addOns: [product] }, person, values)[0]
  const [only] = product.variations.length === 1 ? product.variations : []
  return (
    <>
      <SelectField
        name={name}
        label={product.name}
        optional={text.optional}
        hint={product.note}
        error={error}
        defaultValue={textOf(values, name)}
        options={[
          { value: '', label: text.noAddOn },
          ...product.variations.map((each) => ({
            value: each.id,
            label: only ? fillIn(text.oneAddOn, { price: each.price }) : `${each.name} · ${each.price}`,
          })),
        ]}
      />
      {chosen && chosen.variation.sums.length > 1 && (
        <SelectField
          name={count}
          label={fillIn(text.howMany, { product: product.name })}
          defaultValue={String(chosen.quantity)}
          options={chosen.variation.sums.map((_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
        />
      )}
      {chosen?.variation.terms && (
        <p className="fine muted">{fillIn(text.addOnTerms, { text: chosen.variation.terms })}</p>
      )}
    </>
  )
}
