/** A place of an event with its group, and the set of friends it belongs to. */
export type PlacedPerson = {
  registration_id: string
  age: number | null
  group: string | null
  together: string | null
}
type Group = { key: string; minimum_age: number | null; maximum_age: number | null }

/** Why a person is in no group: no group is for their age, or the age is unknown. */
export type NoGroup = 'no_group_for_age' | 'date_of_birth_missing'
export type GroupChoice = { registration_id: string; group: string | null; reason: NoGroup | null }

/**
 * A group by age for every person in `people`. Friends of one set go to one group: the one that fits most of them. Of
 * several that fit alike, the one with the fewest people. `counts` has the people of each group who stay in it.
 */
export function groupsByAge(
  people: readonly PlacedPerson[],
  groups: readonly Group[],
  counts: ReadonlyMap<string, number>,
): GroupChoice[] {
  const filled = new Map(groups.map(({ key }) => [key, counts.get(key) ?? 0]))
  const sets = [...setsOf(people).values()].sort((a, b) => b.length - a.length)
  return sets.flatMap((set) => {
    const fits = (group: Group) => set.filter((person) => isForAge(group, person.age)).length
    const [best] = groups
      .filter((group) => fits(group) > 0)
      .sort((a, b) => fits(b) - fits(a) || (filled.get(a.key) ?? 0) - (filled.get(b.key) ?? 0))
    if (best) filled.set(best.key, (filled.get(best.key) ?? 0) + set.length)
    return set.map(({ registration_id, age }) => ({
      registration_id,
      group: best?.key ?? null,
      reason: best ? null : age === null ? ('date_of_birth_missing' as const) : ('no_group_for_age' as const),
    }))
  })
}

/** The people by set of friends; a person without friends is a set of one. */
export const setsOf = <Person extends Pick<PlacedPerson, 'registration_id' | 'together'>>(
  people: readonly Person[],
): Map<string, Person[]> => Map.groupBy(people, ({ registration_id, together }) => together ?? registration_id)

/** True if a person of this age may be put into a group by age. An unknown age fits only a group without limits. */
function isForAge({ minimum_age, maximum_age }: Group, age: number | null): boolean {
  if (age === null) return minimum_age === null && maximum_age === null
  return (minimum_age === null || age >= minimum_age) && (maximum_age === null || age <= maximum_age)
}

type GroupChange = { registration_id: string; group?: string | null | undefined; kept_with?: string | null | undefined }
export type PlaceWrite = { registration_id: string; group: string | null; together: string | null }

/**
 * The places to write after one is put into a group or kept with a friend: friends always move together. With a friend
 * and no group, both sets go to the friend's group, or to their own where the friend has none. Null when a place is
 * unknown.
 */
export function placeWithFriends(people: readonly PlacedPerson[], change: GroupChange): PlaceWrite[] | null {
  const find = (id: string) => people.find(({ registration_id }) => registration_id === id)
  const setOf = ({ together, registration_id }: PlacedPerson) =>
    people.filter(
      (each) => each.registration_id === registration_id || (together !== null && each.together === together),
    )
  const person = find(change.registration_id)
  if (!person) return null
  if (change.kept_with === null) {
    const group = change.group === undefined ? person.group : change.group
    const left = setOf(person).filter((each) => each !== person)
    const alone = left.length === 1 ? left.map((each) => ({ ...each, together: null })) : []
    return [{ ...person, group, together: null }, ...alone].map(written)
  }
  const own = setOf(person)
  if (change.kept_with === undefined) return own.map((each) => written({ ...each, group: change.group ?? null }))
  const friend = find(change.kept_with)
  if (!friend || friend === person) return null
  const group = change.group === undefined ? (friend.group ?? person.group) : change.group
  const together = friend.together ?? friend.registration_id
  return [...new Set([...own, ...setOf(friend)])].map((each) => written({ ...each, group, together }))
}

const written = ({ registration_id, group, together }: PlaceWrite): PlaceWrite => ({ registration_id, group, together })
