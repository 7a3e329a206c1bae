import { WithoutScript } from '../../../ui/WithoutScript.tsx'
import { controlName, textOf } from '#contract/booking/form-controls'
import { useStore } from '@nanostores/react'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import { addOnName, chosenAddOns, countName } from '../../../stores/booking/add-ons.ts'
import type { AddOn as Product } from '../../../stores/booking/registration-setup.ts'
import { displayName, type Person } from '../../../stores/booking/family-people.ts'
import { SelectField } from '../../../ui/ChoiceField.tsx'
import { Glyph } from '../../../ui/icons.tsx'
import { Fold } from './Fold.tsx'
import { useComing, useForm, useProblem, useValues } from './form-context.ts'

/** Products that can be added to each person's place. */
export function AddOns() {
  const { setup } = useForm()
  const coming = useComing()
  const values = useValues(coming.map((person) => controlName(person, 'first_name')))
  if (setup.addOns.length === 0 || coming.length === 0) return null
  return (
    <div className="stack">
      {coming.map((person) => (
        <AddOnsOf key={person.key} person={person} name={displayName(person, values)} />
      ))}
    </div>
  )
}

/** The names that the summary has at most. */
const namedProducts = 3

/** The products for one person's place. They are folded, with their number and how many are chosen. */
export function AddOnsOf({ person, name }: { person: Person; name: string }) {
  const { store, setup, text } = useForm()
  const { addOns } = setup
  const values = useValues(addOns.map(({ id }) => addOnName(person, id)))
  const refused = useStore(store.problems)
  const chosen = chosenAddOns(setup, person, values).length
  const named = addOns.slice(0, namedProducts).map((product) => product.name)
  return (
    <Fold
      part={addOnName(person, '')}
      heading={name ? fillIn(text.addOnsFor, { name }) : text.addOns}
      digest={`${fillCount(text.products, addOns.length)}: ${named.join(', ')}${addOns.length > namedProducts ? '…' : ''}`}
      badge={
        chosen > 0 ? (
          <span className="badge good">
            <Glyph name="check" /> {fillCount(text.productsAdded, chosen)}
          </span>
        ) : (
          <span className="badge">{text.optionalPart}</span>
        )
      }
      isOpenAtFirst={() => false}
      isRefused={addOns.some(({ id }) => refused.some((problem) => problem.name === addOnName(person, id)))}
    >
      {addOns.map((product) => (
        <AddOn key={product.id} person={person} product={product} />
      ))}
    </Fold>
  )
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
      {chosen ? (
        chosen.variation.sums.length > 1 && <HowMany {...{ product, name: count, chosen: chosen.quantity }} />
      ) : (
        <WithoutScript>
          <HowMany {...{ product, name: count, chosen: 1 }} />
        </WithoutScript>
      )}
      {chosen?.variation.terms && (
        <p className="fine muted">{fillIn(text.addOnTerms, { text: chosen.variation.terms })}</p>
      )}
    </>
  )
}

function HowMany({ product, name, chosen }: { product: Product; name: string; chosen: number }) {
  const { text } = useForm()
  const most = Math.max(...product.variations.map(({ sums }) => sums.length))
  return (
    <SelectField
      name={name}
      label={fillIn(text.howMany, { product: product.name })}
      defaultValue={String(chosen)}
      options={Array.from({ length: most }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
    />
  )
}
