import type { PaymentSource } from '#contract/people/customer'
import { cardName } from '#contract/sentences/card-words'
import { wallClock } from '#contract/wall-clock'
import type { ProgramContext } from '../../../layouts/program-context.ts'

/** A card counts as expiring soon this many months before the end of its last month. */
const soonMonths = 1

/** A stored card in words for its page. */
export type CardView = {
  id: string
  name: string
  isDefault: boolean
  expiry: string | null
  state: 'good' | 'soon' | 'expired'
}

/** The state of a card: valid, expiring this or next month, or expired. `today` is a day in the program's time zone. */
export function expiryState(
  { exp_month, exp_year }: { exp_month: number | null; exp_year: number | null },
  today: { year: number; month: number },
): CardView['state'] {
  if (exp_month === null || exp_year === null) return 'good'
  const left = (exp_year - today.year) * 12 + exp_month - today.month
  return left < 0 ? 'expired' : left <= soonMonths ? 'soon' : 'good'
}

/** The stored cards of a page, the default first as the API returns them. */
export function cardViews(
  sources: readonly PaymentSource[],
  { program, language, text: { paymentMethods } }: Pick<ProgramContext, 'program' | 'language' | 'text'>,
  now: number,
): CardView[] {
  const today = wallClock(now, program.timezone)
  const words = { good: paymentMethods.expires, soon: paymentMethods.expiresSoon, expired: paymentMethods.expired }
  return sources.map((source) => {
    const state = expiryState(source, today)
    const month =
      source.exp_month === null || source.exp_year === null
        ? null
        : `${String(source.exp_month).padStart(2, '0')}/${String(source.exp_year % 100).padStart(2, '0')}`
    return {
      id: source.id,
      name: cardName(source, language),
      isDefault: source.is_default,
      expiry: month === null ? null : words[state](month),
      state,
    }
  })
}
