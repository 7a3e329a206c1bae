type Count = (count: number) => string
const visits: Count = (count) => (count === 1 ? '1 visit' : `${count} visits`)
const some =
  (one: string, other: string): Count =>
  (count) =>
    count === 1 ? `1 ${one}` : `${count} ${other}`

/** Packages of visits and memberships: what is in them and what they cost. */
export const packages = {
  menu: 'Packages',
  title: { both: 'Packages and passes', session: 'Visit packages', membership: 'Passes and memberships' },
  lead: {
    both: 'Buy visits together, or join for a season.',
    session: 'Buy visits together and pay less for each.',
    membership: 'Join for a month, a year or for good.',
  },
  description: (program: string) =>
    `Visit packages, passes and memberships at ${program}: what’s included and what they cost.`,
  kinds: 'Kinds of packages',
  all: 'All',
  session: 'Visits',
  membership: 'Passes',
  seeAll: {
    session: (count: number) => `All ${count} visit packages`,
    membership: (count: number) => `All ${count} passes`,
  },
  visitsWord: (count: number | null): string => (count === 1 ? 'visit' : 'visits'),
  unlimited: 'As many visits as you like',
  each: (price: string) => `${price} a visit`,
  about: (price: string) => `about ${price}`,
  aMonth: (price: string) => `${price} a month`,
  period: { week: 'a week', month: 'a month', quarter: 'every three months', year: 'a year', once: 'once' },
  goodFor: (time: string) => `Good for ${time}`,
  noEnd: 'Good until used',
  time: {
    day: some('day', 'days'),
    week: some('week', 'weeks'),
    month: some('month', 'months'),
    year: some('year', 'years'),
  },
  credits: {
    week: (count: number) => `${visits(count)} a week`,
    month: (count: number) => `${visits(count)} a month`,
    quarter: (count: number) => `${visits(count)} every three months`,
    year: (count: number) => `${visits(count)} a year`,
    once: (count: number) => `${visits(count)} in all`,
    total: (count: number) => `${visits(count)} in all`,
  },
  unusedGood: (time: string) => `Unused visits stay good for ${time}`,
  unusedLapse: 'Unused visits expire at the end of each period',
  renews: {
    week: 'Billed every week until you cancel',
    month: 'Billed every month until you cancel',
    quarter: 'Billed every three months until you cancel',
    year: 'Billed every year until you cancel',
    once: 'Paid once',
  },
  opens: 'Lets you book',
  more: (count: number) => ` and ${count} more`,
  terms: 'Terms',
  byMail: 'Ask for it',
  ofPackage: (name: string) => `: ${name}`,
  how: 'How to get one',
  howText: (program: string) =>
    `${program} arranges packages directly. Say which one you’d like and who it’s for, and they’ll tell you how to pay.`,
  howPlain: (program: string) => `${program} arranges packages directly. Ask for one at the desk and say who it’s for.`,
  write: 'Write an email',
  call: (phone: string) => `Call ${phone}`,
  visitSite: (host: string) => `Go to ${host}`,
  emptyTitle: 'No packages at the moment',
  emptyText: 'Each event shows its own price.',
  seeEvents: 'See the events',
  pages: 'Pages',
  earlier: 'Cheaper ones',
  later: 'More packages',
  teaser: 'Come often? Pay less.',
  teaserOf: (name: string, price: string, each: string | null) =>
    each ? `${name}: ${price}, so ${each}.` : `${name}: ${price}.`,
  see: 'See packages',
}
