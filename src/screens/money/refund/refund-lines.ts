import { displayMoney } from '#contract/amount'
import type { RefundPreview } from '#contract/money/refund'
import type { Text } from '../../../locales/en.ts'

type About = { words: Text['refund']; nameOf: (registrationId: string) => string; language: string }

/** A refund line by line: the price, tax and fee of each place, and a lost discount. */
export function refundLines(
  preview: RefundPreview,
  { words, nameOf, language }: About,
): { label: string; amount: string }[] {
  const places = preview.places.filter(({ is_included }) => is_included)
  const lines = places.flatMap((place) => [
    { label: words.priceOf(nameOf(place.registration_id)), money: place.price },
    { label: words.taxOf, money: place.tax },
    { label: words.feeOf, money: place.fee },
  ])
  const shown = lines
    .filter(({ money }, index) => money.value > 0 || index % 3 === 0)
    .map(({ label, money }) => ({ label, amount: money.display }))
  const lost = preview.discount_lost
  return lost.value > 0
    ? [...shown, { label: words.lost, amount: `−${displayMoney(lost.value, lost.currency_code, language)}` }]
    : shown
}
