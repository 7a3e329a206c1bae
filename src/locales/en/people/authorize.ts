export const authorize = {
  title: 'Allow access',
  description: (client: string) => `${client} asks for access to your account.`,
  heading: (client: string) => `Allow ${client} to access your account?`,
  signedInAs: (email: string) => `You are logged in as ${email}.`,
  other: 'Use another account',
  may: (client: string, program: string) => `With ${program} only, ${client} will be able to:`,
  identity: 'know who you are: your name and email',
  rights: {
    profile:
      'see your phone and addresses; see, add and change the people you register with this program, with their notes about health',
    bookings: 'see, make, change and cancel bookings and orders',
    pay: 'pay for orders, also with cards you stored with this program; see payments, and ask for money back',
    messages: 'read and write messages with this program, and see its notifications',
  },
  mayNot:
    'It never sees your password. It can’t see or do anything in other programs, change your account or email, share your family with other adults, or delete anyone.',
  until: 'Access lasts up to 90 days. You can end it at any time under Account, where you are logged in.',
  endIt: 'See where you are logged in',
  goesTo: (host: string) => `Either way, you’ll continue to ${host}.`,
  unasked: (client: string) => `If you didn’t just come from ${client}, don’t allow it.`,
  allow: 'Allow',
  deny: 'Don’t allow',
  refused: 'This link can’t be used',
  refusedText: {
    client_id: 'We don’t know the app or site that sent you here. Nothing was shared with it.',
    redirect_uri: 'The app or site that sent you here gave an address that isn’t its own. Nothing was shared with it.',
  },
  refusedNext: 'Go back to it and try again. If that doesn’t help, tell the people who run it.',
  home: 'Find a program',
}
