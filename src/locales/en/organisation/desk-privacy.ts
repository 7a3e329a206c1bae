/** The texts of the desk's page about the personal data of a customer without a log-in. */
export const deskPrivacy = {
  title: 'Personal data',
  titleOf: (name: string) => `Personal data of the ${name} family`,
  open: 'Copy or erase their data',
  lead: 'This family can’t log in, so you answer when they ask for their data, or ask to have it erased.',
  hasLogIn:
    'This family can log in, or this record is merged or erased. Families who can log in download their data and delete their account themselves, in their account under “Your data”.',
  back: 'Back to the family',
  reason: 'Who made the request, and how did you check?',
  reasonHint: 'Your name and these words are kept with the request.',
  copyTitle: 'A copy of their data',
  copyText:
    'One archive with the family, bookings, answers, orders, receipts, messages and the team’s notes. It takes a few minutes.',
  copyHealth:
    'It holds health information. Give it only to the person whose data it is, and delete your copy after that.',
  ask: 'Prepare the archive',
  making: 'The archive is being prepared. Reload this page in a few minutes.',
  ready: (size: string, day: string) => `Ready to download (${size}), until ${day}.`,
  download: 'Download the archive',
  eraseTitle: 'Erase this family',
  see: 'See what is erased',
  goes: 'What is erased',
  goesText:
    'Names, phone numbers, addresses, the people they register, health information, answers, files, messages, and every note and reason that the team wrote about them.',
  stays: 'What stays',
  staysText:
    'Orders, payments, receipts and bookings stay for 7 years, as tax law requires, without a name. A child whom another adult looks after stays with that adult.',
  after: 'It happens in 14 days. Until then you can keep the family. Afterwards nothing can be brought back.',
  memberships: 'Their memberships are cancelled now.',
  balanceTitle: 'They still have a balance',
  balanceLeft: (amount: string) => `${amount} is lost when they are erased. Pay it out first.`,
  balanceOwed: (amount: string) => `They owe ${amount}. Erasing them doesn’t settle it.`,
  upcomingTitle: 'Cancel these bookings first',
  confirm: 'Erase in 14 days',
  leavingTitle: (day: string) => `This family will be erased on ${day}`,
  leavingText: 'Until then you can still keep it.',
  keep: 'Keep this family',
  historyTitle: 'Requests',
  by: (name: string) => `by ${name}`,
  client: 'a connected program',
  steps: {
    data_export: { requested: 'Archive requested' },
    account_deletion: { scheduled: 'Erasure requested', withdrawn: 'Family kept', completed: 'Erased' },
  },
  saved: {
    export: 'The archive is being prepared',
    erasure: 'The family will be erased in 14 days',
    kept: 'The family stays',
  },
  problem: 'Check this and try again',
}
