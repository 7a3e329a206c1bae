import { eq, type SQL, sql } from 'drizzle-orm'
import type { PlaceGroup } from '../../contract/booking/registration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { groupPlaces } from '../../platform/database/tables.ts'

/** The group of a place with the first names of its coaches; null until its event shows its groups to families. */
export const groupOfPlace = (registration_id: SQL) =>
  sql<PlaceGroup | null>`(SELECT json_object('name', g.name, 'coaches', (SELECT json_group_array(c.first_name) FROM (
      SELECT s.first_name FROM group_staff AS t JOIN staff_members AS s ON s.id = t.staff_id
        WHERE t.group_id = g.id AND s.status = 'active' AND s.first_name <> '' ORDER BY s.first_name, s.id) AS c))
    FROM group_places AS p JOIN event_groups AS g ON g.id = p.group_id JOIN events AS e ON e.id = g.event_id AND e.groups_shown = 1
    WHERE p.registration_id = ${registration_id})`.mapWith((text: string) => JSON.parse(text) as PlaceGroup)

/** The groups that families see, of places by their ids. */
export const groupsOfPlaces = async (db: Db, ids: readonly string[]): Promise<Map<string, PlaceGroup>> => {
  const rows = await db.all<{ id: string; place_group: string | null }>(
    sql`SELECT r.id, ${groupOfPlace(sql`r.id`)} AS place_group FROM registrations AS r WHERE r.id IN ${among(ids)}`,
  )
  return new Map(
    rows.flatMap(({ id, place_group }) => (place_group ? [[id, JSON.parse(place_group) as PlaceGroup]] : [])),
  )
}

/** The group of a place in its event, by their ids. */
export type PlaceInGroup = Pick<typeof groupPlaces.$inferSelect, 'event_id' | 'group_id' | 'together'>

/** The group that a place has in its event, for staff. */
export const groupIdOfPlace = (db: Db, registration_id: string) =>
  db
    .select({ event_id: groupPlaces.event_id, group_id: groupPlaces.group_id, together: groupPlaces.together })
    .from(groupPlaces)
    .where(eq(groupPlaces.registration_id, registration_id))

/** Puts a place that is back in its event into the group that it had. A group that was removed since is left out. */
export const restorePlaceInGroup = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  registration_id: string,
  { event_id, group_id, together }: PlaceInGroup,
): Statement =>
  db
    .insert(groupPlaces)
    .values({
      ...{ registration_id, event_id, together, updated: now },
      group_id: sql`(SELECT g.id FROM event_groups AS g WHERE g.id = ${group_id} AND g.event_id = ${event_id})`,
    })
    .onConflictDoNothing()
