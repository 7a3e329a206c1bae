import type { ShapeWords } from '../field-words.ts'

const about: ShapeWords = {
  about: 'What it is about: one day or the whole of a booking.',
  'about.registration_id': ['Booking it is about.', 'reg_3dF5gH7jK9'],
  'about.title': ['Name of the event or appointment.', 'Canoe Week'],
  'about.starts_at': ['When what it is about began.', '2027-07-12T13:00:00.000Z', { format: 'date-time' }],
  'about.ends_at': ['When it ended.', '2027-07-16T20:00:00.000Z', { format: 'date-time' }],
  'about.timezone': ['IANA zone of the place.', 'America/Toronto'],
}
const rating = 'Rating of 1 (poor) to 5 (wonderful)'
const comments: ShapeWords[string] = ['Words with it; null without.', 'Maya wants to come back.']
const shared: ShapeWords = {
  ...about,
  id: ['Id of the feedback.', 'fbk_3dF5gH7jK9'],
  program_id: ['Program it goes to.', 'lakeside'],
  customer_profile: 'The customer who was asked.',
  'customer_profile.id': ['Id of their profile in the program.', 'cup_3dF5gH7jK9'],
  'customer_profile.first_name': ['First name.', 'Nadia'],
  attendee_profile: 'The person who took part.',
  'attendee_profile.id': ['Id of their profile in the program.', 'atp_3dF5gH7jK9'],
  'attendee_profile.first_name': ['First name.', 'Maya'],
  comments,
}

export const feedbackShapes: Record<string, ShapeWords> = {
  UpdateFeedbackRequest: {
    code: ['Code of the mail; not needed by the logged-in customer who was asked.', 'K7M2pWqXn4bRtYv8sZaDcg'],
    rating: [`${rating}; needed.`, 4],
    comments,
  },
  Feedback: {
    ...shared,
    status: ['How far it is. Opening a link changes nothing; sending opens and submits it.', 'issued'],
    rating: [`${rating}; null until it was sent.`, 4],
    selected_rating: ['What a form begins with: `rating` of the query, else what was sent.', 4],
    expires_at: ['Until when the code is good.', '2027-09-14T22:00:00.000Z', { format: 'date-time' }],
    submitted_at: ['When it was sent; null until then.', '2027-07-17T14:05:00.000Z', { format: 'date-time' }],
    editable_until: [
      'Until when it can be changed; null until it was sent.',
      '2027-07-31T14:05:00.000Z',
      { format: 'date-time' },
    ],
  },
  OrganiserFeedback: {
    ...shared,
    event_id: ['Event it is about; null for an appointment.', 'evt_3dF5gH7jK9'],
    'customer_profile.last_name': ['Last name.', 'Roy'],
    'customer_profile.email': ['Where to answer.', 'nadia@example.com'],
    'attendee_profile.last_name': ['Last name.', 'Roy'],
    rating: [`${rating}.`, 4],
    submitted_at: ['When it was sent.', '2027-07-17T14:05:00.000Z', { format: 'date-time' }],
  },
}
