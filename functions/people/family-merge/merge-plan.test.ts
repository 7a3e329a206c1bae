import { describe, expect, it } from 'vitest'
import { filledFields, joinedFields } from '../../contract/people/attendee-fields.ts'
import { mapFields } from '../../contract/pick.ts'
import { findScheduleConflict, joinTexts, type MergeBooking, type MergeSide, planMerge } from './merge-plan.ts'

const nothing: MergeSide = {
  ...mapFields([...filledFields, ...joinedFields, 'health_card_number', 'health_card_last4'], () => null),
  other_emergency_contacts: [],
}
const fieldOf = (from: Partial<MergeSide>, into: Partial<MergeSide>, name: string) =>
  planMerge({ ...nothing, ...from }, { ...nothing, ...into }).fields.find(({ field }) => field === name)

describe('the fields of a merged record', () => {
  it.each([
    ['Okafor', 'Roy', 'Roy', 'into'],
    ['Okafor', null, 'Okafor', 'from'],
    [null, 'Roy', 'Roy', 'into'],
    ['', 'Roy', 'Roy', 'into'],
    ['Roy', 'Roy', 'Roy', 'same'],
    [null, null, null, 'none'],
  ] as const)('a merge of the values %s and %s keeps %s: %s', (from, into, result, kept) => {
    expect(fieldOf({ last_name: from }, { last_name: into }, 'last_name')).toMatchObject({ result, kept })
  })

  it.each([
    ['Bee stings', 'Hay fever', 'Bee stings\nHay fever'],
    ['Bee stings', null, 'Bee stings'],
    [null, 'Hay fever', 'Hay fever'],
    ['  ', 'Hay fever', 'Hay fever'],
    ['Bee stings. Asthma', 'Asthma', 'Bee stings. Asthma'],
    ['Asthma', 'Bee stings. Asthma', 'Bee stings. Asthma'],
    [null, null, null],
  ])('a merge joins the notes %s and %s', (into, from, text) => expect(joinTexts(into, from)).toBe(text))

  it('the plan never contains the text of notes', () => {
    const field = fieldOf({ medical_history: 'Hay fever' }, { medical_history: 'Bee stings' }, 'medical_history')
    expect(field).toEqual({
      field: 'medical_history',
      from: null,
      into: null,
      result: null,
      is_in_from: true,
      is_in_into: true,
      kept: 'both',
    })
  })

  it('an emergency contact of both records is listed once', () => {
    const daniel = { parent_name: 'Daniel', emergency_contact_phone: '+14165550177', emergency_contact_email: null }
    const nadia = { parent_name: 'Nadia', emergency_contact_phone: '+14165550199', emergency_contact_email: 'n@x.ca' }
    const contact = { name: 'Daniel', phone: '+14165550177', email: null }
    const merged = planMerge({ ...nothing, ...daniel, other_emergency_contacts: [contact] }, { ...nothing, ...nadia })
    expect(merged).toMatchObject({ ...nadia, other_emergency_contacts: [contact] })
    expect(planMerge({ ...nothing, ...daniel }, nothing)).toMatchObject({ ...daniel, other_emergency_contacts: [] })
  })
})

describe('two bookings of one person', () => {
  const booking = (over: Partial<MergeBooking>, starts_at = 0): MergeBooking => ({
    option_id: 'opt_1',
    status: 'confirmed',
    title: 'Canoe',
    dates: [{ starts_at, ends_at: starts_at + 10 }],
    timezone: 'UTC',
    overnight: null,
    ...over,
  })
  it.each([
    ['that are confirmed at the same time', booking({}), booking({ option_id: 'opt_2' }, 9), true],
    ['that follow each other', booking({}), booking({ option_id: 'opt_2' }, 10), false],
    ['with one unconfirmed at the same time', booking({}), booking({ option_id: 'opt_2', status: 'pending' }), false],
    ['of the same option with one pending', booking({}), booking({ status: 'pending' }), true],
    ['of the same option with one cancelled', booking({}), booking({ status: 'cancelled' }), false],
    ['without an option', booking({ option_id: null }), booking({ option_id: null }, 50), false],
  ])('two bookings %s conflict in a merge or not, as expected', (_, a, b, isConflict) => {
    expect(findScheduleConflict([a], [b]) !== null).toBe(isConflict)
    expect(findScheduleConflict([b], [a]) !== null).toBe(isConflict)
  })
})
