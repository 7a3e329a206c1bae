/** The day on one card, which the device keeps for when there is no signal. */
export const dayCard = {
  title: 'Your day',
  description: (program: string) => `Where to be, when, and what to bring at ${program}.`,
  open: 'Card for the day',
  kept: (when: string) => `No signal right now. Last updated ${when}.`,
  offline: 'Once you’ve opened this page, your phone can show it without a signal until you log out.',
  call: (phone: string) => `Call ${phone}`,
  write: 'Write an email',
}
