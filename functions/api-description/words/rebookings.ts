import type { ShapeWords } from '../field-words.ts'

/** Suggestions to book again, and the events that suit a family. */
export const rebookingShapes: Record<string, ShapeWords> = {
  Eligibility: {
    event_id: ['The event, the `id` of an Event.', 'evt_5nK2pQ8rT1'],
    sentence: [
      'Whom it fits and whom not, for people, in the language of `Accept-Language`; empty for no people.',
      'Open to Maya. Samuel is too young.',
    ],
    attendees: 'The people, by their first names.',
    'attendees[].attendee_id': ['The person, the `id` of an Attendee.', 'att_9wE5rT2yU8'],
    'attendees[].first_name': ['Their first name.', 'Maya'],
    'attendees[].result': [
      'Whether an option fits their age on the first day and their gender (`eligible`), none does (`not_eligible`), they have a place or wait for one (`booked`), or a date of birth or gender that decides is missing (`unknown`). Whether a place is left is told by the event.',
      'eligible',
    ],
  },
  Rebooking: {
    registration_id: ['The earlier booking, the `id` of a Registration.', 'reg_4sD8fG1hJ6'],
    attendee_id: ['For whom it was, the `id` of an Attendee.', 'att_9wE5rT2yU8'],
    first_name: ['First name of that person.', 'Maya'],
    booked_event: 'The event that was booked.',
    'booked_event.id': ['Id of that event.', 'evt_5nK2pQ8rT1'],
    'booked_event.name': ['Its name.', 'Sail Week'],
    'booked_event.starts_at': ['When it began, in UTC.', '2026-07-13T13:00:00.000Z', { format: 'date-time' }],
    match: [
      'What the event is to the earlier one: `next_year` has its name, nearest to the same week a year later; `same_week` has its type and tags, in that very week; `next_date` is the next of its name.',
      'next_year',
    ],
    event: 'What can be booked now.',
    option: 'The option to choose: the one of the same name, else the first that is on sale and fits the person.',
  },
}
