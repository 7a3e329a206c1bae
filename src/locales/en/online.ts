export const online = {
  title: (name: string) => `Join ${name}`,
  description: 'When it starts, how to join and what to prepare.',
  forWhom: (who: string, when: string) => `For ${who}. ${when}`,
  until: 'Time until it starts',
  startsIn: (time: { days: number; hours: number; minutes: number }) =>
    `It starts in ${[
      time.days > 0 && `${time.days} ${time.days === 1 ? 'day' : 'days'}`,
      time.hours > 0 && `${time.hours} ${time.hours === 1 ? 'hour' : 'hours'}`,
      (time.minutes > 0 || time.days + time.hours === 0) &&
        `${time.minutes} ${time.minutes === 1 ? 'minute' : 'minutes'}`,
    ]
      .filter(Boolean)
      .join(', ')}.`,
  opens: (when: string) => `You can join from ${when}, on this page.`,
  canJoin: (who: string) => `You can join now, ${who}`,
  started: (when: string) => `It started ${when}`,
  late: 'You can still join.',
  join: 'Join now',
  newTab: 'Opens in a new tab.',
  ends: (when: string) => `You can join until ${when}.`,
  ended: (name: string) => `${name} has ended`,
  endedText: (who: string) => `We hope ${who} had a good time.`,
  cancelled: 'This booking is cancelled',
  cancelledText: 'There’s nothing to join. Your order shows your refund.',
  notConfirmed: 'This place isn’t confirmed yet',
  notConfirmedText: 'Once it is, you can join from here.',
  noAddress: 'The link isn’t here yet',
  noAddressText: (program: string) => `Ask ${program} how to join.`,
  more: 'See all events',
  bookings: 'My bookings',
  prepare: 'Get ready',
  prepareText: 'A quiet place, and a device with sound and a camera. Try it a few minutes early.',
  good: 'Good to know',
  onlyFor: (who: string) => `This link is only for ${who}. Don’t share it.`,
  running: 'Running late? You can join until the end.',
  help: 'Can’t get in?',
}
