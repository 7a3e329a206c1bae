import type { ShapeWords } from '../field-words.ts'

const booked: ShapeWords = {
  appointment_type_id: ['What to book, the `id` of an AppointmentType.', 'apt_5nK2pQ8rT1'],
  appointment_option_id: ['Which length, the `id` of an AppointmentOption of it.', 'aop_8pL3kJ6hG2'],
  session_credit_id: [
    'Credits to pay with, of a package in `restrict_to_package_ids`: the `id` of a SessionCredit of GET session_balance, or of the OrderItem of a package in an open order of yours, which the registration is then added to. One is reserved with the place, which then costs nothing.',
    null,
  ],
  form_response: 'Answers to the questions of the type.',
  waiver: 'Acceptance of the type’s waiver; can be sent later.',
  'waiver.waiver_id': ['The waiver, `waiver_id` of the type’s Waiver.', 'wai_1aS2dF3gH4'],
  'waiver.version': ['Version of its text that was read.', 1],
  customer_profile_id: ['Who books: the `id` of the caller’s CustomerProfile in the program.', 'cup_6bN1mQ4sV7'],
  attendee_profile_id: ['Who will come: the `id` of a ProgramAttendeeProfile in the program.', 'pap_4zX7cV1bN6'],
}

/** Bookings of an appointment type's time, once or for several weeks. */
export const appointmentShapes: Record<string, ShapeWords> = {
  BookAppointmentRequest: {
    start_time: ['When it starts, with its offset: `starts_at` of an AvailableTime.', '2027-07-05T13:00:00.000Z'],
    status: ['A time. Left out: `pending`.', 'pending'],
    ...booked,
  },
  BookSeriesRequest: {
    start_time: [
      'When the first one starts, with its offset: `starts_at` of an AvailableTime.',
      '2027-07-06T13:00:00.000Z',
    ],
    weeks: ['How many weeks, the first included.', 6, { minimum: 2, maximum: 12 }],
    ...booked,
  },
  AppointmentSeries: {
    registrations: 'The bookings, one for each date that could be had, the earliest first.',
    unavailable: 'The dates that could not be had, the earliest first; the others do not depend on them.',
    'unavailable[].starts_at': ['When it would start, in UTC.', '2027-07-27T13:00:00.000Z', { format: 'date-time' }],
    'unavailable[].type': [
      'Why not: not offered then (`option_not_on_sale`), taken (`slot_taken`), or the person is elsewhere (`attendee_conflict`).',
      'slot_taken',
    ],
    'unavailable[].message': [
      'The same for people, in the language of `Accept-Language`.',
      'Someone else just took this time.',
    ],
  },
}
