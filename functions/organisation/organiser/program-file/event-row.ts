import { unlimitedSpots } from '../../../offering/catalogue/places-left.ts'
import type { FileMembershipPackage, FileSessionPackage } from '../../../contract/organisation/file-packages.ts'
import type { FileCoupon } from '../../../contract/organisation/organiser.ts'
import { languages } from '../../../contract/field-rules.ts'
import type { Translations } from '../../../contract/texts.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import type { CompleteFile } from './complete-file.ts'
import { basisPoints, minorUnits } from './file-amounts.ts'
import { storedPlan } from './payment-plan-of-file.ts'
import type { FileIds } from './file-ids.ts'
import { splitTexts } from './file-texts.ts'
import { instantOf } from './file-times.ts'
import { type PublishedStart, previousStart } from './previous-start.ts'

type At = { file: CompleteFile; ids: FileIds; now: number }
type Standing = { step: number; published: number | null; before?: PublishedStart | undefined }

/** The row of an event of a file. */
export function eventRow(event: FileEvent, { file, ids, now }: At, { step, published, before }: Standing) {
  const { options, venues, questions, promoted_products, waiver, attachments, groups, restrict_to, ...own } = event
  const texts = splitTexts(own, file.language)
  const timezone = event.timezone ?? file.timezone
  const at = (wall: string | null) => (wall === null ? 0 : instantOf(wall, timezone))
  const amount = (decimal: number) => minorUnits(decimal, file.default_currency)
  const { retention, session } = event.refund
  const starts_at = at(event.starts_at)
  const series_dates = event.series_dates.map((date) => ({ starts_at: at(date.starts_at), ends_at: at(date.ends_at) }))
  return {
    ...texts,
    translations: withTagNames(texts.translations, event.tags, file),
    cancel_translations: {},
    id: ids.events(event.key),
    program_id: file.program,
    timezone,
    currency: file.default_currency,
    starts_at,
    previous_starts_at: previousStart(before, { starts_at, series_dates }),
    ends_at: at(event.ends_at),
    is_series: event.series_dates.length > 0,
    series_dates,
    restrict_to_package_ids: restrictedTo(restrict_to, ids),
    waiver_id: waiver === null ? null : ids.waivers(waiver),
    refund: {
      ...event.refund,
      retention: { ...retention, fixed: amount(retention.fixed) },
      session: session && { ...session, late_fee: amount(session.late_fee) },
    },
    step,
    published,
    created: now,
    updated: now,
  }
}

/** The packages that cover an event or an appointment type. */
export const restrictedTo = (
  { session_packages, membership_packages }: FileEvent['restrict_to'],
  ids: FileIds,
): string[] => [...session_packages.map(ids.session_packages), ...membership_packages.map(ids.membership_packages)]

/** The names of an event's tags in other languages, for the text index. */
function withTagNames(
  translations: Translations,
  tags: readonly string[],
  { tag_names, language }: Pick<CompleteFile, 'tag_names' | 'language'>,
): Translations {
  const others = languages.flatMap((each) => {
    if (each === language) return []
    const names = tags.flatMap((tag) => {
      const name = tag_names[tag]
      return typeof name === 'object' ? (name[each] ?? []) : []
    })
    return names.length === 0 ? [] : [[each, { ...translations[each], tags: names.join(' ') }] as const]
  })
  return { ...translations, ...Object.fromEntries(others) }
}

/** The rows of an event's options, with the pools they share. */
export function optionRows(event: FileEvent, { file, ids, now }: At) {
  const timezone = event.timezone ?? file.timezone
  const at = (wall: string | null) => (wall === null ? null : instantOf(wall, timezone))
  return event.options.map(({ pools, ...option }, position) => ({
    ...splitTexts(option, file.language),
    id: ids.options(event.key, option.key),
    event_id: ids.events(event.key),
    program_id: file.program,
    position,
    cost: minorUnits(option.cost ?? 0, file.default_currency),
    spots_total: option.spots_total === 'unlimited' ? unlimitedSpots : option.spots_total,
    spots_taken: 0,
    spots_extra: 0,
    sale_starts_at: at(option.sale_starts_at),
    sale_ends_at: at(option.sale_ends_at),
    payment_plan: option.payment_plan && storedPlan(option.payment_plan, file.default_currency),
    is_removed: false,
    created: now,
    updated: now,
    pool_ids: pools.map((key) => ids.pools(key)),
  }))
}

/** The rows that link an event to other items. */
export function eventTies(event: FileEvent, ids: FileIds) {
  const event_id = ids.events(event.key)
  return {
    venues: event.venues.map((key, position) => ({ event_id, venue_id: ids.venues(key), position })),
    tags: event.tags.map((tag) => ({ event_id, tag })),
    questions: event.questions.map((key, position) => ({ event_id, question_id: ids.questions(key), position })),
    products: event.promoted_products.map((key, position) => ({ event_id, product_id: ids.products(key), position })),
  }
}

/** The rows of an event's groups. */
export const groupRows = (event: FileEvent, ids: FileIds) =>
  event.groups.map((group, position) => ({
    ...group,
    id: ids.groups(event.key, group.key),
    event_id: ids.events(event.key),
    position,
  }))

/** The row of a coupon, with its earlier uses. */
export function couponRow(coupon: FileCoupon, { file, ids, now }: At) {
  const { amount_off, percent_off, minimum_amount, redeem_after, redeem_before, redeemed_before, ...rest } = coupon
  const { applies_to, membership_packages, ...own } = rest
  const at = (wall: string | null) => (wall === null ? null : instantOf(wall, file.timezone))
  const amount = (decimal: number | null) => (decimal === null ? null : minorUnits(decimal, file.default_currency))
  return {
    ...splitTexts(own, file.language),
    id: ids.coupons(coupon.key),
    program_id: file.program,
    code_key: coupon.code?.toUpperCase() ?? null,
    type: amount_off === null ? ('percent_off' as const) : ('amount_off' as const),
    amount_off: amount(amount_off),
    percent_off: percent_off === null ? null : basisPoints(percent_off),
    currency: amount_off === null ? null : file.default_currency,
    minimum_amount: amount(minimum_amount),
    redeem_after: at(redeem_after),
    redeem_before: at(redeem_before),
    membership_packages: membership_packages.map(ids.membership_packages),
    applies_to: {
      products: applies_to.products.map((key) => ids.events(key)),
      product_types: applies_to.product_types,
    },
    times_redeemed_before: redeemed_before,
    times_redeemed: redeemed_before,
    created: now,
    updated: now,
  }
}

/** The row of a package of either kind. */
export function packageRow<Item extends FileSessionPackage | FileMembershipPackage>(
  item: Item,
  id: string,
  { file, now }: Omit<At, 'ids'>,
) {
  const { for: sold_for, ...columns } = splitTexts(item, file.language)
  return {
    ...columns,
    sold_for,
    id,
    program_id: file.program,
    cost: minorUnits(item.cost, file.default_currency),
    created: now,
    updated: now,
  }
}
