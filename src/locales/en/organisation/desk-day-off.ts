const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)
const families = (count: number) => (count === 1 ? '1 family' : `${count} families`)

/** The texts of the page that calls off one day of an event. */
export const deskDayOff = {
  title: 'Call off a day',
  lead: 'Families hear about it ten minutes after you confirm. Until then you can undo it.',
  noDays:
    'No day can be called off here. An event of one day is cancelled as a whole, and days that are over stay as they were.',
  calledOff: 'Called off',
  sent: 'Families have been told.',
  undoUntil: (time: string) => `You can undo this until ${time}.`,
  undo: (day: string) => `Undo ${day}`,
  day: 'Day',
  text: 'What should families know?',
  textHint: 'It’s part of the email, in these words.',
  returns: 'What do families get?',
  return: {
    none: 'Nothing back',
    share: 'The day’s share of the price',
    balance: 'The day’s share as account credit',
    amount: 'An amount per person',
    visit: 'A visit of a package',
  },
  returnText: {
    none: 'Only the email',
    share: 'Back the way they paid, fees and tax included',
    balance: 'Available right away for anything you sell',
    amount: 'Back the way they paid',
    visit: 'For each person, valid as if it were bought today',
  },
  noExceptions: 'Your role can’t give money back here. Ask a manager to add a refund.',
  amount: 'Amount per person',
  visitOf: 'Package of the visit',
  visits: (count: number) => (count === 1 ? '1 visit' : `${count} visits`),
  preview: 'See what goes out',
  sum: (day: string) => `Call off ${day}`,
  children: 'People with a place',
  families: 'Families told by email',
  back: 'Back to families',
  confirm: (day: string, amount: string | null) =>
    amount === null ? `Call off ${day}` : `Call off ${day} and give back ${amount}`,
  letter: (count: number) => `To ${families(count)}, by email`,
  option: (name: string, count: number) => `${name}, ${people(count)}`,
  problem: 'Nothing was changed',
  saved: {
    called_off: 'Day called off. You have ten minutes to undo it.',
    restored: 'The day takes place. No one was told.',
  },
}
