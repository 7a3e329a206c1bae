import { displayMoney, type SoldIn } from '../display-money.ts'
import { languageOf, type Locale } from '../date-format.ts'
import type { Language } from '../field-rules.ts'
import { nameList } from '../name-list.ts'

/** Why a part of a payment is kept when a place is cancelled. */
export type KeptFor = {
  lateFee: boolean
  /** The part of every place that is kept, in minor units and per cent. */
  retention: { fixed: number; percent: number }
  /** The share of the rest that is refunded, in per cent. */
  percent: number
  bookingFee: boolean
}

const words = {
  en: {
    lateFee: 'the late fee',
    ofPrice: (share: string) => `${share} of the price`,
    ofRest: (share: string) => `${share} of the rest`,
    price: 'the price',
    bookingFee: 'the booking fee',
  },
  fr: {
    lateFee: 'les frais de retard',
    ofPrice: (share: string) => `${share} du prix`,
    ofRest: (share: string) => `${share} du reste`,
    price: 'le prix',
    bookingFee: 'les frais de réservation',
  },
}

/** A full refund by a policy, for what a place keeps before it is cancelled. */
export const fullRefund = { lateFee: false, percent: 100 } as const

/**
 * The part of a payment that the organisation keeps, as in `the booking fee and 50% of the price`; null when it keeps
 * nothing. Every page and mail uses these words.
 */
export function keptWords(kept: KeptFor, { currency, locale }: { currency: SoldIn; locale: Language | Locale }) {
  const language = languageOf(locale)
  const { lateFee, ofPrice, ofRest, price, bookingFee } = words[language]
  const share = (percent: number) =>
    new Intl.NumberFormat(`${language}-CA`, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)
  const { fixed, percent } = kept.retention
  const isAll = kept.percent === 0
  const retained = [
    ...(kept.lateFee ? [lateFee] : []),
    ...(percent > 0 ? [ofPrice(share(percent))] : []),
    ...(fixed > 0 ? [displayMoney(fixed, currency, locale)] : []),
  ]
  const parts = isAll
    ? [price]
    : [
        ...retained,
        ...(kept.percent === 100 ? [] : [(retained.length > 0 ? ofRest : ofPrice)(share(100 - kept.percent))]),
      ]
  const all = [...parts, ...(kept.bookingFee ? [bookingFee] : [])]
  return all.length === 0 ? null : nameList(all, language)
}
