import type { ShapeWords } from '../field-words.ts'
import { listWords } from './everywhere.ts'

const born: ShapeWords[string] = ['Date of birth; null if not known.', '2018-05-31', { format: 'date' }]
const age: ShapeWords[string] = ['Age today in full years; null if not known.', 9]
const profileStatus: ShapeWords[string] = ['Where they stand with the program, as in OrganiserAttendee.', 'active']
const relation: ShapeWords[string] = ['What the customer is to the person.', 'parent']
const rights: ShapeWords[string] = ['Rights of the customer for the person.', ['view', 'register', 'pickup']]
const phones: ShapeWords[string] = ['Other phones of the customer, in E.164.', ['+16135550163']]
const next: ShapeWords = {
  next_booking: 'Their next booking with the program; null without one.',
  'next_booking.registration_id': ['The `id` of a Registration.', 'reg_4sD8fG1hJ6'],
  'next_booking.name': ['Title of the event or appointment type.', 'Canoe Week'],
  'next_booking.starts_at': ['When it starts, in UTC.', '2027-07-12T13:00:00.000Z'],
  'next_booking.ends_at': ['When it ends, in UTC.', '2027-07-16T20:00:00.000Z'],
}
const customerId: ShapeWords[string] = ['The `id` of a Customer, for the page of the family.', 'cus_3hJ8kL5wN0']

/** The fields of lists inside of an object, each under its name. */
export const listsIn = (lists: Record<string, string>): ShapeWords =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, words]) => [
      [name, words],
      ...Object.entries(listWords).map(([field, each]) => [`${name}.${field}`, each] as const),
    ]),
  )

/** Descriptions of the search over people, of a family for its organisation, and of notes. */
export const deskPeopleShapes: Record<string, ShapeWords> = {
  PeopleSearch: {
    ...listsIn({
      customers: 'Customers that match, the newest first; null where `type` leaves them out.',
      attendees: 'People who are registered, with their adults; null where `type` leaves them out.',
      orders: 'Orders with this number or id, else those of the customers; null without the right `money`.',
      receipts: 'Receipts and credit notes of the orders, or with this number; null without the right `money`.',
    }),
    search: ['The text that was searched.', 'roy 0177'],
  },
  FoundCustomer: {
    id: customerId,
    customer_profile: 'The customer.',
    phones,
    attendees: 'The people whom they register, without themselves.',
    'attendees[].id': ['Id of the person in the program.', 'pap_4zX7cV1bN6'],
    'attendees[].date_of_birth': born,
    'attendees[].age': age,
    'attendees[].relation': relation,
    ...next,
  },
  FoundAttendee: {
    id: ['Id of the person in the program.', 'pap_4zX7cV1bN6'],
    date_of_birth: born,
    age,
    status: profileStatus,
    adults: 'Their adults with the program.',
    'adults[].id': customerId,
    'adults[].relation': relation,
    'adults[].customer_profile': 'The adult.',
    ...next,
  },
  FoundReceipt: {
    id: ['Id of the receipt.', 'rcp_4sD8fG1hJ6'],
    kind: ['A receipt, or a credit note for a refund.', 'receipt'],
    number: ['Its number.', '2027-000742'],
    customer_profile: 'The customer.',
    amount: 'The amount of the receipt; of a credit note, what was refunded.',
    issued_at: ['When it was issued, in UTC.', '2027-05-02T14:03:11.000Z'],
  },
  CustomerMerge: {
    id: ['Id of the merge; null in a preview.', 'cmg_4sD8fG1hJ6'],
    merge_from: ['The `id` of the Customer without a log-in, who has nothing left afterwards.', 'cus_3hJ8kL5wN0'],
    merge_into: ['The `id` of the Customer who has everything afterwards.', 'cus_9wE5rT2yU8'],
    status: ['Whether it is only a preview, stands, or was undone.', 'merged'],
    moves: 'What moves, by number.',
    'moves.attendees': ['People.', 2],
    'moves.registrations': ['Bookings.', 3],
    'moves.orders': ['Orders.', 1],
    'moves.memberships': ['Memberships.', 0],
    'moves.session_balances': ['Packages of visits.', 0],
    'moves.waitlist_entries': ['Entries on waitlists.', 0],
    'moves.notes': ['Notes of the organisation.', 1],
    'moves.conversations': ['Conversations.', 0],
    'moves.balance': 'The account balance, in the currency of the program.',
    undo_until: ['Until when it can be undone, in UTC.', '2027-06-01T14:03:11.000Z'],
    undone_at: ['When it was undone, in UTC; null otherwise.', null],
    created: ['When it was made, in UTC; null in a preview.', '2027-05-02T14:03:11.000Z'],
  },
  MergeCustomerRequest: {
    into: ['The `id` of the Customer who takes everything over.', 'cus_9wE5rT2yU8'],
    notify: ['Whether the customer is told by mail.', true],
    dry_run: ['Only preview what moves.', false],
  },
  ClaimCustomerRequest: {
    token: ['The token of the link in the mail.', 'cus_3hJ8kL5wN0.usr_1.lakeside~m0x2~u8h'],
    born_on: ['Date of birth of one of the people in the bookings.', '2016-02-19'],
    completion_token: ['Instead of it, the token of a link that completes one of the bookings.', 'ord_2~m0x2~k3j'],
  },
  CustomerNote: {
    id: ['Id of the note.', 'nte_4sD8fG1hJ6'],
    text: ['The note.', 'Louise picks up on Wednesdays.'],
    is_pinned: ['Whether it is shown first.', true],
    author: 'The staff member who wrote it; null for a client of the API.',
    'author.id': ['The `id` of a StaffMember.', 'stf_4sD8fG1hJ6'],
    'author.first_name': ['First name.', 'Amara'],
    'author.last_name': ['Last name.', 'Okafor'],
    conversation_id: ['Conversation in which it was written; null for none.', 'cnv_7mC4xY2vB9'],
  },
  CustomerNoteRequest: {
    text: ['The note. Staff read it, and the customer in the export of their data.', 'Louise picks up on Wednesdays.'],
    is_pinned: ['Whether it is shown first.', false],
    conversation_id: ['Conversation of the customer in which staff read it, too; may be left out.', 'cnv_7mC4xY2vB9'],
  },
  ChangeCustomerNoteRequest: {
    text: ['The new text.', 'Louise picks up on Wednesdays and Fridays.'],
    is_pinned: ['Whether it is shown first.', true],
  },
  Family: {
    ...listsIn({
      attendees: 'The people whom the customer registers, without anything about health.',
      adults: 'The adults with the program who look after the same people.',
      upcoming: 'Bookings that have not ended, the next first. Carts are private to their customer.',
      past: 'Places in what has ended, the latest first.',
      undoable: 'Places that staff moved or cancelled less than ten minutes ago, and can undo.',
      orders: 'Submitted orders, the newest first; null without the right `money`.',
      passes: 'Visits of packages; null without the right `money`.',
      memberships: 'Memberships, the newest first; null without the right `money`.',
      messages: 'The newest message of each conversation; null without the right `messages` for the whole program.',
      notes: 'Notes of the organisation, pinned ones first.',
    }),
    id: customerId,
    customer_profile: 'The customer.',
    phones,
    language: ['Language of the customer’s mails.', 'en'],
    merged_into: ['The `id` of the Customer into whom this one was merged; null otherwise.', null],
    created: ['When the customer joined the program, in UTC.', '2024-05-02T14:03:11.000Z'],
    'attendees.data[].id': ['Id of the person in the program.', 'pap_4zX7cV1bN6'],
    'attendees.data[].attendee_id': ['The `id` of an Attendee.', 'att_9wE5rT2yU8'],
    'attendees.data[].date_of_birth': born,
    'attendees.data[].age': age,
    'attendees.data[].status': profileStatus,
    'attendees.data[].relation': relation,
    'attendees.data[].rights': rights,
    'attendees.data[].phone': ['Phone of the person; null without one.', null],
    'attendees.data[].email': ['Email of the person; null without one.', null],
    'attendees.data[].emergency_contacts': 'Whom to call in an emergency.',
    'adults.data[].id': customerId,
    'adults.data[].customer_profile': 'The adult.',
    'adults.data[].relations': 'The people whom they look after.',
    'adults.data[].relations[].attendee_profile_id': ['Id of the person in the program.', 'pap_4zX7cV1bN6'],
    'adults.data[].relations[].relation': relation,
    'adults.data[].relations[].rights': rights,
    balance: 'The customer’s balance with the program; null without the right `money`.',
    'memberships.data[].id': ['The `id` of a Membership.', 'mem_3dF5gH7jK9'],
    'memberships.data[].package_name': ['Name of the membership.', 'Family membership'],
    'memberships.data[].status': ['Where it stands.', 'active'],
    'memberships.data[].is_usable': ['Whether it can be used now.', true],
    'memberships.data[].attendee_profile_id': ['The person whom it is for; null for the whole family.', null],
    'memberships.data[].start_date': ['First day.', '2027-01-01', { format: 'date' }],
    'memberships.data[].current_period_end': ['Day on which the period ends; null before the first.', '2028-01-01'],
    'memberships.data[].cancel_at_period_end': ['Whether it ends with the period.', false],
  },
}
