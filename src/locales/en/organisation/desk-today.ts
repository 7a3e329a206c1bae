import { nameList } from '#contract/name-list'

type Counts = { expected: number; here: number; picked_up: number; absent: number }

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The texts of the day at the desk. */
export const deskToday = {
  title: 'Today',
  coming: (people: number, camps: number, appointments: number) =>
    [
      ...(camps > 0 ? [`${some(people, 'person', 'people')} at ${some(camps, 'event', 'events')}`] : []),
      ...(appointments > 0 ? [some(appointments, 'appointment', 'appointments')] : []),
    ].join(', and '),
  waiting: 'Needs you',
  nothingWaits: 'Nothing needs you now.',
  by: (moment: string) => `by ${moment}`,
  since: (moment: string) => `since ${moment}`,
  others: (count: number) => `and ${some(count, 'other', 'others')}`,
  decide: 'Decide',
  reply: 'Reply',
  record: 'Record',
  respond: 'Respond',
  waivers: (count: number) => `${some(count, 'waiver', 'waivers')} missing for tomorrow`,
  refund: (name: string, amount: string) => `${name} asks for ${amount} back`,
  messages: (count: number) => some(count, 'message unanswered', 'messages unanswered'),
  promised: (name: string, amount: string) => `${name} promised to pay ${amount}`,
  promisedText: 'Record the payment when you have it.',
  disputed: (name: string, amount: string) => `${name} disputes ${amount}`,
  disputedText: 'The bank holds the money until the dispute is decided.',
  here: 'Here today',
  checkIn: 'Check in',
  asOf: (moment: string) => `As of ${moment}`,
  noneExpected: 'No one is expected today.',
  starts: 'Time',
  camp: 'Event',
  arrived: 'Arrived',
  alerts: 'Alerts',
  calledOff: 'Called off',
  marks: ({ expected, here, picked_up, absent }: Counts) =>
    [
      `${here + picked_up} of ${expected + here + picked_up + absent}`,
      ...(expected > 0 ? [`${expected} to come`] : []),
      ...(picked_up > 0 ? [`${picked_up} picked up`] : []),
      ...(absent > 0 ? [`${absent} absent`] : []),
    ].join(', '),
  unsigned: (count: number) => `${some(count, 'waiver', 'waivers')} missing`,
  aside: 'Sales and new bookings',
  week: 'The last 7 days',
  nothingSold: 'Nothing was sold.',
  sold: 'sold',
  yearAgo: (amount: string) => `${amount} in the same days last year`,
  byDay: (days: string[]) => `Sales by day: ${days.join(', ')}`,
  orders: (orders: number, items: number) => `${some(orders, 'order', 'orders')}, ${some(items, 'item', 'items')}`,
  returned: 'Refunded',
  due: 'Still due',
  newBookings: 'New since yesterday',
  noneNew: 'No new bookings.',
  names: (names: string[]) => nameList(names, 'en'),
  more: (count: number) => `and ${some(count, 'more booking', 'more bookings')}`,
}
