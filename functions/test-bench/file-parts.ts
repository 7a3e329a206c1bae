import type { WrittenFile } from './program-file.ts'

type Event = NonNullable<WrittenFile['events']>[number]

/** Parts of a program file with a change, for tests of mistakes in a file. */
export const event = (change: Partial<Event>): Partial<WrittenFile> => ({
  events: [
    {
      key: 'canoe',
      type: 'camp',
      name: 'Canoe',
      starts_at: '2027-07-05T09:00',
      ends_at: '2027-07-09T16:00',
      ...change,
    },
  ],
})
export const option = (change: object): Partial<WrittenFile> =>
  event({ options: [{ key: 'full', name: 'Full', cost: 320, spots_total: 12, ...change }] })
export const coupon = (change: object): Partial<WrittenFile> => ({
  coupons: [{ key: 'ten', code: 'TEN', percent_off: 10, ...change }],
})
export const product = (change: object): Partial<WrittenFile> => ({
  products: [{ key: 'shirt', name: 'Shirt', variations: [{ key: 'one', name: 'One', cost: 24 }], ...change }],
})
export const visits = (change: object): Partial<WrittenFile> => ({
  session_packages: [{ key: 'ten', name: 'Ten swims', cost: 120, allocated_amount: 10, ...change }],
})
export const membership = (change: object): Partial<WrittenFile> => ({
  membership_packages: [{ key: 'pass', name: 'Pass', cost: 45, billing_period: 'month', ...change }],
})
export const question = (change: object): Partial<WrittenFile> => ({
  questions: [{ key: 'shirt', title: 'Size', type: 'short_text', ...change }],
})
export const lesson = (change: object): Partial<WrittenFile> => ({
  appointment_types: [
    {
      key: 'swim',
      name: 'Swim lesson',
      opening_hours: [{ days: ['mon'], from: '09:00', to: '17:00' }],
      options: [{ key: 'half', name: 'Half an hour', cost: 45, duration: 30 }],
      ...change,
    },
  ],
})
export const lessonOption = (change: object): Partial<WrittenFile> =>
  lesson({ options: [{ key: 'half', name: 'Half an hour', cost: 45, duration: 30, ...change }] })
export const hours = (...opening_hours: object[]): Partial<WrittenFile> => lesson({ opening_hours })
