import { unlimitedSpots } from '../../../offering/catalogue/places-left.ts'
import { factsIn } from '../../../contract/event-facts.ts'
import { pick } from '../../../contract/pick.ts'
import type { FileEvent, FileOption } from '../../../contract/organisation/file-events.ts'
import { decimalOf } from './file-amounts.ts'
import { joinTexts } from './file-texts.ts'
import { filePlan } from './payment-plan-of-file.ts'
import { wallOf } from './file-times.ts'
import { keyOf, rowBy, rowsBy } from './rows-by.ts'
import type { StoredEventRow, StoredProgram } from './stored-program.ts'

/** A stored event in the format of the program file. */
export function storedEvent(stored: StoredProgram, event: StoredEventRow): FileEvent {
  const zone = event.timezone
  const wall = (at: number) => wallOf(at, zone)
  const {
    key,
    type,
    status,
    online_event,
    online_event_url,
    tags,
    picture_url,
    waiver_may_wait,
    groups_shown,
    waitlist,
    preregistration_enabled,
    external_registration_url,
  } = event
  const { name, title, summary, description, terms, picture_text } = joinTexts(event)
  return {
    key,
    type,
    name,
    title,
    summary,
    description,
    terms,
    status,
    timezone: zone === stored.program.timezone ? null : zone,
    starts_at: wall(event.starts_at),
    ends_at: wall(event.ends_at),
    overnight: event.overnight,
    ...factsIn(event),
    series_dates: event.series_dates.map(({ starts_at, ends_at }) => ({
      starts_at: wall(starts_at),
      ends_at: wall(ends_at),
    })),
    venues: rowsBy(stored.venueTies, 'event_id', event.id).map(({ venue_id }) => keyOf(stored.venues, venue_id)),
    online_event,
    online_event_url,
    restrict_to: restrictionOf(stored, event),
    tags,
    picture_url,
    picture_text,
    waiver: event.waiver_id && keyOf(stored.waivers, event.waiver_id),
    waiver_may_wait,
    questions: rowsBy(stored.questionTies, 'event_id', event.id).map(({ question_id }) =>
      keyOf(stored.questions, question_id),
    ),
    promoted_products: rowsBy(stored.productTies, 'event_id', event.id).map(({ product_id }) =>
      keyOf(stored.products, product_id),
    ),
    attachments: rowsBy(stored.attachments, 'event_id', event.id).map((attachment) => ({
      key: attachment.key,
      name: joinTexts(attachment).name,
      url: attachment.url,
      size: attachment.size,
    })),
    waitlist,
    preregistration_enabled,
    external_registration_url,
    refund: refundOf(event),
    options: rowsBy(stored.options, 'event_id', event.id)
      .filter(({ is_removed }) => !is_removed)
      .map((option) => optionOf(stored, option, event)),
    groups: rowsBy(stored.groups, 'event_id', event.id).map((group) =>
      pick(group, ['key', 'name', 'minimum_age', 'maximum_age']),
    ),
    groups_shown,
  }
}

/** The keys of the packages that cover an event or an appointment type. */
export function restrictionOf(
  { session_packages, membership_packages }: StoredProgram,
  { restrict_to_package_ids: ids }: Pick<StoredEventRow, 'restrict_to_package_ids'>,
): FileEvent['restrict_to'] {
  const keys = (rows: readonly { id: string; key: string }[]) =>
    ids.flatMap((id) => rowBy(rows, 'id', id)?.key ?? []).sort()
  return { session_packages: keys(session_packages), membership_packages: keys(membership_packages) }
}

function refundOf({ refund, currency }: StoredEventRow): FileEvent['refund'] {
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

function optionOf(stored: StoredProgram, option: StoredProgram['options'][number], event: StoredEventRow): FileOption {
  const { key, free, cost, gender, minimum_age, maximum_age, spots_total, sale_starts_at, sale_ends_at, is_closed } =
    option
  const { payment_plan } = option
  const { name, description } = joinTexts(option)
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
    spots_total: spots_total === unlimitedSpots ? 'unlimited' : spots_total,
    pools: rowsBy(stored.poolTies, 'option_id', option.id)
      .map(({ pool_id }) => keyOf(stored.pools, pool_id))
      .sort(),
    sale_starts_at: wall(sale_starts_at),
    sale_ends_at: wall(sale_ends_at),
    is_closed,
    payment_plan: payment_plan && filePlan(payment_plan, event.currency),
  }
}
