import { reportNames } from '../../contract/organisation/reports.ts'
import { ofReports } from './reports.ts'
import { filterWords } from '../../contract/event-filters.ts'
import type { FieldWords } from '../field-words.ts'
import { authorizationWords } from './accounts.ts'

const day = { format: 'date-time' }

/** Parameters that mean the same in every call. */
const everywhere: Record<string, FieldWords> = {
  ...filterWords,
  limit: ['Rows per page, up to 100; 0 answers the counts alone.', 20],
  skip: ['Rows to leave out before the page.', 0],
  order: ['Ascending or descending.', 'asc'],
  sort: 'Field to sort by.',
  program_id: ['Program: a slug, the `id` of a Program.', 'lakeside'],
  event_id: ['The `id` of an Event.', 'evt_5nK2pQ8rT1'],
  option_id: ['The `id` of an option.', 'opt_8pL3kJ6hG2'],
  appointment_type_id: ['The `id` of an AppointmentType.', 'apt_5nK2pQ8rT1'],
  appointment_option_id: ['The `id` of an AppointmentOption: its length is the one looked for.', 'aop_8pL3kJ6hG2'],
  membership_id: ['The `id` of a Membership.', 'mem_3dF5gH7jK9'],
  session_credit_id: ['The `id` of the credits of a package.', 'crd_6hJ2kL9mN4'],
  redemption_id: ['The `id` of a Redemption.', 'rdm_7hJ3kL9mN2'],
  package_id: ['The `id` of a MembershipPackage.', 'mpk_3dF5gH7jK9'],
  confirm: ['The program’s key again, so that no other program is deleted by mistake.', 'lakeside'],
  balance_on: ['The day at whose end it is asked for; now without one.', '2027-07-31'],
  session_package_id: ['The `id` of a SessionPackage.', 'spk_3dF5gH7jK9'],
  category_id: ['The `id` of a ProductCategory.', 'cat_1aS2dF3gH4'],
  product_id: ['The `id` of a Product.', 'prd_5nK2pQ8rT1'],
  variation_id: ['The `id` of a ProductVariation.', 'var_1aS2dF3gH4'],
  attendee_profile_id: [
    'Whose place it would be, the `id` of a ProgramAttendeeProfile; left out: who has it.',
    'pap_4zX7cV1bN6',
  ],
  program_attendee_id: ['The `id` of a ProgramAttendeeProfile.', 'pap_4zX7cV1bN6'],
  is_archived: ['Only archived people, or only the others.', false],
  campaign_id: ['The `id` of a Campaign.', 'cmp_5nK2pQ8rT1'],
  address_id: ['The `id` of a CustomerAddress.', 'adr_8kL2mN5pQ7'],
  attendee_id: ['The `id` of an Attendee.', 'att_9wE5rT2yU8'],
  notification_id: ['The `id` of a Notification.', 'ntf_5f0c7d1e'],
  is_read: ['Only those that were read, or only the others.', false],
  topic_group: ['Only these topic groups. Repeat the parameter for several.', ['schedule']],
  feedback_id: ['The `id` of a Feedback; to read it, the code of its mail.', 'K7M2pWqXn4bRtYv8sZaDcg'],
  rating: ['A rating of 1 to 5: the star that a mail’s link chose, or only what was rated so.', 4],
  endpoint: ['Endpoint of a PushSubscription, percent-encoded, or its `id`.', 'psb_5f0c7d1e'],
  passkey_id: ['The `id` of a Passkey.', 'psk_5f0c7d1e'],
  session_id: ['The `id` of a Session.', 'ses_5f0c7d1e'],
  invitation_id: ['The `id` of an Invitation.', 'inv_4sD8fG1hJ6'],
  machine_client_id: ['The `id` of a MachineClient.', 'mcl_4f0c7d1e4f0c7d1e4f0c7d1e4f0c7d1e'],
  customer_id: ['The `id` of a Customer.', 'cus_3hJ8kL5wN0'],
  export_id: ['The `id` of a DataExport.', 'exp_3dF5gH7jK9'],
  note_id: ['The `id` of a CustomerNote.', 'nte_4sD8fG1hJ6'],
  is_pinned: ['Only pinned notes, or only the others.', true],
  staff_id: ['The `id` of a StaffMember.', 'stf_4sD8fG1hJ6'],
  invite_code: ['Code of an invitation, as in the link of its mail.', 'x7Kd0pQ2mZ'],
  reference: ['The `reference` of a SupportReport.', 'S-20418'],
  member_id: ['The `customer_id` of an AttendeeMember.', 'cus_3hJ8kL5wN0'],
  recovery_id: ['Id of a recovery, as in the link of the mail.', 'rec_5f0c7d1e'],
  registration_id: ['The `id` of a Registration.', 'reg_4sD8fG1hJ6'],
  order_id: ['The `id` of an Order.', 'ord_7mC4xY2vB9'],
  item_id: ['The `id` of an OrderItem.', 'itm_2kL9jH4gF7'],
  discount_id: ['The `id` of a Discount.', 'dis_1aS2dF3gH4'],
  file_id: ['The `id` of a File.', 'file_1aS2dF3gH4'],
  waitlist_entry_id: ['The `id` of an OrganiserWaitlistEntry.', 'wle_7hJ3kL9mN2'],
  refund_id: ['The `id` of a StaffRefund.', 'sre_4kL9jH2gF8'],
  refund_request_id: ['The `id` of a RefundRequest.', 'rfr_6bN1mQ4sV7'],
  contact_id: ['The `id` of a CustomerProfile.', 'cup_4zX7cV1bN6'],
  entry_id: ['The `id` of an AccountBalanceEntry.', 'bal_3dF5gH7jK9'],
  payment_id: ['The `id` of a Payment.', 'pay_9wE5rT2yU8'],
  source_id: ['The `id` of a PaymentSource, or what the card form gave for a new card.', 'pm_1QmZ8s2'],
  group_key: ['Key of the group, as its event has it.', 'herons'],
  key: ['Key of the event in the program file.', 'canoe-week'],
  status: 'Only these states. Repeat the parameter for several.',
  featured: ['Only programs that the site puts first, or only the others.', true],
  place_name: ['Words of the place where a program is.', 'Toronto'],
  page_of: ['Answer the page on which this one stands, whatever `skip` says.', 'spk_3dF5gH7jK9'],
  id: ['Only these, by `id`. Repeat the parameter for several.', ['mpk_3dF5gH7jK9']],
  distinct_cities: ['Answer cities with the number of their venues instead of venues.', false],
  event_ends_gt: ['Only what ends after this instant, ISO 8601.', '2027-07-01T00:00:00Z', day],
  event_ends_lte: ['Only what has ended by this instant, ISO 8601.', '2027-07-01T00:00:00Z', day],
  event_scheduled_lt: ['Only what starts before this instant, ISO 8601.', '2027-07-01T00:00:00Z', day],
  event_scheduled_lte: ['Only what starts before or at this instant, ISO 8601.', '2027-07-01T00:00:00Z', day],
  event_scheduled_gt: ['Only what starts after this instant, ISO 8601.', '2027-07-01T00:00:00Z', day],
  event_scheduled_gte: ['Only what starts after or at this instant, ISO 8601.', '2027-07-01T00:00:00Z', day],
  product_type: ['Only these kinds of products. Repeat the parameter for several.', ['merchandise']],
  on_sale: ['Only what can be bought now, or only what cannot.', true],
  promoted_event_id: ['Only products that this event shows, the `id` of an Event.', 'evt_5nK2pQ8rT1'],
  parent_id: ['Only products of categories below this one, the `id` of a ProductCategory.', 'cat_1aS2dF3gH4'],
  day: ['The day in the time zone of the program, yyyy-mm-dd; today if left out.', '2027-07-12', { format: 'date' }],
  month: ['Month to look at, yyyy-mm.', '2027-07', { pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' }],
  week: ['Week to look at, ISO 8601.', '2027-W27', { pattern: '^\\d{4}-W(?:0[1-9]|[1-4]\\d|5[0-3])$' }],
  date: ['Day to look at in the time zone of the program, yyyy-mm-dd.', '2027-07-05', { format: 'date' }],
  dry_run: ['Whether only to plan, and change nothing.', false],
  version: [
    'The `version` of a plan: the file is applied only if the program is still as it was then.',
    '1799064000000',
  ],
  is_preregistration_enabled: ['Only of events that take interest before the sale, or only of the others.', false],
  checkout_method: ['How the order would be paid.', 'card'],
  currency: ['Currency you expect, ISO 4217: compared with the order’s, never converted.', 'CAD'],
  country: [
    'Country of the buyer, ISO 3166-1 alpha-2. A quote stores it with the order; the program’s taxes apply in every country.',
    'CA',
  ],
  use_account_balance: ['Whether the account balance would be used first.', false],
  expand: 'What to put into each row, separated by commas.',
  message_id: ['The `id` of a Message.', 'msg_5nK2pQ8rT1'],
  conversation_id: ['Only of this conversation, the `conversation_id` of a Message.', 'cnv_7mC4xY2vB9'],
  created_lt: ['Only what was made before this instant, ISO 8601.', '2027-07-01T00:00:00Z', day],
  created_gte: ['Only what was made after or at this instant, ISO 8601.', '2027-07-01T00:00:00Z', day],
  customer_profile_id: ['Only of this customer, the `id` of a CustomerProfile.', 'cup_4zX7cV1bN6'],
  is_owed: ['Only orders on which something is still to be paid, or only the others.', true],
  all: ['Also what is cancelled, held or on a list; otherwise who has a place.', false],
  is_open: ['Only conversations that are open, or only those the organisation has closed.', true],
  unanswered: [
    'Only open conversations whose newest message is the customer’s, of the last 30 days; or only the others.',
    true,
  ],
  assigned_to: ['Only what this member answers, the `id` of a StaffMember or `me`.', 'me'],
  has_error: ['Only payments that were declined, or only the others.', true],
}

const ofSheet: Record<string, FieldWords> = {
  columns: [
    'Columns, separated by commas; all except `health`, `family` and `due` if left out.',
    ['age', 'group', 'answers'],
  ],
  day: ['A day of the event, yyyy-mm-dd, for the column `check_in`.', '2027-07-12', { format: 'date' }],
  group: ['Only this group, by key.', 'herons'],
  show: ['Only people who need this. `due` needs the right `money`.', 'waiver_missing'],
  search: ['Only people whose name, email or phone starts with these words.', 'maya'],
  limit: ['At most this many people; everyone if left out.', 50],
  question: ['Only the answers to these questions, by key. Repeat the parameter for several.', ['shirt']],
}
const allOrders: Record<string, FieldWords> = {
  all: ['Every order that was sent, whatever became of it.', false],
}
const thosePeople: Record<string, FieldWords> = {
  attendee_profile_id: ['Only of this person, the `id` of a ProgramAttendeeProfile.', 'pap_4zX7cV1bN6'],
}

/** Parameters that have another meaning in one call. */
const ofCall: Record<string, Record<string, FieldWords>> = {
  'GET /v1/organiser/programs/{program_id}/season': {
    from: ['First day in the time zone of the program, yyyy-mm-dd.', '2028-06-01', { format: 'date' }],
    to: ['Last day in the time zone of the program, yyyy-mm-dd.', '2028-08-31', { format: 'date' }],
    ended_before: ['Only events that ended before this day, yyyy-mm-dd.', '2028-06-01', { format: 'date' }],
    search: ['Words of the name, summary, description and tags; up to 100 characters.', 'canoe'],
  },
  'GET /v1/organiser/programs/{program_id}/event_form': {
    event_id: ['Event to change; without it, the form of a new one.', 'evt_5nK2pQ8rT1'],
  },
  'GET /v1/organiser/programs/{program_id}/session_balances': {
    email: ['Only of the customer with this email.', 'nadia@example.com'],
    attendee_profile_id: ['Only what this person can use, the `id` of a ProgramAttendeeProfile.', 'pap_4zX7cV1bN6'],
  },
  'GET /v1/organiser/programs/{program_id}/people': {
    search: [
      'Words of names, an email, a phone in any spelling or its last four digits, an order id, or the number of an order or receipt; up to 100 characters.',
      'roy 0177',
    ],
    type: ['Only these types. Repeat the parameter for several.', ['customer']],
    limit: ['Rows per type, up to 50.', 10],
    skip: ['Rows of each type to leave out before the page, up to 1,000.', 0],
  },
  'GET /v1/oauth/authorize': authorizationWords,
  'GET /v1/explore/programs': { type: ['Only programs of these types. Repeat the parameter for several.', ['camp']] },
  'GET /v1/organiser/programs/{program_id}/registrations/{registration_id}/health': {
    seen_on: ['Where it is read, for the access log.', 'registration'],
  },
  ...Object.fromEntries(
    reportNames.map((name) => [`GET /v1/organiser/programs/{program_id}/reports/${name}`, ofReports]),
  ),
  'GET /v1/organiser/programs/{program_id}/events/{key}/sheet': ofSheet,
  'GET /v1/organiser/programs/{program_id}/events/{key}/sheet/export': ofSheet,
  'GET /v1/roster': { token: ['Token of the link.', 'lakeside.2027-07-12.1~m3x9~c2ln'] },
  'GET /v1/waitlist_offers': { token: ['Token of the link of the mail.', 'wle_7hJ3kL9mN2~m3x9~c2ln'] },
  'GET /v1/desk': { token: ['Token of the link of the mail.', 'refund_request.rfr_6bN1mQ4sV7~m3x9~c2ln'] },
  'GET /v1/desk/conversation': { token: ['Token of the link of the mail.', 'conversation.cnv_7mC4xY2vB9~m3x9~c2ln'] },
  'GET /v1/profile/orders/{order_id}/refund': {
    registration_id: ['Only these places, by `id`. Repeat the parameter for several.', ['reg_4sD8fG1hJ6']],
  },
  'GET /v1/profile/attendees': { age: ['Only people of this age today, in full years.', 9] },
  'GET /v1/organiser/programs/{program_id}/orders': allOrders,
  'GET /v1/organiser/programs/{program_id}/orders/export': allOrders,
  'GET /v1/organiser/programs/{program_id}/registrations': thosePeople,
  'GET /v1/organiser/programs/{program_id}/registrations/export': thosePeople,
  'GET /v1/profile/programs/{program_id}/later_places': {
    membership_id: [
      'A membership: what it would no longer open if it was cancelled now. Without it, the places whose price is due.',
      'mem_3dF5gH7jK9',
    ],
  },
  'GET /v1/profile/childcare_receipts': {
    year: ['Only this calendar year.', 2027],
    attendee_id: ['Only this child, the `id` of an Attendee.', 'att_9wE5rT2yU8'],
  },
  'GET /v1/profile/orders': {
    checkout_method: ['Only orders paid this way.', 'card'],
    membership_id: ['Only the order a membership was bought with, and those of its periods.', 'mem_3dF5gH7jK9'],
  },
}

export const parameterWords = (route: string, name: string): FieldWords | undefined =>
  ofCall[route]?.[name] ?? ofCall[route.replace(' /v2/', ' /v1/')]?.[name] ?? everywhere[name]
