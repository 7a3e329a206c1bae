import type { FlagName, LimitName } from '#contract/event-facts'
import type { FlagText, LimitText } from '../../fact-words.ts'
const number = new Intl.NumberFormat('en-CA')

export const explore = {
  title: (program: string) => `${program}: dates, prices and places`,
  description: (program: string) => `What’s on at ${program}: dates, ages, prices and places left.`,
  verified: 'Verified',
  opensElsewhere: 'opens another site',
  search: {
    label: 'Find events',
    what: 'Search events',
    whatExample: 'Canoe, pottery, swim…',
    facets: { who: 'Who', when: 'When', what: 'What', where: 'Where', price: 'Price' },
    anyOf: { who: 'Everyone', when: 'Any time', what: 'Everything', where: 'Any place', price: 'Any price' },
    onlySuits: 'Only what suits',
    onlySuitsHint: 'Right age on the first day.',
    showFamily: 'Show what suits my child',
    addFamily: 'Add a child to see what suits them',
    suits: (name: string) => `Suits ${name}`,
    age: 'Age on the first day',
    orAge: 'Or an age',
    anyAge: 'Any age',
    years: (age: number) => (age === 1 ? '1 year' : `${age} years`),
    type: 'Type',
    anyType: 'Everything',
    show: 'Show events',
    /** The button while the form is open; `{count}` is replaced. */
    showCount: { none: 'No events', one: 'Show 1 event', other: 'Show {count} events' },
    filters: 'Filters',
    close: 'Close',
    on: (count: number) => `${count} on`,
    counted: (value: string, count: number) => `${value} (${number.format(count)})`,
    city: 'City',
    anyCity: 'Any city',
    venue: 'Place',
    anyVenue: 'Any place',
    onePlace: 'One place',
    from: 'From',
    to: 'To',
    fromDay: (day: string) => `From ${day}`,
    toDay: (day: string) => `Until ${day}`,
    gender: 'Open to',
    anyGender: 'Everyone',
    about: 'Topics',
    onlineOnly: 'Online only',
    freeOnly: 'Free only',
    price: { all_in: 'Price, all in', before_tax: 'Price before tax' },
    anyPrice: 'Any price',
    upTo: (price: string) => `Up to ${price}`,
    placesLeftOnly: 'Places left only',
    placesLeft: 'Places left',
    quoted: (words: string) => `“${words}”`,
    chosen: 'Chosen filters',
    remove: (filter: string) => `Remove ${filter}`,
    clear: 'Clear filters',
    clearAll: 'Clear all',
    clearShort: 'Clear',
  },
  /** The genders in the filter of events. */
  genders: {
    female: 'Girls',
    male: 'Boys',
    non_binary: 'Non-binary',
    another: 'Another gender',
    undisclosed: 'Not said',
  },
  types: {
    camp: 'Camps',
    class: 'Classes',
    event: 'Events',
    clinic: 'Clinics',
    competition: 'Competitions',
    party: 'Parties',
    online: 'Online',
    other: 'Other',
  },
  /** Filters by facts that an organisation states; `yes` and `no` are also on the page of the event. */
  flags: {
    indoor: { label: 'Indoors or outdoors', any: 'Either', yes: 'Indoors', no: 'Outdoors' },
  } satisfies Record<FlagName, FlagText>,
  limits: {
    grade: {
      label: 'School grade',
      any: 'Any grade',
      one: (grade) => (grade === 0 ? 'Kindergarten' : `Grade ${grade}`),
      range: ({ minimum, maximum }) => {
        const short = (grade: number) => (grade === 0 ? 'K' : `${grade}`)
        if (minimum === null) return `Up to grade ${short(maximum ?? 12)}`
        if (maximum === null) return `Grades ${short(minimum)}+`
        return minimum === maximum ? `Grade ${short(minimum)}` : `Grades ${short(minimum)}–${short(maximum)}`
      },
    },
  } satisfies Record<LimitName, LimitText>,
  weekend: 'This weekend',
  list: 'Events',
  events: (count: number, hasMore = false) =>
    count === 1 ? '1 event' : `${number.format(count)}${hasMore ? '+' : ''} events`,
  /** Events of a month that match the filters, of all events of the month. */
  eventsOf: (count: number, all: number) => `${number.format(count)} of ${number.format(all)} events`,
  online: 'Online',
  /** The hours of an overnight event. */
  startsAt: (hour: string, weekday: string) => `From ${hour} ${weekday}`,
  emptyTitle: 'No events match',
  emptyText: (filters: string) => `Your filters: ${filters}.`,
  /** The result of a filter by people; `names` are joined first names. */
  eventsFor: (count: number, names: string, hasMore = false) =>
    count === 1 ? `1 event suits ${names}` : `${number.format(count)}${hasMore ? '+' : ''} events suit ${names}`,
  othersFor: (count: number, names: string) =>
    count === 1
      ? `1 other event does not suit ${names}.`
      : `${number.format(count)} other events do not suit ${names}.`,
  showAll: (count: number, hasMore = false) =>
    count === 1 ? 'Show it' : `Show all ${number.format(count)}${hasMore ? '+' : ''} events`,
  nothingTitle: 'Nothing is planned yet',
  nothingText: (program: string) => `New dates from ${program} will show up here.`,
  writeToUs: 'Ask us',
  pages: 'Pages',
  months: 'Months',
  earlier: 'Earlier events',
  later: 'Later events',
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number, of: number, hasMore = false) => (hasMore ? `Page ${page}` : `Page ${page} of ${of}`),
  venues: 'Where we meet',
  moreVenues: (count: number) =>
    count === 1
      ? 'And one more place. Each event says where it is.'
      : `And ${number.format(count)} more places. Each event says where it is.`,
  map: 'Map',
}
