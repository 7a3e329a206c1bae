import type { ShapeWords } from '../field-words.ts'
import { listsIn } from './desk-people.ts'

const person: ShapeWords = {
  first_name: ['First name of the person.', 'Maya'],
  last_name: ['Last name of the person.', 'Roy'],
}
const place: ShapeWords[string] = ['The `id` of a Registration.', 'reg_4sD8fG1hJ6']
const order: ShapeWords[string] = ['The `id` of an Order.', 'ord_7mC4xY2vB9']
const customer: ShapeWords[string] = ['The `id` of a Customer, for the page of the family.', 'cus_3hJ8kL5wN0']
const event: ShapeWords[string] = ['The `id` of an Event, or of an appointment type.', 'evt_5tR9kW2mX1']
const key: ShapeWords[string] = ['The `key` of the event; null for an appointment.', 'canoe-week']
const title: ShapeWords[string] = ['Title of the event or appointment type.', 'Canoe Week']
const starts: ShapeWords[string] = ['When it starts on this day, in UTC.', '2027-07-12T13:00:00.000Z']
const ends: ShapeWords[string] = ['When it ends on this day, in UTC.', '2027-07-12T20:00:00.000Z']

/** Descriptions of the day of a program. */
export const todayShapes: Record<string, ShapeWords> = {
  Today: {
    ...listsIn({
      waivers: 'People who need a signature for tomorrow, by name; null without the right `roster`.',
      refund_requests: 'Refund requests to decide, the oldest first; null without the right `exceptions`.',
      messages: 'Open conversations that wait for an answer, the oldest first; null without the right `messages`.',
      payments_due: 'Orders whose promised payment is due today or late; null without the right `money`.',
      disputes: 'Disputed payments that were not looked at; null without the right `exceptions`.',
      new_bookings: 'Places that were booked since `new_since`, the newest first; null without `roster` and `money`.',
    }),
    day: ['Today in the time zone of the program.', '2027-07-12', { format: 'date' }],
    first_day:
      'The first steps of a new program, done, skipped or open; null without the rights `settings` and `catalogue`.',
    events: 'The events and appointments of today, by start; null without the right `roster`.',
    sales: 'The sales of the last seven days by day; null without the reports of the right `money`.',
    sales_year_ago: 'The sales of the same seven days 52 weeks earlier.',
    links:
      'The page on which you decide or answer, by the id of a refund request, conversation, order or disputed payment; only of what you may do, and until you leave the team.',
    'links.*': ['A URL that works without a log-in for 14 days.', 'https://muster.example/pg/lakeside/desk?token=…'],
    new_since: ['Start of yesterday, in UTC.', '2027-07-11T04:00:00.000Z'],
  },
  FirstDay: {
    is_over: [
      'True once an event or an appointment type was published, or every step is done or skipped. The desk then shows no steps.',
      false,
    ],
    steps: 'The five steps in their order.',
  },
  FirstStep: {
    name: ['Name and brand, how families pay, a place, a camp on sale, or a look at the site as a parent.', 'place'],
    status: [
      '`done` by what is stored: a colour or a logo, a way to pay, a venue or an online event, a published event. What is done was not skipped.',
      'open',
    ],
    event_id: [
      'The `id` of the newest draft, in whose form the step is done; null without one, and for other steps.',
      null,
    ],
  },
  ChangeFirstDayRequest: {
    brand: ['Name and brand: skip the step, or open it again.', 'skipped'],
    payment: ['How families pay: skip the step, or open it again.', 'skipped'],
    place: ['A place: skip the step, or open it again.', 'skipped'],
    camp: ['A camp on sale: skip the step, or open it again.', 'skipped'],
    look: ['The look at the site as a parent: `done` once you looked, which stays.', 'done'],
  },
  TodayEvent: {
    event_id: event,
    key,
    name: title,
    venue: ['Name of the venue; null without one.', 'Pine Point'],
    starts_at: starts,
    ends_at: ends,
    called_off: ['What families were told when the day was called off; null for a day that takes place.', null],
    person: 'The person of an appointment; null for an event.',
    'person.registration_id': place,
    'person.customer_id': customer,
    'person.first_name': person['first_name'] as ShapeWords[string],
    'person.last_name': person['last_name'] as ShapeWords[string],
    counts: 'Number of people by their latest mark of today.',
    'counts.expected': ['People without a mark.', 8],
    'counts.here': ['People who are here.', 12],
    'counts.picked_up': ['People who were picked up.', 0],
    'counts.absent': ['People who did not come.', 1],
    waivers_missing: ['People without the signature that the event needs.', 2],
  },
  MissingWaiver: {
    registration_id: place,
    customer_id: customer,
    event_id: event,
    key,
    name: title,
    ...person,
    starts_at: starts,
  },
  DisputedPayment: {
    payment_id: ['The `id` of a Payment.', 'pay_6vB2nM8qT4'],
    order_id: order,
    customer_id: customer,
    customer_name: ['Name of the customer.', 'Nadia Roy'],
    amount: 'Amount that the bank holds.',
    paid_at: ['When the payment was made, in UTC.', '2027-06-01T14:00:00.000Z'],
  },
  NewBooking: {
    registration_id: place,
    order_id: order,
    customer_id: customer,
    ...person,
    name: title,
    starts_at: ['When it starts, in UTC.', '2027-07-12T13:00:00.000Z'],
    ends_at: ['When it ends, in UTC.', '2027-07-16T20:00:00.000Z'],
    amount: 'Total of the order; null without the right `money`.',
  },
}
