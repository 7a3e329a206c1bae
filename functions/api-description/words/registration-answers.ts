import type { ShapeWords } from '../field-words.ts'

export const registrationAnswerShapes: Record<string, ShapeWords> = {
  RegistrationAnswers: {
    registration_id: ['The registration.', 'reg_4sD8fG1hJ6'],
    answers_until: [
      'Until when you can change them, in UTC; null when you cannot, and for an organisation.',
      '2027-07-05T13:00:00.000Z',
      { format: 'date-time' },
    ],
    answers: 'Answers, one for each answered question.',
    'answers[].field_id': ['The question, the `id` of a Field of the event.', 'que_7gH5jK2lM9'],
    'answers[].title': ['The question, in the reader’s language.', 'T-shirt size'],
    'answers[].value': ['The answer, as in a Registration.', 's'],
    changes: 'Every change while the place was booked, the newest first.',
    'changes[].changed_at': ['When, in UTC.', '2027-05-09T08:30:00.000Z', { format: 'date-time' }],
    'changes[].changed_by': 'Who changed them.',
    'changes[].changed_by.type': ['Who: a customer, the organisation, or the site itself.', 'customer'],
    'changes[].changed_by.first_name': [
      'First name of the customer, for staff also of the member of the team; null for others.',
      'Maya',
    ],
    'changes[].changed_by.last_name': [
      'Last name of the customer, for staff also of the member of the team; null for others.',
      'Roy',
    ],
    'changes[].answers': 'The answers that changed.',
    'changes[].answers[].field_id': ['The question.', 'que_7gH5jK2lM9'],
    'changes[].answers[].title': ['The question, in the reader’s language.', 'T-shirt size'],
    'changes[].answers[].before': ['The answer until then; null for none.', 's'],
    'changes[].answers[].after': ['The answer from then on; null for none.', 'm'],
  },
  RegistrationHealth: {
    registration_id: ['The registration.', 'reg_4sD8fG1hJ6'],
    attendee_profile_id: ['The person, the `id` of a ProgramAttendeeProfile.', 'pap_4zX7cV1bN6'],
    first_name: ['First name.', 'Maya'],
    last_name: ['Last name.', 'Roy'],
    medical_history: ['Medical notes; null without any.', 'Bee stings. Injector in the blue bag.'],
    dietary_restrictions: ['Dietary notes; null without any.', 'No nuts'],
    health_card_number: ['Health card number, without spaces; null without one.', '1234567890'],
    answers: 'Their answers to questions about health.',
    'answers[].field_id': ['The question, the `id` of a Field of the event.', 'que_7gH5jK2lM9'],
    'answers[].title': ['The question, in the reader’s language.', 'Allergies'],
    'answers[].value': ['The answer, as in a Registration.', 'Peanuts'],
  },
  MoveRegistrationRequest: {
    option_id: ['The dearer option, of its event or another one.', 'opt_8pL3kJ6hG2'],
    attendee_profile_id: ['Who has the place from then on; the same person unless given.', 'pap_4zX7cV1bN6'],
    form_response: 'Answers to the questions that the move asks: `questions` of the choice.',
    waiver: 'Acceptance of the event’s waiver.',
    'waiver.waiver_id': ['The waiver, `waiver_id` of the event’s Waiver.', 'wai_1aS2dF3gH4'],
    'waiver.version': ['Version of its text that was read.', 1],
    expected_amount: [
      'What you showed it costs more: `amount_more` of the choice or its `value`. If it has changed: 409 `quote_stale`.',
      15_000,
    ],
    'expected_amount.value': ['Amount in the smallest unit of the currency.', 15_000],
  },
}
