import { nameList } from '../name-list.ts'
import { type ErrorType, ApiError } from '../api-error.ts'
import type { ClosedReason } from '../offering/appointment.ts'
import { dayWords, languageOf, type Locale } from '../date-format.ts'
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

/** The sentence of a field's code in a language; `maximum` is for `too_long`. */
export function fieldSentence(code: string, language: Language, maximum?: number): string {
  if (code === 'too_long' && maximum !== undefined) return catalogues[language].tooLong(String(maximum))
  return errorSentence(code in en.errors ? (code as ErrorType) : 'invalid_parameter', language)
}

export type BoundName = 'tooLong' | 'tooShort' | 'tooLarge' | 'tooSmall' | 'tooMany' | 'tooFormatted'

/** The sentence for a broken limit, with the limit. */
export function boundSentence(name: BoundName, bound: number, language: Language): string {
  return catalogues[language][name](String(bound))
}

/** The sentence for an unknown name, with the closest valid name, or with all of a short list. */
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

/** The sentence with the allowed words of a field. */
export const allowedSentence = (words: readonly string[], language: Language): string =>
  catalogues[language].allowed(words.join(', '))

/** The error that the customer already has the maximum number of places payable later. */
export const offlinePlacesSentence = (most: number, language: Language): string =>
  catalogues[language].offlinePlaces(String(most))

/** The error that the customer already holds the maximum number of unpaid places. */
export const heldPlacesSentence = (most: { bookings: number; places: number }, language: Language): string =>
  catalogues[language].heldPlaces(String(most.bookings), String(most.places))

/** The error that orders have payments in progress, and how to end those. */
export const moneyUnderWaySentence = (orders: readonly string[], language: Language): string =>
  catalogues[language].moneyUnderWay(orders.join(', '))

/** The error that a card cannot be charged the small remainder after the balance. */
export const smallRestSentence = (least: string, language: Language): string => catalogues[language].smallRest(least)

/** The help of a question that is marked as health. */
export const healthQuestionSentence = (language: Language): string => catalogues[language].healthQuestion

/** The error that something was changed after it was read, with both versions. */
export const oldVersionSentence = (of: { read: string; current: string }, language: Language): string =>
  catalogues[language].oldVersion(of.read, of.current)

/** The error that a card cannot be charged so small a total. */
export const smallTotalSentence = (least: string, language: Language): string => catalogues[language].smallTotal(least)

/** The error that a card cannot be charged an amount that is not a multiple of its currency's step. */
export const unevenRestSentence = ({ sum, step }: { sum: string; step: string }, language: Language): string =>
  catalogues[language].unevenRest(sum, step)

/** The error that the order's code takes off more than the one that was entered. */
export const codeStaysSentence = ({ code, sum }: { code: string; sum: string }, language: Language): string =>
  catalogues[language].codeStays(code, sum)

/** The error that the store has fewer items left than requested. */
export const tooFewLeftSentence = (language: Language): string => catalogues[language].tooFewLeft
/** The error that a place with unpaid instalments cannot be switched to a cheaper one. */
export const movePartsSentence = (language: Language): string => catalogues[language].moveParts

/** The error that the balance cannot pay instalments. */
export const partsWithoutBalanceSentence = (language: Language): string => catalogues[language].partsWithoutBalance

/** The error that the place must be held before it can be added to an order. */
export const placeFirstSentence = (language: Language): string => catalogues[language].placeFirst

/** The error that an appointment can only be rescheduled to a duration of the same price. */
export const samePriceOnlySentence = (language: Language): string => catalogues[language].samePriceOnly
/**
 * The error that a place can only be switched to one of the same or a lower price, with the alternative; `more` is a
 * formatted amount.
 */
export const movePriceSentence = (more: string, language: Language): string => catalogues[language].moveCostsMore(more)
/** The error for a member whose membership ends before an event begins; `until` is a formatted day. */
export const membershipEndsSentence = (until: string, language: Language): string =>
  catalogues[language].membershipEnds(until)
/** The errors of undoing a change by staff: it left, its place is taken, or its visit or coupon was used again. */
export const undoOverSentence = (language: Language): string => catalogues[language].undoOver
export const undoGoneSentence = (language: Language): string => catalogues[language].undoGone
export const undoUsedSentence = (language: Language): string => catalogues[language].undoUsed
/** The error that an event has no single days that could be called off. */
export const dayOffWholeSentence = (language: Language): string => catalogues[language].dayOffWhole
/** The error that the same visit was used a moment ago. */
export const visitUsedAgainSentence = (language: Language): string => catalogues[language].visitUsedAgain
/** The error that a higher price cannot be paid on this site. */
export const moveUnpayableSentence = (language: Language): string => catalogues[language].moveUnpayable
/** Why a person's age does not suit a place, with their name, the day and the age limits. */
export const moveAgeSentence = (about: MoveAge, language: Language): string => catalogues[language].moveAge(about)
/** The error that the deadline for changing answers has passed. */
export const answersTooLateSentence = (until: string, language: Language): string =>
  catalogues[language].answersTooLate(until)
/** Why nothing can be booked on a day (yyyy-mm-dd). */
export const closedDaySentence = (why: ClosedReason, day: string, locale: Locale): string =>
  catalogues[languageOf(locale)].closedDay(why, dayWords(day, locale))

/** The error that the deadline for rescheduling an appointment has passed. */
export const moveTooLateSentence = (until: string, language: Language): string =>
  catalogues[language].moveTooLate(until)

/** Reason and next step of a decline, joined. */
export function declineSentence(code: string, language: Language): string {
  return declineWords(code, language).join(' ')
}

/** Reason and next step of a decline. */
export function declineWords(code: string, language: Language): [string, string] {
  return catalogues[language].declines[declineOf(code).text] as [string, string]
}

export type NoticeName = keyof Sentences['notices']

/** A neutral notice in a quote. */
export function noticeSentence(name: NoticeName, language: Language): string {
  return catalogues[language].notices[name]
}

export type DoneName = keyof Sentences['done']

/** The confirmation of an organiser's call. */
export function doneSentence(name: DoneName, language: Language): string {
  return catalogues[language].done[name]
}

/** The discounts that the remaining order loses, and the deduction from the refund; `sum` is a formatted amount. */
export const lostDiscountSentence = (
  { coupons, sum }: { coupons: readonly { name: string | null; translations: Translations }[]; sum: string },
  language: Language,
): string => {
  const names = coupons.flatMap((coupon) => localize(coupon, language).name ?? [])
  return catalogues[language].lostDiscount(nameList(names.map(catalogues[language].quoted), language), sum)
}

/** The sentence that the late fee of a session is kept; `sum` is a formatted amount. */
export const lateFeeSentence = (sum: string, language: Language): string => catalogues[language].lateFee(sum)

/** The sentence about store items that stay when their place is cancelled. */
export const addOnsStaySentence = (
  { names, isReturnable }: { names: readonly string[]; isReturnable: boolean },
  language: Language,
): string => catalogues[language].addOnsStay(nameList(names, language), isReturnable)

export type CancellationSentenceName = keyof Sentences['cancellation']

/** The outcome of cancelling a place; `amount` is a formatted amount. */
export function cancellationSentence(name: CancellationSentenceName, amount: string, language: Language): string {
  return catalogues[language].cancellation[name](amount)
}

/** The people whom an event suits and does not suit, in one line; empty without people. */
export function eligibilitySentence(
  people: readonly { first_name: string; result: EligibilityResult | 'too_young' | 'too_old' }[],
  language: Language,
): string {
  const words = catalogues[language].eligibility
  return (['eligible', 'booked', 'unknown', 'too_young', 'too_old', 'not_eligible'] as const)
    .flatMap((result) => {
      const those = people.filter((person) => person.result === result).map(({ first_name }) => first_name)
      return those.length > 0 ? [words[result](nameList(those, language), those.length)] : []
    })
    .join(' ')
}

/** The error for one field, with its sentence also in `errors[]`. */
export function refusedField({ language }: { language: Language }, type: FieldRule, param: string): ApiError {
  const message = fieldSentence(type, language)
  return new ApiError(type, { param, message, errors: [{ type, param, message }] })
}
