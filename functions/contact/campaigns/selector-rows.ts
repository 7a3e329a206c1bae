import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Selector } from '../../contract/contact/campaign.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { peopleTerms } from '../../platform/database/people-terms.ts'
import { isOwed } from '../../platform/database/owed-orders.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import { eventGroups, eventOptions, events, membershipPackages, orders } from '../../platform/database/tables.ts'

const noId = sql<string | null>`NULL`

/** The query of the event, option, group or package that a selector names; null for one that names nothing. */
export function idsOfSelector(
  db: Db,
  { kind, program_id, first, second }: { kind: Selector['kind']; program_id: string; first: string; second: string },
) {
  const isEvent = and(eq(events.program_id, program_id), eq(events.key, first))
  switch (kind) {
    case 'event':
    case 'waitlist':
      return db
        .select({ event_id: sql<string | null>`${events.id}`, id: noId })
        .from(events)
        .where(isEvent)
    case 'option':
      return db
        .select({ event_id: sql<string | null>`${events.id}`, id: sql<string | null>`${eventOptions.id}` })
        .from(events)
        .innerJoin(eventOptions, and(eq(eventOptions.event_id, events.id), eq(eventOptions.key, second)))
        .where(isEvent)
    case 'group':
      return db
        .select({ event_id: sql<string | null>`${events.id}`, id: sql<string | null>`${eventGroups.id}` })
        .from(events)
        .innerJoin(eventGroups, and(eq(eventGroups.event_id, events.id), eq(eventGroups.key, second)))
        .where(isEvent)
    case 'membership':
      return db
        .select({ event_id: noId, id: sql<string | null>`${membershipPackages.id}` })
        .from(membershipPackages)
        .where(and(eq(membershipPackages.program_id, program_id), eq(membershipPackages.key, first)))
    default:
      return null
  }
}

/**
 * Condition that a person has a place: a paid one, or one in an order that is payable later. A cart, a declined order
 * and a waitlist entry do not count.
 */
export const holdsPlace = (
  registration: string,
): SQL => sql`(${sql.raw(registration)}.status IN ${statusList(registrationStates.attending)}
  OR (${sql.raw(registration)}.status = 'pending' AND EXISTS (SELECT 1 FROM orders AS o WHERE o.id = ${sql.raw(registration)}.order_id AND o.status = 'pending' AND o.due_at IS NOT NULL)))`

/** Condition on a place `r` for each selector; null for one that is about no place. */
function conditionOf(selector: Selector): SQL | null {
  const { kind, event_id, id } = selector
  // The selector of an older campaign is itself its one day.
  const { days = [selector] } = selector
  switch (kind) {
    case 'event':
    case 'waitlist':
      return sql`r.event_id = ${event_id}`
    case 'option':
      return sql`r.event_id = ${event_id} AND r.option_id = ${id}`
    case 'group':
      return sql`r.event_id = ${event_id} AND EXISTS (SELECT 1 FROM group_places AS g WHERE g.registration_id = r.id AND g.group_id = ${id})`
    case 'day':
      return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(days)}) AS y CROSS JOIN events AS d
        WHERE d.id = r.event_id AND d.starts_at < y.value ->> '$.until' AND d.ends_at > y.value ->> '$.from'
        AND (d.is_series = 0 OR d.series_dates = '[]' OR EXISTS (SELECT 1 FROM json_each(d.series_dates) AS s WHERE s.value ->> '$.starts_at' < y.value ->> '$.until' AND s.value ->> '$.ends_at' > y.value ->> '$.from'))
        AND NOT EXISTS (SELECT 1 FROM json_each(d.days_off) AS f WHERE f.value ->> '$.date' = y.value ->> '$.date'))`
    case 'unpaid':
      return sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = r.order_id AND ${isOwed})`
    case 'waiver_missing':
      return sql`EXISTS (SELECT 1 FROM events AS v CROSS JOIN programs AS p CROSS JOIN waivers AS w WHERE v.id = r.event_id AND p.id = v.program_id
        AND w.id = coalesce(v.waiver_id, p.preferences ->> '$.default_event_waiver')
        AND NOT EXISTS (SELECT 1 FROM waiver_acceptances AS a WHERE a.registration_id = r.id AND a.waiver_id = w.id AND a.version = w.version))`
    case 'answers_missing':
      return sql`EXISTS (SELECT 1 FROM event_questions AS t CROSS JOIN questions AS q WHERE t.event_id = r.event_id AND q.id = t.question_id AND q.required = 1 AND q.show_if IS NULL
        AND NOT EXISTS (SELECT 1 FROM json_each(r.form_response, '$.answers') AS a WHERE a.value ->> '$.field_id' = q.id))`
    case 'membership':
    case 'search':
      return null
  }
}

/** The typed text of a `search:` selector as terms of the index of people; null for a text without words. */
export const searchedPeople = (program_id: string, text: string): string | null =>
  peopleTerms(program_id, text.slice('search:'.length))

/** Condition that the search over people finds the customer of a profile, or a person whom they register. */
const isFound = (program_id: string, text: string): SQL => {
  const terms = searchedPeople(program_id, text)
  return sql`(customer_profiles.rowid IN (SELECT c.rowid FROM customers_text AS c WHERE customers_text MATCH ${terms})
    OR customer_profiles.customer_id IN (SELECT o.customer_id FROM attendees_text AS t CROSS JOIN attendee_profiles AS p ON p.rowid = t.rowid
      CROSS JOIN relations AS o ON o.attendee_id = p.attendee_id WHERE attendees_text MATCH ${terms} AND o.archived_at IS NULL))`
}

/**
 * Condition that a customer profile is in the group: one of their places satisfies every selector about places, they
 * have the membership, and the search finds them. Without an event, only events that are not over count. A search
 * alone is about those with a place, because an announcement is about what a family has with the program.
 */
export function inGroup(selectors: readonly Selector[], { program_id, now }: { program_id: string; now: number }): SQL {
  const ofMembers = selectors
    .filter(({ kind }) => kind === 'membership')
    .map(
      ({ id }) =>
        sql`customer_profiles.customer_id IN (SELECT m.customer_id FROM memberships AS m WHERE m.program_id = ${program_id} AND m.package_id = ${id} AND m.status IN ${statusList(membershipStates.renewing)})`,
    )
  const ofSearch = selectors.filter(({ kind }) => kind === 'search').map(({ text }) => isFound(program_id, text))
  const ofPlaces = selectors.flatMap((selector) => conditionOf(selector) ?? [])
  const hasEvent = selectors.some(({ event_id }) => event_id !== null)
  const status = selectors.some(({ kind }) => kind === 'waitlist')
    ? sql`r.status IN ${statusList(registrationStates.listed)}`
    : holdsPlace('r')
  const places = [
    ...ofPlaces,
    status,
    hasEvent
      ? sql`EXISTS (SELECT 1 FROM events AS e WHERE e.id = r.event_id AND e.status <> 'cancelled')`
      : sql`e.program_id = ${program_id} AND e.status IN ${statusList(eventStates.takesPlace)} AND e.ends_at > ${now}`,
  ]
  // Without an event, the events of the program come first: their places have an index.
  const from = hasEvent ? sql`registrations AS r` : sql`events AS e CROSS JOIN registrations AS r ON r.event_id = e.id`
  return sql.join(
    [
      ...ofMembers,
      ...ofSearch,
      ...(ofPlaces.length === 0 && ofMembers.length > 0
        ? []
        : [
            sql`customer_profiles.id IN (SELECT r.customer_profile_id FROM ${from} WHERE ${sql.join(places, sql` AND `)})`,
          ]),
    ],
    sql` AND `,
  )
}
