import { seeded } from '../../e2e/model/seeded.ts'
import type { WrittenFile } from './program-file.ts'

type Event = NonNullable<WrittenFile['events']>[number]
type Dice = ReturnType<typeof diceOf>

function diceOf(seed: number) {
  const random = seeded(seed)
  return {
    ...random,
    /** A field or nothing: what is left out has its usual value. */
    maybe: <Value extends object>(value: Value, share = 0.5): Value | object => (random.chance(share) ? value : {}),
    times: <Item>(most: number, make: (at: number) => Item): Item[] =>
      Array.from({ length: random.below(most + 1) }, (_, at) => make(at)),
    subset: <Item>(items: readonly Item[]): Item[] => items.filter(() => random.chance(0.4)),
  }
}

const words = [
  'Canoe',
  'été à Québec',
  'O’Brien & sons',
  '«Été»',
  '日本の夏',
  'a: b # c',
  '- dash',
  '"quoted"',
  '1e3',
  'yes',
  'null',
  '~',
  '0123',
  'Ünï',
  'Line',
] as const
const paragraphs = [
  'One.\n\nTwo.',
  '## Bring\n\n- boots\n- lunch',
  'Trailing\n  indented\n',
  '{ not: yaml }',
  'true',
] as const
const colours = ['#0b7a75', '#7a2b0b', '#123456'] as const
const addresses = [
  { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'm5v2t6', country: 'CA' },
  {
    address_line_1: '5 Av. Mont-Royal',
    address_line_2: 'Appt 3',
    city: 'Montréal',
    region: 'CA-QC',
    postcode: 'H2T 1N6',
    country: 'CA',
  },
  { address_line_1: '10 Main St', city: 'Portland', region: 'US-OR', postcode: '97201', country: 'US' },
] as const
const zones = ['America/Toronto', 'America/Vancouver', 'Europe/Paris', 'UTC'] as const

/** A valid program file, the same for the same seed: every section, every field sometimes there and sometimes left out. `was` is what has been applied before. */
export function randomProgram(program: string, seed: number, was?: WrittenFile): WrittenFile {
  const dice = diceOf(seed)
  const text = () => `${dice.some(words)} ${dice.below(100)}`
  const currency = was?.default_currency ?? dice.some(['CAD', 'JPY', 'KWD', 'EUR'])
  const amount = (least = 0) => {
    const minor = least + dice.below(50_000)
    return currency === 'JPY' ? minor : currency === 'KWD' ? minor / 1000 : minor / 100
  }
  const base = { dice, text, amount }
  const venues = dice.times(4, (at) => ({
    key: `venue-${at}`,
    name: text(),
    address: dice.some(addresses),
    ...dice.maybe({ timezone: dice.some(zones) }, 0.3),
  }))
  const pools = dice.times(3, (at) => ({ key: `pool-${at}`, spots_total: dice.below(100) }))
  const waivers = dice.times(2, (at) => ({
    key: `waiver-${at}`,
    version: (was?.waivers?.find(({ key }) => key === `waiver-${at}`)?.version ?? 0) + 1,
    title: text(),
    text: dice.some(paragraphs),
  }))
  const questions = randomQuestions(base)
  const products = randomProducts(base)
  const packages = randomPackages(base)
  const keys = {
    session_packages: packages.session_packages.map(({ key }) => key),
    membership_packages: packages.membership_packages.map(({ key }) => key),
    venues: venues.map(({ key }) => key),
    pools: pools.map(({ key }) => key),
    waivers: waivers.map(({ key }) => key),
    questions: questions.map(({ key }) => key),
    products: products.products.map(({ key }) => key),
  }
  const events = dice.times(5, (at) =>
    randomEvent(base, { key: `event-${at}`, keys, was: was?.events?.find(({ key }) => key === `event-${at}`) }),
  )
  return {
    program,
    name: text(),
    timezone: dice.some(zones),
    default_currency: currency,
    country: 'CA',
    ...dice.maybe({ summary: text() }),
    ...dice.maybe({ types: dice.subset(words).slice(0, 10) }),
    ...dice.maybe({ tags: dice.subset(words) }),
    ...dice.maybe({ language: 'fr' as const, languages: ['en', 'fr'] as ('en' | 'fr')[] }),
    ...dice.maybe({ website: 'https://lakeside.example/camps' }),
    ...dice.maybe({ email: 'hello@lakeside.example' }),
    ...dice.maybe({ phone: '613-555-0142' }),
    ...dice.maybe({ address: dice.some(addresses) }),
    ...dice.maybe({ picture_url: '/pictures/dock.svg' }),
    ...dice.maybe({ featured: dice.chance(0.5), is_verified: dice.chance(0.5) }),
    features: {
      ...dice.maybe({ online_payments: dice.chance(0.5) }),
      ...dice.maybe({ discounts: true }),
      ...dice.maybe({ products: true }),
      expanded_gender: true,
      sessions: true,
      memberships: true,
    },
    ...dice.maybe({
      preferences: {
        ...dice.maybe({ brand_accent_color: dice.some(colours) }),
        ...dice.maybe({ checkout_background_url: '/pictures/dock.svg' }),
        ...dice.maybe({ checkout_overlay_color: dice.some(colours) }),
        ...dice.maybe({ checkout_overlay_opacity: dice.below(101) }),
        ...dice.maybe({ program_terms: dice.some(paragraphs) }),
        ...dice.maybe({ sold_out_text: text() }),
        ...dice.maybe({ required_attendee_fields: dice.subset(['date_of_birth', 'parent_name'] as const) }),
        ...dice.maybe({ treaty: dice.some(paragraphs) }),
        ...(keys.waivers[0] ? { default_event_waiver: keys.waivers[0] } : {}),
        ...dice.maybe({ default_sales_end: 'PT24H' }),
        ...dice.maybe({ ignore_attendee_conflicts: true }),
        ...dice.maybe({ store_front_text: dice.some(paragraphs) }),
      },
    }),
    ...dice.maybe({
      selling: {
        hold_minutes: 5 + dice.below(50),
        offline: dice.chance(0.5),
        ...dice.maybe({ fee: { percent: dice.below(1000) / 100, fixed: amount(), included: dice.chance(0.5) } }),
        taxes: dice.times(2, (at) => ({ name: `Tax ${at}`, percent: dice.below(2000) / 100 })),
        ...dice.maybe({ embed_origins: ['https://lakeside.example/', 'http://localhost:8080'] }),
      },
    }),
    venues,
    pools,
    waivers,
    questions,
    events,
    ...products,
    ...packages,
    coupons: dice.times(3, (at) => ({
      key: `coupon-${at}`,
      code: `CODE${seed}_${at}`,
      ...(dice.chance(0.5) ? { amount_off: amount(1) } : { percent_off: 1 + dice.below(9_900) / 100 }),
      ...dice.maybe({ name: text() }),
      ...dice.maybe({ redeem_after: '2026-01-01T00:00' }),
      ...dice.maybe({ redeem_before: '+400d 23:59' }),
      ...dice.maybe({ minimum_items: 1 + dice.below(5) }),
      ...dice.maybe({ minimum_amount: amount() }),
      ...dice.maybe({ max_redemptions: 10, redeemed_before: dice.below(10) }),
      ...dice.maybe({ limit_customer: 2 }),
      ...dice.maybe({ apply_automatically: true }),
      ...dice.maybe({ is_enabled: false }),
      ...dice.maybe({
        applies_to: {
          products: dice.subset(events.map(({ key }) => key)),
          product_types: dice.subset(['camp', 'event_option']),
        },
      }),
    })),
    appointment_types: dice.times(3, (at) => ({
      key: `type-${at}`,
      name: text(),
      status: was?.appointment_types?.find(({ key }) => key === `type-${at}`)?.status ?? ('draft' as const),
      venues: dice.subset(keys.venues),
      ...dice.maybe({ tags: dice.subset(words) }),
      ...dice.maybe({ summary: text() }),
      ...dice.maybe({
        interval_minutes: 15 + dice.below(60),
        buffer_minutes: dice.below(60),
        spots_total: 1 + dice.below(5),
      }),
      ...(dice.chance(0.3)
        ? { period_type: 'rolling' as const, max_booking_time: 1 + dice.below(90) }
        : dice.chance(0.5)
          ? { period_type: 'range' as const, period_starts_on: '+10d mon', period_ends_on: '2027-12-31' }
          : {}),
      opening_hours: [{ days: ['mon' as const, 'tue' as const], from: '09:00', to: '24:00' }],
      ...dice.maybe({ book_until: 'PT12H' }),
      options: dice.times(3, (each) => ({
        key: `option-${each}`,
        name: text(),
        duration: 5 + dice.below(60),
        ...(dice.chance(0.3) ? { free: true } : { cost: amount(1) }),
      })),
    })),
  }
}

type Base = { dice: Dice; text: () => string; amount: (least?: number) => number }

function randomQuestions({ dice, text }: Base): NonNullable<WrittenFile['questions']> {
  const made = dice.times(4, (at) => {
    const own = {
      key: `question-${at}`,
      title: text(),
      ...dice.maybe({ help: dice.some(paragraphs) }),
      ...dice.maybe({ required: true }),
    }
    if (at % 2 === 0) return { ...own, type: 'short_text' as const, ...dice.maybe({ max_length: 1 + dice.below(200) }) }
    return {
      ...own,
      type: 'dropdown' as const,
      choices: dice.chance(0.5)
        ? ['S', 'M', 'no']
        : [
            { value: 's', label: 'Small' },
            { value: 'm', label: 'm' },
          ],
    }
  })
  return made.map((question, at) => ({
    ...question,
    ...(at > 0 && dice.chance(0.4) ? { show_if: { field: 'question-0', equals: dice.some(['S', true, 3]) } } : {}),
  }))
}

function randomProducts({ dice, text, amount }: Base) {
  const categories = dice.times(3, (at) => ({
    key: `category-${at}`,
    name: text(),
    ...(at > 0 && dice.chance(0.5) ? { parent: 'category-0' } : {}),
  }))
  const products = dice.times(3, (at) => ({
    key: `product-${at}`,
    name: text(),
    ...dice.maybe({ type: 'meal' as const }),
    ...dice.maybe({ description: dice.some(paragraphs) }),
    ...(categories[0] && dice.chance(0.5) ? { category: categories[0].key } : {}),
    ...dice.maybe({ sale_starts_at: '2027-03-14T02:30' }),
    ...dice.maybe({ is_closed: true }),
    variations: [
      { key: 'plain', name: text(), cost: amount() },
      ...dice.times(2, (each) => ({
        key: `variation-${each}`,
        name: text(),
        cost: amount(),
        ...dice.maybe({ confirm_text: text() }),
      })),
    ],
  }))
  return { categories, products }
}

function randomPackages({ dice, text, amount }: Base) {
  const own = (key: string) => ({
    key,
    name: text(),
    cost: amount(1),
    ...dice.maybe({ description: dice.some(paragraphs) }),
    ...dice.maybe({ include_fee: dice.chance(0.5) }),
    ...dice.maybe({ is_discontinued: true }),
    ...dice.maybe({ terms: dice.some(paragraphs) }),
  })
  const expiry = () =>
    dice.maybe({
      expiry_amount: 1 + dice.below(12),
      expiry_period: dice.some(['day', 'week', 'month', 'year'] as const),
    })
  return {
    session_packages: dice.times(2, (at) => ({
      ...own(`visits-${at}`),
      ...(dice.chance(0.5) ? { allocated_amount: 1 + dice.below(20) } : { is_unlimited: true }),
      ...expiry(),
    })),
    membership_packages: dice.times(2, (at) => ({
      ...own(`member-${at}`),
      billing_period: dice.some(['month', 'year', 'once'] as const),
      ...(dice.chance(0.5)
        ? {
            allocated_amount: 1 + dice.below(20),
            allocated_period: 'month' as const,
            ...dice.maybe({ allocate_credits_on_period: true }),
            ...expiry(),
          }
        : { is_unlimited: dice.chance(0.5) }),
    })),
  }
}

type Keys = Record<
  'session_packages' | 'membership_packages' | 'venues' | 'pools' | 'waivers' | 'questions' | 'products',
  string[]
>
const starts = [
  '2027-07-05T09:00',
  '2027-03-14T02:30',
  '2027-11-07T01:30',
  '2027-07-05T13:00:00Z',
  '2027-07-05T15:00+02:00',
  '+90d mon 09:00',
  '+30d',
  '2027-12-31T23:59',
] as const

/** Where an event may be written to be next. */
const ways = {
  new: ['draft', 'published', 'unpublished', 'cancelled'],
  draft: ['draft', 'published'],
  published: ['published', 'unpublished'],
  unpublished: ['unpublished', 'published', 'cancelled'],
  cancelled: ['cancelled'],
  archived: ['archived', 'unpublished'],
} as const

function randomEvent(
  { dice, text, amount }: Base,
  { key, keys, was }: { key: string; keys: Keys; was: Event | undefined },
): Event {
  const isSeries = dice.chance(0.3)
  const times = isSeries
    ? {
        series_dates: [
          { starts_at: '2027-09-13T18:00', ends_at: '2027-09-13T20:00' },
          { starts_at: '2027-09-06T18:00', ends_at: '2027-09-06T20:00' },
        ],
      }
    : { starts_at: dice.some(starts), ends_at: '2028-01-02T16:00' }
  const option = (at: number) => ({
    key: `option-${at}`,
    name: text(),
    ...(dice.chance(0.3) ? { free: true, ...dice.maybe({ cost: amount() }) } : { cost: amount(1) }),
    ...dice.maybe({ description: dice.some(paragraphs) }),
    ...dice.maybe({ gender: 'female' as const }),
    ...dice.maybe({ minimum_age: 5, maximum_age: 5 + dice.below(10) }),
    ...dice.maybe({ spots_total: dice.below(100) }),
    pools: dice.subset(keys.pools),
    ...dice.maybe({ sale_starts_at: '-10d 09:00' }),
    ...dice.maybe({ sale_ends_at: '2027-03-14T02:30' }, 0.3),
    ...dice.maybe({ is_closed: true }, 0.2),
  })
  const attachments = dice.times(2, (at) => ({
    key: `file-${at}`,
    name: text(),
    url: '/files/packing-list.pdf',
    ...dice.maybe({ size: 1000 + dice.below(1000) }),
  }))
  return {
    key,
    type: dice.some(['camp', 'class', 'event', 'online'] as const),
    name: text(),
    summary: text(),
    status: dice.some(ways[was?.status ?? 'new']),
    ...times,
    attachments,
    ...dice.maybe({ description: dice.some(paragraphs) }),
    ...dice.maybe({ terms: dice.some(paragraphs) }),
    ...dice.maybe({ timezone: dice.some(zones) }, 0.3),
    venues: dice.subset(keys.venues),
    online_event: true,
    ...dice.maybe({ online_event_url: 'https://meet.example/room' }),
    ...dice.maybe({ tags: dice.subset(words) }),
    ...dice.maybe({ picture_url: 'https://pictures.example/a.jpg', picture_text: text() }),
    ...(keys.waivers[0] && dice.chance(0.5) ? { waiver: keys.waivers[0] } : {}),
    ...dice.maybe({ waiver_may_wait: true }),
    questions: dice.subset(keys.questions),
    promoted_products: dice.subset(keys.products),
    restrict_to: {
      session_packages: dice.subset(keys.session_packages),
      membership_packages: dice.subset(keys.membership_packages),
    },
    ...dice.maybe({ external_registration_url: 'https://elsewhere.example/join' }, 0.2),
    ...dice.maybe({
      refund: {
        tiers: [
          { until: 'P14D', percent: 100 },
          { until: 'P3D', percent: dice.below(100) },
        ],
        ...dice.maybe({ retention: { fixed: amount(), percent: dice.below(100), keep_fees: dice.chance(0.5) } }),
        ...dice.maybe({ automatic: true, request: false }),
        ...dice.maybe({ move_until: 'P2D' }),
        ...dice.maybe({ session: { free_until: 'PT24H', late: 'charge_fee' as const, late_fee: amount() } }),
      },
    }),
    options: [option(0), ...dice.times(2, (at) => option(at + 1))],
  }
}
