import { describe, expect, it } from 'vitest'
import { type RelationName, relationNames } from '../../contract/people/attendee.ts'
import { defaultRights, mayAcceptWaiver, rightsOfAdder } from './relation-rights.ts'

const today = '2027-01-04'
const all = ['view', 'register', 'pay', 'medical', 'pickup', 'manage']
const expected: Record<RelationName, string[]> = {
  self: all,
  parent: all,
  step_parent: all,
  legal_guardian: all,
  foster_parent: all,
  grandparent: ['view', 'register', 'pickup'],
  caregiver: ['view', 'register', 'pickup'],
  sibling: ['view'],
  spouse_partner: ['view'],
  other_relative: ['view'],
  friend: ['view'],
  other: ['view'],
}

describe('the rights of a relation', () => {
  it.each(relationNames)('a relation named %s has the expected rights', (relation) =>
    expect(defaultRights(relation, '1990-01-01', today)).toEqual(expected[relation]),
  )
  it('a minor may only view themselves', () => expect(defaultRights('self', '2012-01-01', today)).toEqual(['view']))

  it.each([
    { relation: 'parent', bornOn: '2017-05-31', may: true },
    { relation: 'grandparent', bornOn: '2017-05-31', may: false },
    { relation: 'self', bornOn: '2010-05-31', may: false },
    { relation: 'self', bornOn: '2009-01-04', may: true },
    { relation: 'self', bornOn: null, may: true },
    { relation: 'caregiver', bornOn: null, may: false },
    { relation: 'grandparent', bornOn: '1990-01-01', may: true },
  ] as const)('a $relation may accept a waiver for a person born on $bornOn: $may', ({ relation, bornOn, may }) =>
    expect(mayAcceptWaiver(relation, bornOn, today)).toBe(may),
  )
})

describe('a customer who adds a person', () => {
  it.each([
    { relation: 'parent' as const, rights: ['view', 'register', 'pay', 'medical', 'pickup', 'manage'] },
    { relation: 'grandparent' as const, rights: ['view', 'register', 'pay', 'pickup', 'manage'] },
    { relation: 'spouse_partner' as const, rights: ['view', 'register', 'pay', 'manage'] },
    { relation: 'other' as const, rights: ['view', 'register', 'pay', 'manage'] },
  ])('a $relation may register and manage the people they add', ({ relation, rights }) => {
    expect(rightsOfAdder(relation, '2017-05-31', '2027-01-04')).toEqual(rights)
  })
})
