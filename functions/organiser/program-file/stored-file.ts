import type { FileSessionPackage } from '../../contract/file-packages.ts'
import type { FileCoupon, FileEvent, FileOption } from '../../contract/organiser.ts'
import { unlimitedSpots } from '../../catalogue/places-left.ts'
import type { CompleteFile } from './complete-file.ts'
import { fileAddress } from './file-address.ts'
import { decimalOf, percentOfPoints } from './file-amounts.ts'
import { wallOf } from './file-times.ts'
import { appointmentTypeOf } from './stored-appointments.ts'
import { keyOf } from './key-of.ts'
import { storeOf } from './stored-store.ts'
import type { StoredEvent, StoredProgram } from './stored-program.ts'

/** The file that a program's rows say; of the archived events and appointment types only those with one of the named keys. */
export function storedFile(
  stored: StoredProgram,
  named: ReadonlySet<string> = new Set(),
  namedTypes: ReadonlySet<string> = new Set(),
): CompleteFile {
  const { program } = stored
  const {
    id,
    name,
    summary,
    types,
    tags,
    timezone,
    default_currency,
    language,
    languages,
    country,
    website,
    email,
    phone,
    picture_url,
    featured,
    is_verified,
  } = program
  return {
    program: id,
    name,
    summary,
    types,
    tags,
    timezone,
    default_currency,
    language: language === 'fr' ? 'fr' : 'en',
    languages: languages.filter((each) => each === 'en' || each === 'fr'),
    country,
    website,
    email,
    phone,
    address: program.address && fileAddress(program.address),
    picture_url,
    featured,
    is_verified,
    features: featuresOf(stored),
    preferences: preferencesOf(stored),
    selling: sellingOf(stored),
    venues: stored.venues
      .filter((venue) => !venue.is_removed)
      .map((venue) => ({
        key: venue.key,
        name: venue.name,
        address: fileAddress(venue.address),
        timezone: venue.timezone === timezone ? null : venue.timezone,
      })),
    pools: stored.pools.map(({ key, spots_total }) => ({ key, spots_total })),
    waivers: stored.waivers.map(({ key, version, title, text }) => ({ key, version, title, text })),
    questions: stored.questions.map(
      ({ key, title, type, help, required, max_length, minimum, maximum, choices, show_if }) => ({
        key,
        title,
        type,
        help,
        required,
        max_length,
        min: minimum,
        max: maximum,
        choices,
        show_if: show_if && { field: keyOf(stored.questions, show_if.field), equals: show_if.equals },
      }),
    ),
    session_packages: stored.session_packages.map((row) => packageOf(stored, row)),
    membership_packages: stored.membership_packages.map((row) => {
      const { billing_period, allocated_period, allocate_credits_on_period } = row
      return { ...packageOf(stored, row), billing_period, allocated_period, allocate_credits_on_period }
    }),
    events: stored.events
      .filter(({ status, key }) => status !== 'archived' || named.has(key))
      .map((event) => eventOf(stored, event)),
    coupons: stored.coupons.map((coupon) => couponOf(stored, coupon)),
    appointment_types: stored.appointment_types
      .filter(({ status, key }) => status !== 'archived' || namedTypes.has(key))
      .map((type) => appointmentTypeOf(stored, type)),
    ...storeOf(stored),
  }
}

const off = {
  online_payments: false,
  sessions: false,
  memberships: false,
  account_balance: false,
  communications: false,
  feedback: false,
  discounts: false,
  appointments: false,
  expanded_gender: false,
  products: false,
  push_notifications: false,
  meta_pixel: false,
  gtm: false,
}
const featuresOf = ({ program }: StoredProgram): CompleteFile['features'] => ({ ...off, ...program.features })

function preferencesOf({ program, waivers }: StoredProgram): CompleteFile['preferences'] {
  const {
    brand_accent_color,
    logo,
    icon,
    checkout_background_url,
    checkout_overlay_opacity,
    checkout_overlay_color,
    program_terms,
    session_packages_text,
    membership_packages_text,
    default_membership_terms,
    sold_out_text,
    store_front_text,
    required_attendee_fields,
    treaty,
    default_event_waiver,
    default_sales_end,
    ignore_attendee_conflicts,
    promote_products,
  } = program.preferences
  return {
    brand_accent_color,
    logo,
    icon,
    checkout_background_url,
    checkout_overlay_opacity,
    checkout_overlay_color,
    program_terms,
    session_packages_text,
    membership_packages_text,
    default_membership_terms,
    sold_out_text,
    store_front_text,
    promote_products,
    required_attendee_fields,
    treaty,
    default_event_waiver: default_event_waiver && keyOf(waivers, default_event_waiver),
    default_sales_end,
    ignore_attendee_conflicts,
  }
}

function sellingOf({ program }: StoredProgram): CompleteFile['selling'] {
  const { hold_minutes, offline, fee, taxes, balance_due_blocks_checkout, embed_origins } = program.selling
  return {
    hold_minutes,
    offline,
    balance_due_blocks_checkout,
    embed_origins,
    fee: {
      percent: percentOfPoints(fee.percent),
      fixed: decimalOf(fee.fixed, program.default_currency),
      included: fee.included,
    },
    taxes: taxes.map((tax) => ({ ...tax, percent: percentOfPoints(tax.percent) })),
  }
}

function eventOf(stored: StoredProgram, event: StoredEvent): FileEvent {
  const zone = event.timezone
  const wall = (at: number) => wallOf(at, zone)
  const {
    key,
    type,
    name,
    summary,
    description,
    terms,
    status,
    online_event,
    online_event_url,
    tags,
    picture_url,
    picture_text,
    waiver_may_wait,
    waitlist,
    preregistration_enabled,
    external_registration_url,
  } = event
  return {
    key,
    type,
    name,
    summary,
    description,
    terms,
    status,
    timezone: zone === stored.program.timezone ? null : zone,
    starts_at: wall(event.starts_at),
    ends_at: wall(event.ends_at),
    series_dates: event.series_dates.map(({ starts_at, ends_at }) => ({
      starts_at: wall(starts_at),
      ends_at: wall(ends_at),
    })),
    venues: stored.venueTies
      .filter(({ event_id }) => event_id === event.id)
      .map(({ venue_id }) => keyOf(stored.venues, venue_id)),
    online_event,
    online_event_url,
    restrict_to: restrictionOf(stored, event),
    tags,
    picture_url,
    picture_text,
    waiver: event.waiver_id && keyOf(stored.waivers, event.waiver_id),
    waiver_may_wait,
    questions: stored.questionTies
      .filter(({ event_id }) => event_id === event.id)
      .map(({ question_id }) => keyOf(stored.questions, question_id)),
    promoted_products: stored.productTies
      .filter(({ event_id }) => event_id === event.id)
      .map(({ product_id }) => keyOf(stored.products, product_id)),
    attachments: stored.attachments
      .filter(({ event_id }) => event_id === event.id)
      .map(({ key, name, url, size }) => ({ key, name, url, size })),
    waitlist,
    preregistration_enabled,
    external_registration_url,
    refund: refundOf(event),
    options: stored.options
      .filter(({ event_id, is_removed }) => event_id === event.id && !is_removed)
      .map((option) => optionOf(stored, option, event)),
  }
}

function restrictionOf(
  { session_packages, membership_packages }: StoredProgram,
  { restrict_to_package_ids: ids }: StoredEvent,
): FileEvent['restrict_to'] {
  const keys = (rows: readonly { id: string; key: string }[]) =>
    rows
      .filter(({ id }) => ids.includes(id))
      .map(({ key }) => key)
      .sort()
  return { session_packages: keys(session_packages), membership_packages: keys(membership_packages) }
}

function packageOf(
  { program }: StoredProgram,
  row: StoredProgram['session_packages'][number] | StoredProgram['membership_packages'][number],
): FileSessionPackage {
  const {
    key,
    name,
    description,
    cost,
    include_fee,
    allocated_amount,
    is_unlimited,
    expiry_amount,
    expiry_period,
    is_discontinued,
    terms,
  } = row
  return {
    key,
    name,
    description,
    cost: decimalOf(cost, program.default_currency),
    include_fee,
    allocated_amount,
    is_unlimited,
    expiry_amount,
    expiry_period,
    is_discontinued,
    terms,
  }
}

function refundOf({ refund, currency }: StoredEvent): FileEvent['refund'] {
  const { tiers, retention, automatic, request, move_until, session } = refund
  return {
    tiers,
    retention: { ...retention, fixed: decimalOf(retention.fixed, currency) },
    automatic,
    request,
    move_until,
    session: session && { ...session, late_fee: decimalOf(session.late_fee, currency) },
  }
}

function optionOf(stored: StoredProgram, option: StoredProgram['options'][number], event: StoredEvent): FileOption {
  const {
    key,
    name,
    description,
    free,
    cost,
    gender,
    minimum_age,
    maximum_age,
    spots_total,
    sale_starts_at,
    sale_ends_at,
    is_closed,
  } = option
  const wall = (at: number | null) => (at === null ? null : wallOf(at, event.timezone))
  return {
    key,
    name,
    description,
    free,
    cost: free ? null : decimalOf(cost, event.currency),
    gender,
    minimum_age,
    maximum_age,
    spots_total: spots_total === unlimitedSpots ? null : spots_total,
    pools: stored.poolTies
      .filter(({ option_id }) => option_id === option.id)
      .map(({ pool_id }) => keyOf(stored.pools, pool_id))
      .sort(),
    sale_starts_at: wall(sale_starts_at),
    sale_ends_at: wall(sale_ends_at),
    is_closed,
  }
}

function couponOf(stored: StoredProgram, coupon: StoredProgram['coupons'][number]): FileCoupon {
  const { default_currency: currency, timezone } = stored.program
  const {
    key,
    name,
    code,
    first_time_transaction,
    minimum_items,
    max_redemptions,
    limit_customer,
    apply_automatically,
    is_enabled,
  } = coupon
  const amount = (minor: number | null) => (minor === null ? null : decimalOf(minor, currency))
  const wall = (at: number | null) => (at === null ? null : wallOf(at, timezone))
  return {
    key,
    name,
    code,
    amount_off: amount(coupon.amount_off),
    percent_off: coupon.percent_off === null ? null : percentOfPoints(coupon.percent_off),
    redeem_after: wall(coupon.redeem_after),
    redeem_before: wall(coupon.redeem_before),
    first_time_transaction,
    minimum_items,
    minimum_amount: amount(coupon.minimum_amount),
    max_redemptions,
    limit_customer,
    applies_to: {
      products: coupon.applies_to.products.map((id) => keyOf(stored.events, id)),
      product_types: coupon.applies_to.product_types,
    },
    apply_automatically,
    is_enabled,
    redeemed_before: coupon.times_redeemed_before,
  }
}
