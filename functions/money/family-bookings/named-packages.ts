import { ApiError } from '../../contract/api-error.ts'
import type { BookedPerson, BookFamilyRequest } from '../../contract/money/family-booking.ts'
import type { PersonRefusal } from '../../contract/person-refusal.ts'
import type { LoadedBooking } from './load-booking.ts'

/** The ids of packages that people name, of the kind of this field or of either kind. */
export const namedPackages = (
  { people }: Pick<BookFamilyRequest, 'people'>,
  kind: 'session_package_id' | 'membership_package_id',
): string[] => [...new Set(people.flatMap((person) => [person[kind] ?? [], person.package_id ?? []].flat()))]

/** The request with `package_id` as the field of its kind. Throws for an unknown package, and for two packages of a person. */
export function withKindOfPackages(
  input: BookFamilyRequest,
  { packages, memberships }: Pick<LoadedBooking, 'packages' | 'memberships'>,
): BookFamilyRequest {
  const people = input.people.map(({ package_id, ...person }, at): BookedPerson => {
    if (!package_id) return person
    const param = `people[${at}].package_id`
    if (person.session_package_id || person.membership_package_id) throw new ApiError('invalid_parameter', { param })
    if (packages.some((each) => each.package.id === package_id)) return { ...person, session_package_id: package_id }
    if (memberships.offered.some((each) => each.package.id === package_id))
      return { ...person, membership_package_id: package_id }
    throw new ApiError('not_found', { param })
  })
  return { ...input, people }
}

/** The refusals with `package_id` as the field of each person who sent it. */
export const refusalsAsSent = (
  { people }: Pick<BookFamilyRequest, 'people'>,
  refusals: readonly PersonRefusal[],
): PersonRefusal[] =>
  refusals.map((refusal) => {
    const { person, param } = refusal
    if (person === null || !people[person]?.package_id) return refusal
    return { ...refusal, param: param.replace(/\.(?:session|membership)_package_id$/, '.package_id') }
  })
