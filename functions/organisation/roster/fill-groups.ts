import { ApiError } from '../../contract/api-error.ts'
import { fullYears } from '../../contract/people/birth-date.ts'
import type {
  FilledGroups,
  FillGroupsRequest,
  GroupPlace,
  PlaceGroupRequest,
} from '../../contract/organisation/groups.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { groupsByAge, type NoGroup, type PlacedPerson, placeWithFriends, setsOf } from './group-rules.ts'
import {
  eventOfKey,
  eventOfPlace,
  type GroupPlaceRow,
  groupsOfEvent,
  oneEvent,
  placesOfEvent,
  putGroupPlaces,
} from './group-rows.ts'

type Person = PlacedPerson & { name: string }
type Groups = Awaited<ReturnType<typeof groupsOfEvent>>
type Choice = { registration_id: string; group: string | null; reason?: NoGroup | null }

/** Puts a place into a group of its event, or keeps it with a friend's place. */
export async function placeInGroup(
  ctx: Ctx,
  { program_id, registration_id, ...change }: PlaceGroupRequest & { program_id: string; registration_id: string },
): Promise<GroupPlace> {
  const places = await retryOnConflict(async () => {
    const { groups, people, event_id } = await loadGroups(
      ctx,
      eventOfPlace(program_id, registration_id),
      'registration_id',
    )
    if (!people.some((each) => each.registration_id === registration_id))
      throw new ApiError('not_found', { param: 'registration_id' })
    refuseUnknownGroup(groups, change.group)
    const places = placeWithFriends(people, { registration_id, ...change })
    if (!places) throw new ApiError('not_found', { param: 'kept_with' })

    const rows = places.map(({ group, ...place }) => ({ ...place, group_id: idOf(groups, group) }))
    await commit(ctx, putGroupPlaces(ctx.db, { event_id, places: rows, now: ctx.now }))
    return places
  })
  const own = places.find((each) => each.registration_id === registration_id)
  return {
    object: 'group_place',
    registration_id,
    group: own?.group ?? null,
    kept_with: places.flatMap((each) =>
      own?.together && each !== own && each.together === own.together ? [each.registration_id] : [],
    ),
  }
}

/** Puts many places of an event into groups, by age or by hand; friends who are kept together go together. */
export async function fillGroups(
  ctx: Ctx,
  input: FillGroupsRequest & { program_id: string; key: string },
): Promise<FilledGroups> {
  return retryOnConflict(async () => {
    const { groups, people, event_id } = await loadGroups(ctx, eventOfKey(input.program_id, input.key), 'key')
    const choices = input.registration_ids
      ? byHand(people, groups, { registration_ids: input.registration_ids, group: input.group ?? null })
      : byAge(people, groups, input.again)
    const before = new Map(people.map((person) => [person.registration_id, person]))
    const moved = choices.flatMap(({ registration_id, group }) => {
      const person = before.get(registration_id)
      return person && person.group !== group ? [{ person, to: group }] : []
    })

    if (!input.dry_run && moved.length > 0) {
      const places = moved.map(({ person: { registration_id, together }, to }) => ({
        registration_id,
        together,
        group_id: idOf(groups, to),
      }))
      await commit(ctx, putGroupPlaces(ctx.db, { event_id, places, now: ctx.now }))
    }
    return {
      object: 'filled_groups',
      dry_run: input.dry_run,
      moved: moved.map(({ person, to }) => ({ ...showPerson(person), from: person.group, to })),
      without_group: choices.flatMap(({ registration_id, reason }) => {
        const person = before.get(registration_id)
        return person && reason ? [{ ...showPerson(person), reason }] : []
      }),
    }
  })
}

function byAge(people: Person[], groups: Groups, again: boolean): Choice[] {
  // Friends share a group, so a set is in one or in none.
  const moving = again ? people : people.filter(({ group }) => group === null)
  const staying = people.filter((person) => !moving.includes(person))
  const counts = new Map<string, number>()
  for (const { group } of staying) if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1)
  return groupsByAge(moving, groups, counts)
}

function byHand(
  people: Person[],
  groups: Groups,
  { registration_ids, group }: { registration_ids: string[]; group: string | null },
): Choice[] {
  refuseUnknownGroup(groups, group)
  const ids = new Set(registration_ids)
  for (const id of ids)
    if (!people.some(({ registration_id }) => registration_id === id))
      throw new ApiError('not_found', { param: 'registration_ids', subject: id })
  return [...setsOf(people).values()]
    .filter((set) => set.some(({ registration_id }) => ids.has(registration_id)))
    .flatMap((set) => set.map(({ registration_id }) => ({ registration_id, group })))
}

async function loadGroups(ctx: Ctx, eventId: ReturnType<typeof eventOfKey>, missing: 'key' | 'registration_id') {
  const { db } = ctx
  const [[event], groups, rows] = await db.batch([
    oneEvent(db, eventId),
    groupsOfEvent(db, eventId),
    placesOfEvent(db, eventId),
  ])
  if (!event) throw new ApiError('not_found', { param: missing })
  return { groups, people: rows.map(showRow), event_id: event.id }
}

function showRow({ attendee, starts_at, timezone, registration_id, group, together }: GroupPlaceRow): Person {
  const { first_name, last_name, date_of_birth } = attendee
  return {
    registration_id,
    group,
    together,
    name: `${first_name} ${last_name}`,
    age: date_of_birth === null ? null : fullYears(date_of_birth, dayInZone(starts_at, timezone)),
  }
}

const showPerson = ({ registration_id, name, age }: Person) => ({ registration_id, name, age })
const idOf = (groups: Groups, key: string | null): string | null => groups.find((each) => each.key === key)?.id ?? null

function refuseUnknownGroup(groups: Groups, key: string | null | undefined): void {
  if (key !== undefined && key !== null && !groups.some((each) => each.key === key))
    throw new ApiError('not_found', { param: 'group' })
}
