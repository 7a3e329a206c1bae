// Over 250 lines: every rule of the explore page.
import { type FlagName, flagNames, type LimitName, limitNames } from '#contract/event-facts'
import { pageFilterNames } from '#contract/event-filters'
import { describe, expect, it } from 'vitest'
import type { Venue } from '#contract/offering/program'
import type { ProgramFilters } from '#contract/offering/explore'
import { textIn } from '../../../locales/choose-language.ts'
import { exampleEvent, exampleOption, exampleProgram, exampleProgramContext, priceOf } from '../../example-program.ts'
import { optionRow } from '../event/option-row.ts'
import { cardOf } from './card.ts'
import { cardsAsHtml } from './cards-as-html.ts'
import { agesToChoose, gendersToChoose, typesToChoose, venuesToChoose, venuesToName, wordsToChoose } from './choices.ts'
import { chosenFilters } from './chosen-filters.ts'
import { groupByMonth } from './group-by-month.ts'
import { weekendOf, whenLinks } from './when-links.ts'
import { filtersAsQuery, isFiltered, readExploreFilters } from '../../../page-input/explore-filters.ts'

const plain = (words: string) => words.replaceAll('\u00a0', ' ')
const filtersOf = (query: string) => readExploreFilters(new URLSearchParams(query))

const noFactChoices = Object.fromEntries([
  ...flagNames.map((name) => [name, { yes: 0, no: 0 }]),
  ...limitNames.map((name) => [name, { minimum: null, maximum: null }]),
]) as Pick<ProgramFilters, FlagName | LimitName>

const countsIn = (language: 'en' | 'fr', july?: { matching: number; all: number }) => ({
  language,
  text: textIn(language).explore,
  months: {
    matching: new Map(july ? [['2027-07', july.matching]] : []),
    all: new Map(july ? [['2027-07', july.all]] : []),
  },
})

describe('filters of the explore page', () => {
  const nothing = { ...Object.fromEntries(pageFilterNames.map((name) => [name, null])), for: [], tags: [], skip: 0 }
  it.each([
    { query: '', filters: {} },
    { query: 'search=+canoe+&age=8&type=camp&skip=40', filters: { search: 'canoe', age: 8, type: 'camp', skip: 40 } },
    { query: 'search=&age=&type=&gender=&scheduled_gte=&scheduled_lte=&venue_city=&venue_id=', filters: {} },
    {
      query:
        'age=eight&type=spaceship&skip=-1&gender=girl&scheduled_gte=2027-02-30&scheduled_lte=soon&venue_id=a+b&online_event=1',
      filters: {},
    },
    { query: 'age=900&skip=99999999', filters: {} },
    { query: 'age=0', filters: { age: 0 } },
    { query: 'age=7&age=9', filters: { age: 7 } },
    {
      query:
        'gender=female&scheduled_gte=2027-02-03&scheduled_lte=2027-02-28&venue_city=Perth&venue_id=ven_1&online_event=true&tags=water&tags=+arts+&tags=water&tags=',
      filters: {
        gender: 'female',
        scheduled_gte: '2027-02-03',
        scheduled_lte: '2027-02-28',
        venue_city: 'Perth',
        venue_id: 'ven_1',
        online_event: true,
        tags: ['water', 'arts'],
      },
    },
  ])('the URL “$query” is read as filters', ({ query, filters }) =>
    expect(filtersOf(query)).toEqual({ ...nothing, ...filters }),
  )

  it('filters are read back from their own URL', () => {
    const filters = filtersOf(
      'search=canoe+%26+kayak&age=8&type=camp&gender=female&scheduled_gte=2027-02-03&venue_city=Perth&venue_id=ven_1&online_event=true&tags=a%2Cb&tags=c&skip=40',
    )
    expect(filtersOf(exampleProgramContext('fr').to.explore(filters).split('?')[1] ?? '')).toEqual(filters)
  })

  it('the API is asked for the active filters only', () => {
    expect(filtersAsQuery(filtersOf('skip=40'))).toEqual({})
    expect(filtersAsQuery(filtersOf('age=0&type=camp&tags=a&tags=b&online_event=true'))).toEqual({
      age: 0,
      type: ['camp'],
      tags: ['a', 'b'],
      online_event: true,
    })
  })

  it('a search is cut at the length that the API accepts', () =>
    expect(filtersOf(`search=${'x'.repeat(300)}`).search).toHaveLength(200))
  it('a page number is not an active filter', () =>
    expect(
      ['skip=40', 'age=0', 'tags=water', 'online_event=true'].map((query) => isFiltered(filtersOf(query))),
    ).toEqual([false, true, true, true]))

  it('removing one filter keeps the others', () => {
    const chosen = chosenFilters(
      filtersOf('search=canoe&age=8&type=camp'),
      { venues: [], people: [], program: exampleProgram },
      'en-CA',
    )
    expect(chosen.map(({ words }) => words)).toEqual(['“canoe”', '8 years', 'Camps'])
    expect(chosen.map(({ without }) => [without.search, without.age, without.type])).toEqual([
      [null, 8, 'camp'],
      ['canoe', null, 'camp'],
      ['canoe', 8, null],
    ])
  })

  it('every filter is named in the reader’s language', () => {
    const all = filtersOf(
      'for=att_2&for=att_1&gender=female&scheduled_gte=2027-03-01&scheduled_lte=2027-04-02&venue_city=Perth&venue_id=ven_1&online_event=true&tags=Water&tags=Arts',
    )
    const venues = [{ id: 'ven_1', name: 'Pine Point', city: 'Perth', count: 2 }]
    const people = [
      { id: 'att_1', first_name: 'Amara' },
      { id: 'att_2', first_name: 'Tobi' },
    ]
    expect(
      chosenFilters(all, { venues, people, program: exampleProgram }, 'en-CA').map(({ words }) => plain(words)),
    ).toEqual([
      'Suits Tobi',
      'Suits Amara',
      'Perth',
      'Pine Point',
      'From March 1, 2027',
      'Until April 2, 2027',
      'Girls',
      'Online',
      'Water',
      'Arts',
    ])
    expect(
      chosenFilters(all, { venues: [], people, program: exampleProgram }, 'fr-CA').map(({ words }) => plain(words)),
    ).toEqual([
      'Convient à Tobi',
      'Convient à Amara',
      'Perth',
      'Un lieu',
      'À partir du 1er mars 2027',
      'Jusqu’au 2 avril 2027',
      'Filles',
      'En ligne',
      'Water',
      'Arts',
    ])
    expect(
      chosenFilters(all, { venues, people, program: exampleProgram }, 'en-CA').map(({ without }) => without.tags),
    ).toEqual([...Array(8).fill(['Water', 'Arts']), ['Arts'], ['Water']])
    const removed = chosenFilters(all, { venues, people, program: exampleProgram }, 'en-CA').map(
      ({ without }) => without,
    )
    expect([removed[0], removed[3]]).toEqual([
      { ...all, for: ['att_1'] },
      { ...all, venue_id: null },
    ])
  })

  it.each([
    { range: { minimum: 5, maximum: 8 }, chosen: null, ages: [5, 6, 7, 8] },
    { range: { minimum: 5, maximum: 8 }, chosen: 16, ages: [5, 6, 7, 8, 16] },
    { range: { minimum: 16, maximum: null }, chosen: null, ages: [16, 17, 18] },
    { range: { minimum: 30, maximum: null }, chosen: null, ages: [30] },
    { range: { minimum: null, maximum: 4 }, chosen: null, ages: [3, 4] },
  ])('the ages $ages are offered', ({ range, chosen, ages }) => expect(agesToChoose(range, chosen)).toEqual(ages))

  it('the most frequent tags are offered in alphabetical order', () => {
    const counted = [
      { value: 'water', count: 9 },
      { value: 'arts', count: 4 },
      { value: 'ice', count: 1 },
    ]
    expect(
      wordsToChoose(counted, ['ice', 'gone'], 2).map(({ value, count, isChosen }) => [value, count, isChosen]),
    ).toEqual([
      ['arts', 4, false],
      ['gone', 0, true],
      ['ice', 1, true],
      ['water', 9, false],
    ])
  })

  it('the venues of the chosen city are offered when there are many', () => {
    const venues = Array.from({ length: 30 }, (_, index) => ({
      id: `ven_${index}`,
      name: `Place ${index + 10}`,
      city: index < 20 ? 'Perth' : 'Ottawa',
      count: 1,
    }))
    const offered = (input: string, from = venues) => venuesToChoose(from, filtersOf(input)).length
    expect([
      offered(''),
      offered('venue_city=Ottawa'),
      offered('venue_id=ven_1'),
      offered('venue_city=Ottawa&venue_id=ven_1'),
      offered('', venues.slice(0, 5)),
    ]).toEqual([0, 10, 1, 11, 5])
  })

  it('genders are offered only when an option requires one', () =>
    expect([gendersToChoose([], null), gendersToChoose([{ value: 'female', count: 1 }], 'male')]).toEqual([
      [],
      [
        { value: 'female', count: 1 },
        { value: 'male', count: 0 },
      ],
    ]))

  it('the event types of the program are offered', () => {
    expect(
      typesToChoose(
        [
          { value: 'class', count: 2 },
          { value: 'camp', count: 1 },
          { value: 'party', count: 0 },
          { value: 'new_kind', count: 3 },
        ],
        'online',
      ).map(({ value, count }) => [value, count]),
    ).toEqual([
      ['camp', 1],
      ['class', 2],
      ['online', 0],
    ])
  })
})

describe('days that one tap chooses', () => {
  const friday = Date.parse('2027-07-09T15:00:00Z')
  it.each([
    { now: '2027-07-09T15:00:00Z', days: ['2027-07-10', '2027-07-11'] },
    { now: '2027-07-10T15:00:00Z', days: ['2027-07-10', '2027-07-11'] },
    // Monday 1 am in UTC is still Sunday evening in Toronto.
    { now: '2027-07-12T01:00:00Z', days: ['2027-07-10', '2027-07-11'] },
    { now: '2027-07-12T13:00:00Z', days: ['2027-07-17', '2027-07-18'] },
  ])('U11: at $now the weekend is $days', ({ now, days }) =>
    expect(Object.values(weekendOf(Date.parse(now), 'America/Toronto'))).toEqual(days),
  )

  const choices: ProgramFilters = {
    object: 'program_filters',
    types: [],
    tags: [],
    cities: [],
    venues: [],
    genders: [],
    age: { minimum: null, maximum: null },
    dates: { first: '2027-07-10', last: '2027-08-09' },
    online_event: { count: 0 },
    free: { count: 2 },
    prices: [],
    ...noFactChoices,
  }
  const links = (query: string, dates = choices.dates) =>
    whenLinks({ filters: filtersOf(query), choices: { ...choices, dates }, now: friday }, exampleProgramContext('en'))

  it('U11: the weekend and the months with events are offered', () => {
    expect(links('').map(({ words }) => words)).toEqual(['This weekend', 'July', 'August'])
    expect(links('', { first: '2027-08-01', last: '2027-08-09' })).toEqual([])
    expect(links('', { first: null, last: null })).toEqual([])
    expect(links('', { first: '2027-12-31', last: '2028-02-01' }).map(({ next }) => filtersAsQuery(next))).toEqual([
      { scheduled_gte: '2027-12-01', scheduled_lte: '2027-12-31' },
      { scheduled_gte: '2028-01-01', scheduled_lte: '2028-01-31' },
      { scheduled_gte: '2028-02-01', scheduled_lte: '2028-02-29' },
    ])
  })

  it('U11: chosen days can be removed', () => {
    const query = 'search=canoe&type=camp&skip=40&scheduled_gte=2027-07-10&scheduled_lte=2027-07-11'
    expect(links(query).map(({ isChosen }) => isChosen)).toEqual([true, false, false])
    expect(links(query).map(({ next }) => filtersAsQuery(next))).toEqual([
      { search: 'canoe', type: ['camp'] },
      { search: 'canoe', type: ['camp'], scheduled_gte: '2027-07-01', scheduled_lte: '2027-07-31' },
      { search: 'canoe', type: ['camp'], scheduled_gte: '2027-08-01', scheduled_lte: '2027-08-31' },
    ])
  })
})

describe('cards of the explore page', () => {
  it('a card shows days, hours, venue, ages and price in this order', () => {
    const { days, under, hours, places, ages, price, badge, href } = cardOf(exampleEvent, exampleProgramContext('en'))
    expect([days, under, hours, places[0]?.name, ages, price, href].map((words) => plain(words ?? ''))).toEqual([
      '5–9',
      'Mon–Fri',
      '9 am – 4 pm',
      'Pine Point',
      'Ages 8–12',
      '$393.24',
      '/pg/lakeside/evt/evt_canoe',
    ])
    expect(badge).toBeNull()
  })

  it('a card keeps the language in its link', () => {
    const { hours, ages, price, href } = cardOf(exampleEvent, exampleProgramContext('fr'))
    expect([hours, ages, price ?? '', href].map(plain)).toEqual([
      '9 h à 16 h',
      'De 8 à 12 ans',
      '393,24 $',
      '/pg/lakeside/evt/evt_canoe?lang=fr',
    ])
  })

  it('an event that needs a package is not called free', () => {
    const members = (cost: number) => ({
      ...exampleEvent,
      options_brief: { ...exampleEvent.options_brief, sale_status: 'restricted' as const },
      order_availability: {
        ...exampleEvent.order_availability,
        minimum_option_price: priceOf(cost),
        maximum_option_price: priceOf(cost),
      },
    })
    expect([0, 34500].map((cost) => cardOf(members(cost), exampleProgramContext('en')).price)).toEqual([
      'Included with a pass or membership',
      '$393.24',
    ])
  })

  it('a card names the gender only when every option requires it', () => {
    const withGenders = (genders: ('female' | 'male')[]) =>
      cardOf(
        { ...exampleEvent, options_brief: { ...exampleEvent.options_brief, genders } },
        exampleProgramContext('en'),
      ).ages
    expect([withGenders(['female']), withGenders(['female', 'male']), withGenders([])]).toEqual([
      'Ages 8–12 · girls',
      'Ages 8–12',
      'Ages 8–12',
    ])
  })

  it.each([
    { change: { has_external_registration: true }, words: 'On partner site', isFull: false },
    { change: { status: 'cancelled' as const }, words: 'Cancelled by the organiser', isFull: false },
    {
      change: { options_brief: { ...exampleEvent.options_brief, sale_status: 'sold_out' as const } },
      words: 'Sold out',
      isFull: true,
    },
    {
      change: { order_availability: { ...exampleEvent.order_availability, available_spots: 2 } },
      words: '2 places left',
      isFull: false,
    },
  ])('a card has the badge “$words”', ({ change, words, isFull }) => {
    const card = cardOf({ ...exampleEvent, ...change }, exampleProgramContext('en'))
    expect([card.badge?.words, card.isFull]).toEqual([words, isFull])
  })

  it('a card shows a drawing of its type when the event has no picture', () => {
    expect([
      cardOf(exampleEvent, exampleProgramContext('en')).picture,
      cardOf({ ...exampleEvent, picture_url: '/pictures/canoe.svg' }, exampleProgramContext('en')).picture,
    ]).toEqual(['/pictures/tent.svg', '/pictures/canoe.svg'])
  })
})

describe('the cards as HTML', () => {
  it('an organiser’s text is escaped', () => {
    const hostile = `"><img src=x onerror='alert(1)'>&`
    const card = {
      ...cardOf(exampleEvent, exampleProgramContext('en')),
      name: hostile,
      places: [{ name: hostile, lang: hostile }],
      picture: hostile,
      href: `/x?${hostile}`,
      badge: { kind: null, icon: null, words: hostile },
    }
    const html = cardsAsHtml(
      [{ id: 'm2027-07', heading: hostile, count: hostile, cards: [card] }],
      textIn('en').explore,
    )
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<img /g)).toHaveLength(1)
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;')
  })

  it('a text in another language has its lang attribute', () => {
    const venue = { ...exampleEvent.venues[0], text_languages: { name: 'fr' } } as (typeof exampleEvent.venues)[number]
    const event = { ...exampleEvent, venues: [venue], text_languages: { name: 'fr' as const } }
    const card = cardOf(event, exampleProgramContext('en'))
    const html = cardsAsHtml([{ id: 'm', heading: 'July', count: '', cards: [card] }], textIn('en').explore)
    expect(html).toContain(`lang="fr">${event.name}</a>`)
    expect(html).toContain('<span lang="fr">Pine Point</span>')
  })

  it('U11: each month is named once above its first card', () => {
    const cards = ['2027-07-05T13:00:00Z', '2027-07-12T13:00:00Z', '2027-08-03T13:00:00Z'].map((starts_at) =>
      cardOf({ ...exampleEvent, starts_at, ends_at: starts_at }, exampleProgramContext('en')),
    )
    const html = cardsAsHtml(groupByMonth(cards, countsIn('en')), textIn('en').explore)
    expect(html.match(/<ul/g)).toHaveLength(1)
    expect(html.match(/<h2 class="mark" id="m[\d-]+">[^<]+/g)).toEqual([
      '<h2 class="mark" id="m2027-07">July 2027',
      '<h2 class="mark" id="m2027-08">August 2027',
    ])
    expect(html.match(/<span>\w+<\/span> <b>\d+<\/b>/g)).toEqual([
      '<span>July</span> <b>5</b>',
      '<span>July</span> <b>12</b>',
      '<span>August</span> <b>3</b>',
    ])
    expect(cardsAsHtml([], textIn('en').explore)).toBe('')
  })
})

describe('marking a text in another language than the page', () => {
  it('U13: the language is marked on a card and on an option', () => {
    const english = { text_languages: { name: 'en' as const, description: 'en' as const } }
    const context = exampleProgramContext('fr')
    const card = cardOf({ ...exampleEvent, ...english }, context)
    const html = (shown: typeof card) =>
      cardsAsHtml([{ id: 'm2027-07', heading: 'Juillet 2027', count: '', cards: [shown] }], textIn('fr').explore)
    expect(html(card)).toContain('lang="en">Canoe Week</a>')
    expect(html(cardOf(exampleEvent, context))).not.toContain(' lang=')
    expect(optionRow({ ...exampleOption, ...english }, exampleEvent, context).langs).toEqual({
      name: 'en',
      description: 'en',
    })
  })
})

describe('months of the explore page', () => {
  const starting = (starts_at: string) =>
    cardOf({ ...exampleEvent, starts_at, ends_at: starts_at }, exampleProgramContext('en'))

  it('an event is under the month of its own time zone', () => {
    // August 1, 1 am in UTC, is still July 31 in Toronto.
    const months = groupByMonth(
      [
        starting('2027-07-05T13:00:00Z'),
        starting('2027-08-01T01:00:00Z'),
        starting('2027-08-01T13:00:00Z'),
        starting('2028-08-01T13:00:00Z'),
      ],
      countsIn('en'),
    )
    expect(months.map(({ id, heading, cards }) => [id, heading, cards.length])).toEqual([
      ['m2027-07', 'July 2027', 2],
      ['m2027-08', 'August 2027', 1],
      ['m2028-08', 'August 2028', 1],
    ])
  })

  it('there is no month without events', () => expect(groupByMonth([], countsIn('fr'))).toEqual([]))

  it.each([
    [9, 9, '9 events', '9 activités'],
    [1, 1, '1 event', '1 activité'],
    [4, 9, '4 of 9 events', '4 activités sur 9'],
    [1, 1200, '1 of 1,200 events', '1 activité sur 1 200'],
    [3, 2, '3 events', '3 activités'],
  ])('a month with %i of %i events says so', (matching, all, english, french) => {
    const words = (['en', 'fr'] as const).map((language) => {
      const counts = countsIn(language, { matching, all })
      return plain(groupByMonth([starting('2027-07-05T13:00:00Z')], counts)[0]?.count ?? '')
    })
    expect(words).toEqual([english, french])
  })

  it('a month whose events are too many to be counted has no count', () => {
    const [month] = groupByMonth([starting('2027-07-05T13:00:00Z')], countsIn('en'))
    expect(cardsAsHtml(month ? [month] : [], textIn('en').explore)).toContain('>July 2027</h2>')
  })
})

describe('the venues below a list of events', () => {
  const venue = (id: string) => ({ id, name: `Hall ${id}` }) as Venue
  const places = (count: number) =>
    venuesToName(Array.from({ length: count }, (_, index) => ({ venues: [venue('first'), venue(String(index))] })))
  it.each([
    [0, 0, 0],
    [1, 2, 0],
    [11, 12, 0],
    [12, 12, 1],
    [40, 12, 29],
  ])('for the venues of %i events, %i venues are named and %i are counted', (count, named, others) =>
    expect([places(count).named.length, places(count).others]).toEqual([named, others]),
  )
  it('venues are listed once each in the order of their events', () =>
    expect(places(3).named.map(({ id }) => id)).toEqual(['first', '0', '1', '2']))
  it('the text says how many further venues there are', () =>
    expect([
      textIn('en').explore.moreVenues(1),
      textIn('en').explore.moreVenues(29),
      textIn('fr').explore.moreVenues(1),
      textIn('fr').explore.moreVenues(29),
    ]).toEqual([
      'And one more place. Each event says where it is.',
      'And 29 more places. Each event says where it is.',
      'Et un autre lieu. Chaque activité indique le sien.',
      'Et 29 autres lieux. Chaque activité indique le sien.',
    ]))
})
