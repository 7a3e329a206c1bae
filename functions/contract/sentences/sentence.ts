import { nameList } from '../name-list.ts'
import { type ErrorType, ApiError } from '../api-error.ts'
import { declineOf } from '../money/declines.ts'
import type { EligibilityResult } from '../booking/eligibility.ts'
import type { Language } from '../field-rules.ts'
import { localize, type Translations } from '../texts.ts'
import { en, type MoveAge, type Sentences } from './en.ts'
import { fr } from './fr.ts'
import type { FieldRule } from '../field-sentences.ts'

const catalogues: Record<Language, Sentences> = { en, fr }

/** The sentence of an error type in a language. */
export function errorSentence(type: ErrorType, language: Language): string {
  return catalogues[language].errors[type]
}

/** The sentence of a field's code in a language; `maximum` is that of `too_long`. */
export function fieldSentence(code: string, language: Language, maximum?: number): string {
  if (code === 'too_long' && maximum !== undefined) return catalogues[language].tooLong(String(maximum))
  return errorSentence(code in en.errors ? (code as ErrorType) : 'invalid_parameter', language)
}

export type BoundName = 'tooLong' | 'tooShort' | 'tooLarge' | 'tooSmall' | 'tooMany' | 'tooFormatted'

/** The sentence of a bound that a value breaks, with the bound in it. */
export function boundSentence(name: BoundName, bound: number, language: Language): string {
  return catalogues[language][name](String(bound))
}

/** That a name is not known, with the one that was probably meant, or all of a short list. */
export function unknownNameSentence(
  { meant, names }: { meant: string | null; names: readonly string[] },
  language: Language,
): string {
  const unknown = errorSentence('unknown_parameter', language)
  if (meant !== null) return `${unknown} ${catalogues[language].didYouMean(meant)}`
  return names.length > 0 && names.length <= 12
    ? `${unknown} ${catalogues[language].allowed(names.join(', '))}`
    : unknown
}

/** Which words a field may say. */
export const allowedSentence = (words: readonly string[], language: Language): string =>
  catalogues[language].allowed(words.join(', '))

/** That a customer holds as many places as may be paid later. */
export const offlinePlacesSentence = (most: number, language: Language): string =>
  catalogues[language].offlinePlaces(String(most))

/** That a customer holds as much as can be held before it is paid. */
export const heldPlacesSentence = (most: { bookings: number; places: number }, language: Language): string =>
  catalogues[language].heldPlaces(String(most.bookings), String(most.places))

/** Which orders have money under way, and how that ends. */
export const moneyUnderWaySentence = (orders: readonly string[], language: Language): string =>
  catalogues[language].moneyUnderWay(orders.join(', '))

/** That a card cannot pay the little that the balance leaves. */
export const smallRestSentence = (least: string, language: Language): string => catalogues[language].smallRest(least)

/** That a card cannot pay a sum which is no whole number of the steps its currency is charged in. */
export const unevenRestSentence = ({ sum, step }: { sum: string; step: string }, language: Language): string =>
  catalogues[language].unevenRest(sum, step)

/** That a store has fewer left than are wanted. */
export const tooFewLeftSentence = (language: Language): string => catalogues[language].tooFewLeft
/** That a place whose parts are still to be paid cannot become a cheaper one. */
export const movePartsSentence = (language: Language): string => catalogues[language].moveParts

/** That the balance pays no parts of an order. */
export const partsWithoutBalanceSentence = (language: Language): string => catalogues[language].partsWithoutBalance

/** That what is named has to be held as a place before it goes into an order. */
export const placeFirstSentence = (language: Language): string => catalogues[language].placeFirst

/** That an appointment moves only to a length of the same price. */
export const otherPriceSentence = (language: Language): string => catalogues[language].otherPrice
/** That a place moves only to one that costs as much or less, and what to do instead; `more` is written as the reader writes money. */
export const movePriceSentence = (more: string, language: Language): string => catalogues[language].moveCostsMore(more)
/** That what costs more cannot be paid for here. */
export const moveUnpayableSentence = (language: Language): string => catalogues[language].moveUnpayable
/** That another event asks questions that were not answered. */
export const moveNeedsAnswersSentence = (language: Language): string => catalogues[language].moveNeedsAnswers
/** Why a place is not for somebody's age, in the words of their name, the day and the ages. */
export const moveAgeSentence = (about: MoveAge, language: Language): string => catalogues[language].moveAge(about)
/** Until when an appointment could be moved. */
export const moveTooLateSentence = (until: string, language: Language): string =>
  catalogues[language].moveTooLate(until)

/** Reason and next step of a decline, one after the other. */
export function declineSentence(code: string, language: Language): string {
  return declineWords(code, language).join(' ')
}

/** Reason and next step of a decline. */
export function declineWords(code: string, language: Language): [string, string] {
  return catalogues[language].declines[declineOf(code).text] as [string, string]
}

export type NoticeName = keyof Sentences['notices']

/** A calm sentence of a quote. */
export function noticeSentence(name: NoticeName, language: Language): string {
  return catalogues[language].notices[name]
}

export type DoneName = keyof Sentences['done']

/** What an organiser's call has done. */
export function doneSentence(name: DoneName, language: Language): string {
  return catalogues[language].done[name]
}

/** Which discounts what stays of an order loses, and what that takes out of the refund; `sum` is written as the reader writes money. */
export const lostDiscountSentence = (
  { coupons, sum }: { coupons: readonly { name: string | null; translations: Translations }[]; sum: string },
  language: Language,
): string => {
  const names = coupons.flatMap((coupon) => localize(coupon, language).name ?? [])
  return catalogues[language].lostDiscount(nameList(names.map(catalogues[language].quoted), language), sum)
}

/** That the late fee of a session stays; `sum` is written as the reader writes money. */
export const lateFeeSentence = (sum: string, language: Language): string => catalogues[language].lateFee(sum)

/** What of the store stays when the place it goes with is cancelled. */
export const addOnsStaySentence = (
  { names, isReturnable }: { names: readonly string[]; isReturnable: boolean },
  language: Language,
): string => catalogues[language].addOnsStay(nameList(names, language), isReturnable)

export type CancellationSentenceName = keyof Sentences['cancellation']

/** What cancelling a place gives, in words; `amount` is already written as the reader writes money. */
export function cancellationSentence(name: CancellationSentenceName, amount: string, language: Language): string {
  return catalogues[language].cancellation[name](amount)
}

/** Whom an event fits and whom not, in one line; empty for no people. */
export function eligibilitySentence(
  people: readonly { first_name: string; result: EligibilityResult }[],
  language: Language,
): string {
  const words = catalogues[language].eligibility
  return (['eligible', 'booked', 'unknown', 'not_eligible'] as const)
    .flatMap((result) => {
      const those = people.filter((person) => person.result === result).map(({ first_name }) => first_name)
      return those.length > 0 ? [words[result](nameList(those, language))] : []
    })
    .join(' ')
}

/** The refusal of one field, with its sentence in `errors[]` too. */
export function refusedField({ language }: { language: Language }, type: FieldRule, param: string): ApiError {
  const message = fieldSentence(type, language)
  return new ApiError(type, { param, message, errors: [{ type, param, message }] })
}
