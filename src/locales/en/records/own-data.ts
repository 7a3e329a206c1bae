/** The texts of the page with a customer's own data: exporting it, and closing the account. */
export const ownData = {
  title: 'Your data',
  description: (program: string) => `Download your data from ${program}, or delete your account.`,
  open: 'Download your data or delete your account',
  copyTitle: 'A copy of your data',
  copyText:
    'One archive with your account, family, bookings, orders, receipts and files. It takes a few minutes; we email you when it’s ready.',
  copyHealth: 'It holds health information. Keep it in a safe place.',
  ask: 'Prepare my data',
  making: 'We’re preparing your data and will email you when it’s ready.',
  ready: (size: string, day: string) => `Ready to download (${size}), until ${day}.`,
  download: 'Download my data',
  leaveTitle: 'Delete your account',
  goes: 'What we delete',
  goesText:
    'Your name, email, phone and addresses, the people you manage, health information, answers, files, and your messages to support.',
  stays: 'What we keep, and until when',
  staysText:
    'Orders, payments and receipts stay for 7 years, as tax law requires, without your name. Children you share with another adult stay with that adult.',
  mind: 'You have 14 days to change your mind. Until then nothing is deleted.',
  balanceTitle: 'You still have a balance',
  balanceLeft: (amount: string, program: string) =>
    `${amount} with ${program}. It’s lost when your account is deleted: spend it first, or ask them to pay it out.`,
  balanceOwed: (amount: string, program: string) =>
    `You owe ${program} ${amount}. Deleting your account doesn’t settle it.`,
  upcomingTitle: 'Cancel these bookings first',
  seeBookings: 'See my bookings',
  password: 'Current password',
  passwordHint: 'Not needed if you logged in within the last 10 minutes.',
  leave: 'Delete my account',
  leavingTitle: (day: string) => `Your account will be deleted on ${day}`,
  leavingText: 'You can still use it and change your mind until then.',
  stay: 'Keep my account',
  stayed: 'Your account stays',
  requested: 'We’ll email you when your data is ready',
  left: 'We’ll delete your account in 14 days. We’ve emailed you the date, and no membership will be charged again.',
  back: 'Back to account',
  problem: 'Check this and try again',
}
