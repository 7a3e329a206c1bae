/** The retention periods that the page names. */
export type KeptTimes = { years: number; sentDays: number; sessionDays: number; supportYears: number }

/** The texts of the privacy pages, which tell what the product does with personal data. */
export const privacy = {
  title: 'Privacy',
  description: (who: string) => `What ${who} keeps about you, who sees it, and what you can do.`,
  lead: (program: string) => `${program} decides what to ask for. Muster runs this booking site for it.`,
  siteLead: 'Each organisation decides what to ask for. Muster runs the booking site for all of them.',
  fromProgram: (program: string) => `From ${program}`,
  keepTitle: 'What we keep',
  keep: [
    'Your account: name, email, phone, and a password that we can’t read back.',
    'Your passkeys, if you add any: a public key, the name you give it and when it was last used. Your fingerprint, face or PIN never leaves your device.',
    'The people you register: name, date of birth, emergency contact and your answers on registration forms.',
    'Health information, if you give it: medical history, dietary restrictions and health card number. It is stored encrypted, and erased 30 days after the last event you booked with an organisation.',
    'Your orders: what you booked, what you paid and what was refunded.',
    'Of a card, only the brand, the last four digits and the expiry date.',
  ],
  howLongTitle: 'How long we keep it',
  howLong: ({ years, sentDays, sessionDays, supportYears }: KeptTimes) => [
    `Your orders, payments and receipts, and the history of each: as long as you have your account and ${years} years after you delete it, because tax law asks for them.`,
    'Everything else about you: until you delete your account, or ask for it to be deleted.',
    `Which messages we sent you, and when: ${sentDays} days.`,
    `Log-ins: ${sessionDays} days after you log out or they expire. Codes and failed passwords: one day. Links to reset a password: one week.`,
    'Notifications in your account: 12 months. The bookings and orders they’re about stay.',
    'Who looked at health information: 12 months.',
    `What you wrote to our support: ${supportYears} years after its last message.`,
  ],
  whoTitle: 'Who sees it',
  who: (program: string) =>
    `${program} sees the registrations and orders you make with it. Other organisations on this site don’t.`,
  siteWho: 'An organisation sees the registrations and orders you make with it. Other organisations don’t.',
  health: 'Health information',
  cookiesTitle: 'Cookies',
  cookies:
    'We use cookies to keep you logged in, to show your cart, to remember the discount code of a link and to bring back what you typed when a form needs another look. We use none for advertising.',
  cookiesIfAgreed: (who: string) =>
    `We use cookies to keep you logged in, to show your cart, to remember the discount code of a link and to bring back what you typed when a form needs another look. Cookies of ${who} are set only if you say yes to them.`,
  counting: {
    title: 'Counting visits',
    label: 'May visits be counted?',
    ask: (program: string, who: string) =>
      `May ${program} count your visit with ${who}? They set cookies and learn which pages you open here.`,
    more: 'More about this',
    yes: 'Yes',
    no: 'No',
    text: (program: string, who: string) =>
      `${program} counts visits and the success of its advertising with ${who}, for visitors who agree. It never happens when you log in, register, pay or look at your account.`,
    states: {
      open: 'You haven’t answered yet: nothing is counted.',
      yes: 'You said yes: your visits are counted.',
      no: 'You said no: nothing is counted.',
      objected: 'Your browser asks sites not to track you: nothing is counted.',
    },
    change: 'Change your answer',
  },
  choicesTitle: 'Your choices',
  choices: 'See and change your name and email in your account at any time.',
  ask: 'To see or correct anything else, to have it deleted, or with any question, write to',
  siteAsk:
    'To see or correct anything else, to have it deleted, or with any question, write to the organisation you booked with.',
}
