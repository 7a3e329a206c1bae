import { type RelationName, type Right, rights } from '../../contract/people/attendee.ts'
import { fullYears } from '../../contract/people/birth-date.ts'

/** From this age `self` is an adult; anyone younger is a minor. */
export const adultAge = 18
const guardians: readonly RelationName[] = ['parent', 'step_parent', 'legal_guardian', 'foster_parent']
const carers: readonly RelationName[] = ['grandparent', 'caregiver']

/** Whether a person is a minor on a day; without a date of birth only `self` counts as an adult. */
export function isMinor(bornOn: string | null, relation: RelationName, today: string): boolean {
  return bornOn === null ? relation !== 'self' : fullYears(bornOn, today) < adultAge
}

/**
 * Whether a relation is a guardian. A guardian may accept waivers for a minor and has the right `medical`, which
 * `read-attendee.ts` checks before health data is shown.
 */
export function isGuardian(relation: RelationName, bornOn: string | null, today: string): boolean {
  return relation === 'self' ? !isMinor(bornOn, relation, today) : guardians.includes(relation)
}

/**
 * Initial rights of a relation: all for guardians; view, register and pick up for grandparents and caregivers; view for
 * others.
 */
export function defaultRights(relation: RelationName, bornOn: string | null, today: string): Right[] {
  if (isGuardian(relation, bornOn, today)) return [...rights]
  return carers.includes(relation) ? ['view', 'register', 'pickup'] : ['view']
}

/**
 * Rights of a customer who adds a person, or is their only manager: the relation's own plus register, pay and manage,
 * because otherwise no one would have them. Health data and waivers of minors stay with guardians.
 */
export function rightsOfAdder(relation: RelationName, bornOn: string | null, today: string): Right[] {
  const own = new Set<Right>([...defaultRights(relation, bornOn, today), 'view', 'register', 'pay', 'manage'])
  return rights.filter((right) => own.has(right))
}

/**
 * Whether this relation may accept a waiver for this person: a guardian for a minor, anyone who may register for an
 * adult.
 */
export function mayAcceptWaiver(relation: RelationName, bornOn: string | null, today: string): boolean {
  return !isMinor(bornOn, relation, today) || isGuardian(relation, bornOn, today)
}
