import { instant } from '../../contract/instant.ts'
import { ApiError } from '../../contract/api-error.ts'
import { money } from '../../contract/display-money.ts'
import type { InstalmentDue } from '../../contract/offering/payment-plan.ts'
import { chargeStep, smallestCharge } from '../../contract/money/stripe-amount.ts'
import type { MembershipPackage, SessionPackage } from '../../contract/offering/package.ts'
import { joinTextLanguages, localize, type Translations } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { dayOn, instalmentSchedule } from '../pricing/instalment-schedule.ts'
import { linePrice, priceOf } from '../pricing/line-price.ts'
import type { MembershipPackageRow, SessionPackageRow } from './package-rows.ts'
import type { sellerOf } from './program-rows.ts'

type Reader = Pick<Ctx, 'language' | 'contentLanguage'>
export type Seller = Awaited<ReturnType<typeof sellerOf>>[number]

/** The seller of packages of a kind; throws `not_found` for a program that sells none. */
export function sellerWith(feature: 'sessions' | 'memberships', seller: Seller | undefined): Seller {
  if (seller?.features[feature] !== true) throw new ApiError('not_found')
  return seller
}

/** Builds the session package of the API. */
export const showSessionPackage = (
  row: SessionPackageRow,
  seller: Seller,
  reader: Reader & Pick<Ctx, 'now'>,
): SessionPackage => ({
  object: 'session_package',
  ...shown(row, seller, reader),
  instalments: showPlan(row, seller, reader),
})

function showPlan(
  { id, cost, include_fee, payment_plan: plan }: SessionPackageRow,
  { selling, currency, country, timezone }: Seller,
  { now, language }: Pick<Ctx, 'now' | 'language'>,
): InstalmentDue[] {
  if (!plan) return []
  const { total } = linePrice(cost, {
    ...selling,
    fee: { ...selling.fee, included: include_fee ?? selling.fee.included },
  })
  const parts = instalmentSchedule({
    total,
    lines: [{ item_id: id, amount: total, plan, starts_on: null }],
    today: dayOn(now, timezone),
    least: smallestCharge(currency),
    step: chargeStep(currency),
  })
  return (parts ?? []).map(({ due_on, amount }) => ({
    due_on,
    amount: money(amount, { currency, program: { country } }, language),
  }))
}

/** Builds the membership package of the API. */
export function showMembershipPackage(row: MembershipPackageRow, seller: Seller, reader: Reader): MembershipPackage {
  const { billing_period, allocated_period, allocate_credits_on_period } = row
  const { trial_days, trial_needs_card, trial_again, num_periods, anchor_day } = row
  const usual = localize(
    { terms: seller.preferences.default_membership_terms, translations: asTerms(seller.translations) },
    reader.contentLanguage,
  )
  const own = shown(row, seller, reader)
  return {
    object: 'membership_package',
    ...own,
    billing_period,
    allocated_period,
    allocate_credits_on_period,
    trial_days,
    trial_needs_card,
    trial_again,
    num_periods,
    anchor_day,
    ...(own.terms === null && {
      terms: usual.terms,
      text_languages: joinTextLanguages(own.text_languages, usual.text_languages),
    }),
  }
}

function shown(
  row: SessionPackageRow | MembershipPackageRow,
  { selling, currency, country }: Seller,
  { language, contentLanguage }: Reader,
): Omit<SessionPackage, 'object' | 'instalments'> {
  const { name, description, terms, text_languages } = localize(row, contentLanguage)
  const include_fee = row.include_fee ?? selling.fee.included
  return {
    id: row.id,
    program_id: row.program_id,
    name,
    description,
    terms,
    text_languages,
    price: priceOf(
      row.cost,
      { ...selling, fee: { ...selling.fee, included: include_fee } },
      { currency, program: { country }, language },
    ),
    include_fee,
    allocated_amount: row.allocated_amount,
    is_unlimited: row.is_unlimited,
    expiry_amount: row.expiry_amount,
    expiry_period: row.expiry_period,
    for: row.sold_for,
    is_discontinued: row.is_discontinued,
    events: row.events.map((event) => localize(event, contentLanguage)),
    num_events: row.num_events,
    appointment_types: row.appointment_types.map((type) => localize(type, contentLanguage)),
    created: instant(row.created),
    updated: instant(row.updated),
  }
}

/** The cache tags of everything that a package is shown to cover. */
export const tagsOfOpened = ({ events, appointment_types }: SessionPackageRow | MembershipPackageRow): string[] => [
  ...events.map(({ id }) => `event:${id}`),
  ...appointment_types.map(({ id }) => `appointment_type:${id}`),
]

/** The program's usual terms in other languages, as the terms of a package. */
const asTerms = ({ language, ...others }: Translations): Translations => ({
  ...(language && { language }),
  ...Object.fromEntries(
    Object.entries(others).map(([name, texts]) => [name, { terms: texts.default_membership_terms ?? null }]),
  ),
})
