/** The texts of the page that cancels an event as a whole. */
export const deskCancel = {
  link: 'Cancel the event',
  title: 'Cancel the event',
  lead: 'Everyone with a place is told and gets everything back. This can’t be undone.',
  sum: 'What will happen',
  waiting: 'People on the waitlist, who leave it without an email',
  by: {
    card: 'Back to cards',
    by_hand: 'You give back, paid outside the site',
    account_balance: 'Back to account credit',
  },
  back: 'Back in total',
  confirm: (name: string, amount: string | null) =>
    amount === null ? `Cancel ${name}` : `Cancel ${name} and give back ${amount}`,
  first: 'Write to families first, then look at the email. The button to cancel is under it.',
  began: 'This event has begun, so it can’t be cancelled as a whole.',
  daysInstead: 'Call off the days to come instead',
  notNow: 'This event can’t be cancelled',
  done: 'This event is cancelled.',
  told: (count: number) =>
    count === 0
      ? 'Cancelled. No family had a place.'
      : `Cancelled. ${count === 1 ? '1 family is' : `${count} families are`} told.`,
}
