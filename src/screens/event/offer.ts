import type { Event, EventOption } from '#contract/event'
import { displayMoney } from '#contract/money'
import type { ProgramContext } from '../../layouts/program-context.ts'
import { addedWords } from '../../locales/price-words.ts'
import type { OptionRow } from './option-row.ts'

/** The next step of the page: the least price on sale and where to register. */
export type Offer = {
  price: string
  isFrom: boolean
  added: string
  register: string
  places: string | null /** Nothing to choose: there is one option on sale. */
  isOne: boolean
}

/** Null when nothing is on sale. With one option on sale, registering begins with it. */
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
  const money = (value: number) => displayMoney(value, event.currency, programContext.language)
  const few = rows.filter(({ register, badge }) => register !== null && badge?.kind === 'few')
  return {
    price:
      cheapest > 0
        ? money(cheapest)
        : dearest > 0
          ? programContext.text.sale.freeTo(money(dearest))
          : programContext.text.sale.free,
    isFrom: cheapest > 0 && dearest > cheapest,
    added: addedWords(least.cost, programContext.program, programContext.language),
    register: programContext.to.register(event.id, onSale.length === 1 ? least.id : null),
    places: onSale.length === 1 ? (few[0]?.badge?.words ?? null) : null,
    isOne: onSale.length === 1,
  }
}
