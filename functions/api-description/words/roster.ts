import { personFields, rosterTexts } from '../../contract/people/attendee-fields.ts'
import type { ShapeWords } from '../field-words.ts'

const time = { format: 'date-time' } as const
const markWords: ShapeWords = {
  status: [
    'What is known of the day: `expected` nothing yet, `here` arrived, `picked_up` left again, `absent` did not come.',
    'here',
  ],
  marked_by: ['Name of who made the mark; null if not said.', 'Jo Tremblay'],
  marked_at: ['When the mark was made, in UTC; null without one.', '2027-07-12T12:51:00.000Z', time],
}
const markRequest: ShapeWords = {
  ...markWords,
  marked_by: ['Name of who makes the mark, kept with it.', 'Jo Tremblay'],
  marked_at: [
    'When the mark was made, for one that is sent later; now if left out. Of two marks the one made last counts.',
    '2027-07-12T12:51:00.000Z',
    time,
  ],
}
const contact: ShapeWords = {
  name: ['Whom to call; null if not known.', 'Nadia Roy'],
  relation: ['What they are to the person; null for a contact of the emergency.', 'parent'],
  phone: ['Their phone; null without one.', '+16135550177'],
  may_pick_up: ['Whether they may pick the person up.', true],
}
const profile: ShapeWords = {
  attendee_profile: 'The person.',
  'attendee_profile.id': ['Id of their profile in the program.', 'pap_4zX7cV1bN6'],
  ...Object.fromEntries(rosterTexts.map((name) => [`attendee_profile.${name}`, personFields[name].api])),
}
const waiver: ShapeWords[string] = ['The waiver in its present version; null where none is needed.', 'accepted']
const signed: ShapeWords = {
  waiver_signed: 'The latest version of the waiver that was signed; null while none is.',
  'waiver_signed.version': ['Number of that version.', 1, { minimum: 1 }],
  'waiver_signed.signed_at': ['When it was signed, in UTC.', '2027-05-02T14:03:00.000Z'],
}
const option: ShapeWords[string] = ['Name of the option that is booked.', 'Herons']
const place: ShapeWords[string] = ['Where the registration stands.', 'attended']
const linkDay: ShapeWords[string] = ['The day, yyyy-mm-dd.', '2027-07-12', { format: 'date' }]

/** The roster of a day, check-ins, and an organisation's lists. */
export const rosterShapes: Record<string, ShapeWords> = {
  CheckIn: markWords,
  CheckInRequest: {
    ...markRequest,
    day: ['Day of the booking that is marked, yyyy-mm-dd; today if left out.', '2027-07-12', { format: 'date' }],
  },
  RosterMarkRequest: {
    ...markRequest,
    program_id: ['Program of the link.', 'lakeside'],
    token: ['Token of the link.', 'lakeside.2027-07-12.1~m3x9~c2ln'],
    registration_id: ['Whom the mark is about, the `registration_id` of a RosterEntry.', 'reg_4sD8fG1hJ6'],
  },
  RosterContact: contact,
  RosterEntry: {
    ...profile,
    registration_id: ['The `id` of the Registration.', 'reg_4sD8fG1hJ6'],
    status: place,
    'attendee_profile.age': ['Age on that day in full years; null without a date of birth.', 9],
    option,
    group: ['Key of the group of the event that they are in; null without one.', 'herons'],
    check_in: 'The newest mark of the day.',
    waiver,
    ...signed,
    contacts: 'Whom to call: first who may pick the person up.',
  },
  RosterEvent: {
    event_id: ['The `id` of the Event, or of the AppointmentType.', 'evt_5nK2pQ8rT1'],
    key: ['Key of the event in the program file; null for an appointment.', 'canoe-week'],
    name: ['What it is called.', 'Canoe Week'],
    venue: ['Where it is; null without a venue.', 'Pine Point'],
    timezone: ['IANA zone of the place.', 'America/Toronto'],
    starts_at: ['When it starts on this day, in UTC.', '2027-07-12T13:00:00.000Z', time],
    ends_at: ['When it ends on this day, in UTC.', '2027-07-12T20:00:00.000Z', time],
    called_off: ['Why the organisation called this day off; null for a day that takes place.', null],
    groups: 'The groups of the event, in their order.',
    'groups[].key': ['Key of the group.', 'herons'],
    'groups[].name': ['Name of the group.', 'Herons'],
    'groups[].is_own': ['Whether the calling staff member looks after it.', true],
    entries: 'Its people, by last name.',
  },
  Roster: {
    program_id: ['The program.', 'lakeside'],
    day: linkDay,
    timezone: ['IANA zone of the program.', 'America/Toronto'],
    counts: 'How many people there are by their mark, without those whose day is called off.',
    'counts.expected': ['Without a mark.', 4],
    'counts.here': ['Arrived.', 6],
    'counts.picked_up': ['Picked up again.', 0],
    'counts.absent': ['Did not come.', 0],
    events: 'What takes place, the earliest first.',
    expires_at: ['Until when the link is good; null for an organisation’s own call.', '2027-07-15T04:00:00.000Z', time],
  },
  RosterLinkRequest: {
    day: ['The day, yyyy-mm-dd; today if left out.', '2027-07-12', { format: 'date' }],
    event: ['Key of the only event the link shows; all of the day if left out.', 'canoe-week'],
    language: ['Language the page opens in.', 'en'],
    roll: ['Whether every link that was made before ends.', false],
  },
  RosterLink: {
    program_id: ['The program.', 'lakeside'],
    day: linkDay,
    url: [
      'Address of the page. It is the key to the list: pass it to who stands at the gate alone.',
      'https://camps.example/pg/lakeside/roster?token=lakeside.2027-07-12.1~m3x9~c2ln',
    ],
    expires_at: ['Until when it is good: two nights after the day.', '2027-07-15T04:00:00.000Z', time],
  },
  ArchiveAttendeeRequest: { reason: ['Why, kept in the history.', 'Moved to another camp.'] },
  OrganiserAttendee: {
    id: ['Id of the person in this program: the `attendee_profile_id` of other lists.', 'pap_4zX7cV1bN6'],
    attendee_id: ['The person, the `id` of an Attendee.', 'att_9wE5rT2yU8'],
    status: [
      'Where they stand: `active`, `archived` by their family or by you, `merged` into another record, `disconnected` by their family.',
      'active',
    ],
    is_archived: ['Whether they can’t be registered: every `status` but `active`.', false],
    archived_by_program_at: ['When you archived them, in UTC; null if you did not.', null, time],
    date_of_birth: ['Date of birth; null if not known.', '2018-05-31', { format: 'date' }],
    primary_contact_id: ['Whom to ask first, the `id` of a CustomerProfile; null without one.', 'cup_4zX7cV1bN6'],
    has_active_memberships: ['Whether they have a membership that can be used.', false],
    num_registrations: ['How many places they have and had.', 3, { minimum: 0 }],
    first_attended: ['When they first came, in UTC; null if never.', '2026-07-06T13:00:00.000Z', time],
    last_attended: ['When they last came, in UTC; null if never.', '2026-07-10T13:00:00.000Z', time],
    average_feedback: ['Mean of their ratings, from 3 on; null before.', null],
  },
  OrganiserContact: {
    id: ['Id of their profile in the program, the `id` of a CustomerProfile.', 'cup_4zX7cV1bN6'],
    first_name: ['First name.', 'Nadia'],
    last_name: ['Last name.', 'Roy'],
    email: ['Email.', 'nadia@example.ca'],
    phone: ['Phone; null without one.', '+16135550177'],
  },
  OrganiserWaitlistEntry: {
    id: ['Id of the entry: its people get their places all or none.', 'wle_7hJ3kL9mN2'],
    event_id: ['Its event.', 'evt_5nK2pQ8rT1'],
    status: [
      'Where it stands: `waitlisted` or `preregistered` (before the sale) in the line, or `offered` places.',
      'waitlisted',
    ],
    position: ['Position among those who wait for one of its options, 1 is next; null while it is offered places.', 2],
    skips: ['How often it was passed over because not all of it fit.', 0, { minimum: 0 }],
    people: 'Who waits together.',
    'people[].registration_id': ['The `id` of the Registration.', 'reg_4sD8fG1hJ6'],
    'people[].attendee_profile_id': ['Id of their profile in the program.', 'pap_4zX7cV1bN6'],
    'people[].first_name': ['First name.', 'Maya'],
    'people[].last_name': ['Last name.', 'Roy'],
    'people[].option_id': ['The option they wait for.', 'opt_8pL3kJ6hG2'],
    'people[].option': ['Its name.', 'Full week'],
    customer_profile: 'Who joined the line for them.',
    offered_at: ['When places were offered, in UTC; null while it waits.', null, time],
    offer_expires_at: ['Until when the offer is open, in UTC; null while it waits.', null, time],
  },
  OrganiserRegistration: {
    ...profile,
    id: ['Id of the registration.', 'reg_4sD8fG1hJ6'],
    status: place,
    event_id: ['Its event; null for an appointment.', 'evt_5nK2pQ8rT1'],
    appointment_type_id: ['Its appointment type; null for an event.', null],
    name: ['What it is for.', 'Canoe Week'],
    option,
    starts_at: ['When that starts, in UTC.', '2027-07-12T13:00:00.000Z', time],
    ends_at: ['When that ends, in UTC.', '2027-07-16T20:00:00.000Z', time],
    timezone: ['IANA zone of the place.', 'America/Toronto'],
    'attendee_profile.date_of_birth': ['Date of birth; null if not known.', '2018-05-31', { format: 'date' }],
    'attendee_profile.age': ['Age at the start in full years; null without a date of birth.', 9],
    customer_profile: 'Who booked.',
    order_id: ['Its order; null without one.', 'ord_7mC4xY2vB9'],
    receipt_number: ['Receipt of the order; null without one.', '2027-000171'],
    waiver,
    ...signed,
    days_attended: ['On how many days a mark says that they came.', 3],
    undo_until: [
      'Until when POST registrations/{registration_id}/undo takes the last change back; null if it cannot.',
      null,
    ],
    created: ['When it was made, in UTC.', '2027-03-02T15:04:00.000Z', time],
  },
}
