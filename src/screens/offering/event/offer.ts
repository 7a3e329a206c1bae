import type { Event, EventOption } from '#contract/offering/event'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { priceWords, pricesSentence } from '../../../locales/price-words.ts'
import type { OptionRow } from './option-row.ts'

/** The next step of the page: the lowest price on sale and the URL of the registration form. */
export type Offer = {
  /**
   * The price as `$400.17 in total` next to the text. At the bottom of a phone it is `$400.17` with `included` below.
   */
  price: string
  sum: string
  parts: string
  included: string
  isFrom: boolean
  /** The name of the option, when only one option is on sale. */
  name: string | null
  register: string
  places: string | null /** The number of places, when only one option is on sale. */
  isOne: boolean
}

/** The offer; null when nothing is on sale. With one option on sale, its registration form opens directly. */
export function offerOf(
  options: EventOption[],
  rows: OptionRow[],
  page: { programContext: Pick<ProgramContext, 'program' | 'language' | 'text' | 'to'>; event: Event },
): Offer | null {
  const { programContext, event } = page
  const onSale = options.filter((option) => rows.some(({ id, register }) => id === option.id && register !== null))
  const [least] = [...onSale].sort((a, b) => a.cost.cost.value - b.cost.cost.value)
  if (!least) return null
  const [cheapest, dearest] = [least.cost.cost.value, Math.max(...onSale.map(({ cost }) => cost.cost.value))]
  const words = (value: number) =>
    priceWords(
      value,
      { currency: event.currency, program: programContext.program },
      programContext.program.selling,
      programContext.language,
    )
  const { sale } = programContext.text
  const free = dearest > 0 ? sale.freeTo(words(dearest).sum) : sale.free
  const few = rows.filter(({ register, badge }) => register !== null && badge?.kind === 'few')
  return {
    price: cheapest > 0 ? words(cheapest).price : free,
    sum: cheapest > 0 ? words(cheapest).sum : free,
    parts: cheapest > 0 ? words(cheapest).parts : '',
    included:
      dearest > 0 ? pricesSentence(programContext.program.selling, programContext.language).replace(/\.$/, '') : '',
    isFrom: cheapest > 0 && dearest > cheapest,
    name: onSale.length === 1 ? least.name : null,
    register: programContext.to.register(event.id, onSale.length === 1 ? least.id : null),
    places: onSale.length === 1 ? (few[0]?.badge?.words ?? null) : null,
    isOne: onSale.length === 1,
  }
}
