import type { ShapeWords } from '../field-words.ts'

const program = ['Program that the mails speak for; without one, the program joined last.', 'lakeside'] as const

/** Requests about personal data, and what prevents an erasure. */
const prevents: ShapeWords = {
  data_export: 'The newest archive; null without one.',
  account_deletion: 'The open way out of the account; null when there is none.',
  upcoming: 'Bookings that have not ended: nothing is erased while there are some.',
  'upcoming[].registration_id': ['The `id` of the Registration.', 'reg_4sD8fG1hJ6'],
  'upcoming[].program_id': ['Program it is with.', 'lakeside'],
  'upcoming[].attendee_name': ['Who is registered.', 'Maya Roy'],
  'upcoming[].title': ['What is booked.', 'Canoe Week'],
  'upcoming[].starts_at': ['When it starts.', '2027-07-05T13:00:00.000Z'],
  'upcoming[].timezone': ['Time zone of the place.', 'America/Toronto'],
  balances: 'What is left on the balances; it is lost with the account.',
  'balances[].program_id': ['Program it is with.', 'lakeside'],
  'balances[].program_name': ['Name of the program.', 'Lakeside Camps'],
  'balances[].amount': 'How much; below zero it is owed.',
}

export const privacyShapes: Record<string, ShapeWords> = {
  DataExport: {
    id: ['Id of the archive.', 'exp_3dF5gH7jK9'],
    status: ['Being made, there, or deleted after its 7 days.', 'ready'],
    url: [
      'Path that downloads it, for its owner in a logged-in browser, or for staff; null unless `ready`.',
      '/pg/lakeside/profile/privacy/export/exp_3dF5gH7jK9',
    ],
    size: ['Length in bytes; null until it is made.', 48_211],
    expires_at: ['When it is deleted; null until it is made.', '2027-05-09T14:03:11.000Z'],
  },
  AccountDeletion: {
    id: ['Id of the way out.', 'del_3dF5gH7jK9'],
    status: ['Waiting for `erase_at`, taken back, or done.', 'scheduled'],
    erase_at: ['Until when the account can be kept; then it is erased.', '2027-05-16T14:03:11.000Z'],
  },
  CustomerPrivacy: {
    customer_id: ['The `id` of the Customer.', 'cus_7hJ9kL1mN3'],
    history: 'The last 20 archives and erasures, by whom and why, the latest first.',
    ...prevents,
  },
  PersonalDataRequest: {
    reason: ['Who made the request, and how staff checked it.', 'By phone; the caller named the last receipt.'],
  },
  Privacy: prevents,
  ExportRequest: { program_id: program },
  DeleteAccountRequest: {
    program_id: program,
    password: ['The current password; not needed within 10 minutes of a log-in.', 'a quiet lake at dawn'],
  },
}
