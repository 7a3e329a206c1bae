import type { Money } from '#contract/amount'
import { displayMoney } from '#contract/display-money'
import type { RefundPreview } from '#contract/money/refund'
import type { Text } from '../../../locales/en.ts'

type About = { words: Text['refund']; nameOf: (registrationId: string) => string; program: string; language: string }

/** The paid amount of each place, and the amounts deducted from it. The lines add up to the refund. */
export function refundLines(
  preview: Pick<RefundPreview, 'places'>,
  { words, nameOf, program, language }: About,
): { label: string; amount: string; isLess: boolean }[] {
  const less = (label: string, amount: Money) =>
    amount.value > 0 ? [{ label, amount: `−${displayMoney(amount.value, amount, language)}`, isLess: true }] : []
  return preview.places
    .filter(({ is_included }) => is_included)
    .flatMap((place) => [
      { label: words.paidFor(nameOf(place.registration_id)), amount: place.paid.display, isLess: false },
      ...less(words.keeps(program, place.kept_for), place.kept),
      ...less(words.lost, place.discount_lost),
    ])
}
