// Over 250 lines: the sections of a random program file, which name each other by key.
import { noticeTopicNames } from '../contract/organisation/notices.ts'
import type { FileText } from '../contract/texts.ts'
import type { Choices } from './choices.ts'
import type { WrittenFile } from './program-file.ts'

type Event = NonNullable<WrittenFile['events']>[number]
type ProgramChoices = ReturnType<typeof programChoices>

function programChoices(choices: Choices) {
  return {
    ...choices,
    /** Returns a field or nothing. An omitted field has its default. */
    maybe: <Value extends object>(value: Value, share = 0.5): Value | object => (choices.chance(share) ? value : {}),
    times: <Item>(maxCount: number, make: (index: number) => Item): Item[] =>
      Array.from({ length: choices.below(maxCount + 1) }, (_, index) => make(index)),
    subset: <Item>(items: readonly Item[]): Item[] => items.filter(() => choices.chance(0.4)),
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

/** A valid program file with every section; fields are set or omitted at random. `was` is the applied file. */
export function randomProgram(program: string, drawn: Choices, was?: WrittenFile): WrittenFile {
  const choices = programChoices(drawn)
  const spoken = {
    ...choices.maybe({ language: 'fr' as const }),
    ...choices.maybe({ languages: ['en', 'fr'] as ('en' | 'fr')[] }),
  } as Pick<WrittenFile, 'language' | 'languages'>
  if (spoken.language && !spoken.languages) spoken.languages = ['fr']
  const language = spoken.language ?? 'en'
  const isBilingual = (spoken.languages ?? []).length > 1
  const inLanguages = (write: () => string): FileText =>
    isBilingual && choices.chance(0.5)
      ? { en: write(), fr: write() }
      : choices.chance(0.2)
        ? { [language]: write() }
        : write()
  const text = () => inLanguages(() => `${choices.pick(words)} ${choices.below(100)}`)
  const paragraph = () => inLanguages(() => choices.pick(paragraphs))
  const currency = was?.default_currency ?? choices.pick(['CAD', 'JPY', 'KWD', 'EUR'])
  const amount = (least = 0) => {
    const minor = least + choices.below(50_000)
    // A card charges dinars only in steps of ten of the smallest unit.
    return currency === 'JPY' ? minor : minor / 100
  }
  const base = { choices, text, paragraph, amount }
  const venues = choices.times(4, (index) => ({
    key: `venue-${index}`,
    name: text(),
    address: choices.pick(addresses),
    ...choices.maybe({ timezone: choices.pick(zones) }, 0.3),
  }))
  const closed = () =>
    choices.maybe({ closed: choices.pick([['2027-07-01'], ['+40d', { from: '2027-12-24', to: '2028-01-02' }]]) })
  const resources = choices.times(2, (index) => ({
    key: `resource-${index}`,
    name: choices.pick(words),
    kind: choices.pick(['person', 'room'] as const),
    ...closed(),
  }))
  const pools = choices.times(3, (index) => ({ key: `pool-${index}`, spots_total: choices.below(100) }))
  const waivers = choices.times(2, (index) => ({
    key: `waiver-${index}`,
    version: (was?.waivers?.find(({ key }) => key === `waiver-${index}`)?.version ?? 0) + 1,
    title: text(),
    text: paragraph(),
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
  const events = choices.times(5, (index) =>
    randomEvent(base, { key: `event-${index}`, keys, was: was?.events?.find(({ key }) => key === `event-${index}`) }),
  )
  return {
    program,
    name: text(),
    timezone: choices.pick(zones),
    default_currency: currency,
    country: 'CA',
    ...choices.maybe({ summary: text() }),
    ...choices.maybe({ types: choices.subset(['camp', 'school', 'other'] as const) }),
    ...choices.maybe({ tags: choices.subset(words) }),
    ...spoken,
    ...choices.maybe({ tag_names: { Canoe: text(), [choices.pick(words)]: text() } }),
    ...choices.maybe({ website: 'https://lakeside.example/camps' }),
    ...choices.maybe({ email: 'hello@lakeside.example' }),
    ...choices.maybe({ phone: '613-555-0142' }),
    ...choices.maybe({ address: choices.pick(addresses) }),
    ...choices.maybe({ picture_url: '/pictures/dock.svg' }),
    ...closed(),
    ...choices.maybe({ team_notices: choices.subset(noticeTopicNames) }),
    resources,
    ...choices.maybe({ meta_pixel_id: '1234567890', gtm_id: 'GTM-ABC123' }),
    ...choices.maybe({ featured: choices.chance(0.5), is_verified: choices.chance(0.5) }),
    features: {
      ...choices.maybe({ online_payments: choices.chance(0.5) }),
      ...choices.maybe({ discounts: true }),
      ...choices.maybe({ products: true }),
      expanded_gender: true,
      sessions: true,
      memberships: true,
    },
    ...choices.maybe({
      preferences: {
        ...choices.maybe({ brand_accent_color: choices.pick(colours) }),
        ...choices.maybe({ checkout_background_url: '/pictures/dock.svg' }),
        ...choices.maybe({ checkout_overlay_color: choices.pick(colours) }),
        ...choices.maybe({ checkout_overlay_opacity: choices.below(101) }),
        ...choices.maybe({ program_terms: paragraph() }),
        ...choices.maybe({ sold_out_text: text() }),
        ...choices.maybe({ required_attendee_fields: choices.subset(['date_of_birth', 'parent_name'] as const) }),
        ...choices.maybe({ treaty: paragraph() }),
        ...(keys.waivers[0] ? { default_event_waiver: keys.waivers[0] } : {}),
        ...choices.maybe({ default_sales_end: 'PT24H' }),
        ...choices.maybe({
          camp_feedback_schedule: 'weekly' as const,
          session_feedback_schedule: 'every_5th' as const,
        }),
        ...choices.maybe({ ignore_attendee_conflicts: true }),
        ...choices.maybe({ store_front_text: paragraph() }),
      },
    }),
    // An order can be paid offline at any price.
    ...{
      selling: {
        hold_minutes: 5 + choices.below(50),
        offline: choices.chance(0.5) ? true : { days: 1 + choices.below(60), until_start: choices.chance(0.5) },
        offline_instructions: text(),
        ...choices.maybe({
          fee: { percent: choices.below(1000) / 100, fixed: amount(), included: choices.chance(0.5) },
        }),
        taxes: choices.times(2, () => ({ name: text(), percent: choices.below(2000) / 100 })),
        ...choices.maybe({ embed_origins: ['https://lakeside.example/', 'http://localhost:8080'] }),
        ...choices.maybe({ show_prices: 'before_tax' as const }),
        ...choices.maybe({ card_charges: text(), card_charges_limit: amount(50) }),
      },
    },
    venues,
    pools,
    waivers,
    questions,
    events,
    ...products,
    ...packages,
    coupons: choices.times(3, (index) => ({
      key: `coupon-${index}`,
      code: `CODE${choices.below(1_000_000)}_${index}`,
      ...(choices.chance(0.5) ? { amount_off: amount(1) } : { percent_off: 1 + choices.below(9_900) / 100 }),
      ...choices.maybe({ name: text() }),
      ...choices.maybe({ redeem_after: '2026-01-01T00:00' }),
      ...choices.maybe({ redeem_before: '+400d 23:59' }),
      ...choices.maybe({ minimum_items: 1 + choices.below(5) }),
      ...choices.maybe({ minimum_amount: amount() }),
      ...choices.maybe({ max_redemptions: 10, redeemed_before: choices.below(10) }),
      ...choices.maybe({ limit_customer: 2 }),
      ...choices.maybe({ membership_packages: choices.subset(packages.membership_packages.map(({ key }) => key)) }),
      ...choices.maybe({ apply_automatically: true }),
      ...choices.maybe({ is_enabled: false }),
      ...choices.maybe({
        applies_to: {
          products: choices.subset(events.map(({ key }) => key)),
          product_types: choices.subset(['camp', 'event_option']),
        },
      }),
    })),
    appointment_types: choices.times(3, (index) => ({
      key: `type-${index}`,
      name: text(),
      status: was?.appointment_types?.find(({ key }) => key === `type-${index}`)?.status ?? ('draft' as const),
      venues: choices.subset(keys.venues),
      ...choices.maybe({ tags: choices.subset(words) }),
      ...choices.maybe({ summary: text() }),
      ...choices.maybe({
        interval_minutes: 15 + choices.below(60),
        buffer_minutes: choices.below(60),
      }),
      ...(choices.chance(0.5)
        ? { spots_total: 1 + choices.below(5) }
        : { resources: choices.subset(resources.map(({ key }) => key)) }),
      ...(choices.chance(0.3)
        ? { period_type: 'rolling' as const, max_booking_time: 1 + choices.below(90) }
        : choices.chance(0.5)
          ? { period_type: 'range' as const, period_starts_on: '+10d mon', period_ends_on: '2027-12-31' }
          : {}),
      opening_hours: [
        {
          days: ['mon' as const, 'tue' as const],
          from: '09:00',
          to: '24:00',
          ...choices.maybe({ starts_on: '+20d' }),
          ...choices.maybe({ ends_on: '2029-01-01' }),
        },
      ],
      ...choices.maybe({ book_until: 'PT12H' }),
      ...choices.maybe({ questions: choices.subset(keys.questions) }),
      ...choices.maybe({ waiver: choices.subset(keys.waivers)[0] ?? null }),
      ...choices.maybe({
        session_cancellation_policy: {
          free_until: 'PT48H',
          late: 'charge_fee' as const,
          late_fee: amount(1),
          ...choices.maybe({ move_until: 'PT12H' }),
        },
      }),
      options: choices.times(3, (each) => ({
        key: `option-${each}`,
        name: text(),
        duration: 5 + choices.below(60),
        ...(choices.chance(0.3) ? { free: true } : { cost: amount(1) }),
      })),
    })),
  }
}

type Base = {
  choices: ProgramChoices
  text: () => FileText
  paragraph: () => FileText
  amount: (least?: number) => number
}

function randomQuestions({ choices, text, paragraph }: Base): NonNullable<WrittenFile['questions']> {
  const made = choices.times(4, (index) => {
    const own = {
      key: `question-${index}`,
      title: text(),
      ...choices.maybe({ help: paragraph() }),
      ...choices.maybe({ required: true }),
    }
    if (index % 2 === 0)
      return { ...own, type: 'short_text' as const, ...choices.maybe({ max_length: 1 + choices.below(200) }) }
    return {
      ...own,
      type: 'dropdown' as const,
      choices: choices.chance(0.5)
        ? ['S', 'M', 'no']
        : [
            { value: 's', label: text() },
            { value: 'm', label: 'm' },
          ],
    }
  })
  return made.map((question, index) => ({
    ...question,
    ...(index > 0 && choices.chance(0.4)
      ? { show_if: { field: 'question-0', equals: choices.pick(['S', true, 3]) } }
      : {}),
  }))
}

function randomProducts({ choices, text, paragraph, amount }: Base) {
  const categories = choices.times(3, (index) => ({
    key: `category-${index}`,
    name: text(),
    ...(index > 0 && choices.chance(0.5) ? { parent: 'category-0' } : {}),
  }))
  const products = choices.times(3, (index) => ({
    key: `product-${index}`,
    name: text(),
    ...choices.maybe({ type: 'meal' as const }),
    ...choices.maybe({ description: paragraph() }),
    ...(categories[0] && choices.chance(0.5) ? { category: categories[0].key } : {}),
    ...choices.maybe({ sale_starts_at: '2027-03-14T02:30' }),
    ...choices.maybe({ is_closed: true }),
    ...choices.maybe({ pickup_text: text(), return_days: 30 }),
    ...choices.maybe({ return_on_request: true }),
    variations: [
      { key: 'plain', name: text(), cost: amount() },
      ...choices.times(2, (each) => ({
        key: `variation-${each}`,
        name: text(),
        cost: amount(),
        ...choices.maybe({ confirm_text: text() }),
        ...choices.maybe({ stock_total: 12 }),
      })),
    ],
  }))
  return { categories, products }
}

function randomPackages({ choices, text, paragraph, amount }: Base) {
  const own = (key: string) => ({
    key,
    name: text(),
    cost: amount(1),
    ...choices.maybe({ description: paragraph() }),
    ...choices.maybe({ include_fee: choices.chance(0.5) }),
    ...choices.maybe({ is_discontinued: true }),
    ...choices.maybe({ terms: paragraph() }),
  })
  const expiry = () =>
    choices.maybe({
      expiry_amount: 1 + choices.below(12),
      expiry_period: choices.pick(['day', 'week', 'month', 'year'] as const),
    })
  return {
    session_packages: choices.times(2, (index) => ({
      ...own(`visits-${index}`),
      ...(choices.chance(0.5) ? { allocated_amount: 1 + choices.below(20) } : { is_unlimited: true }),
      ...expiry(),
      ...choices.maybe({
        payment_plan: { deposit_percent: 1 + choices.below(99), parts: [{ days_after: 1 }, { due_on: '2027-12-24' }] },
      }),
    })),
    membership_packages: choices.times(2, (index) => {
      const named = own(`member-${index}`)
      const billing_period = choices.pick(['month', 'year', 'once'] as const)
      // A package with a one-off payment has no trial and no number of periods.
      const ofPeriods = <Part extends object>(part: Part) => (billing_period === 'once' ? {} : part)
      return {
        ...named,
        billing_period,
        ...(choices.chance(0.5)
          ? {
              allocated_amount: 1 + choices.below(20),
              allocated_period: 'month' as const,
              ...choices.maybe({ allocate_credits_on_period: true }),
              ...ofPeriods(choices.maybe({ trial_days: 14, trial_needs_card: false })),
              ...ofPeriods(choices.maybe({ num_periods: 12 })),
              ...expiry(),
            }
          : { is_unlimited: choices.chance(0.5) }),
      }
    }),
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

/** The possible next values of an event's status. */
const ways = {
  new: ['draft', 'published', 'unpublished', 'cancelled'],
  draft: ['draft', 'published'],
  published: ['published', 'unpublished'],
  unpublished: ['unpublished', 'published', 'cancelled'],
  cancelled: ['cancelled'],
  archived: ['archived', 'unpublished'],
} as const

function randomEvent(
  { choices, text, paragraph, amount }: Base,
  { key, keys, was }: { key: string; keys: Keys; was: Event | undefined },
): Event {
  const isSeries = choices.chance(0.3)
  const times = isSeries
    ? {
        series_dates: [
          { starts_at: '2027-09-13T18:00', ends_at: '2027-09-13T20:00' },
          { starts_at: '2027-09-06T18:00', ends_at: '2027-09-06T20:00' },
        ],
      }
    : { starts_at: choices.pick(starts), ends_at: '2028-01-02T16:00' }
  const option = (index: number) => ({
    key: `option-${index}`,
    name: text(),
    ...(choices.chance(0.3) ? { free: true, ...choices.maybe({ cost: amount() }) } : { cost: amount(1) }),
    ...choices.maybe({ description: paragraph() }),
    ...choices.maybe({ gender: 'female' as const }),
    ...choices.maybe({ minimum_age: 5, maximum_age: 5 + choices.below(10) }),
    spots_total: choices.chance(0.5) ? ('unlimited' as const) : choices.below(100),
    pools: choices.subset(keys.pools),
    ...choices.maybe({ sale_starts_at: '-10d 09:00' }),
    ...choices.maybe({ sale_ends_at: '2027-03-14T02:30' }, 0.3),
    ...choices.maybe({ is_closed: true }, 0.2),
  })
  const attachments = choices.times(2, (index) => ({
    key: `file-${index}`,
    name: text(),
    url: '/files/packing-list.pdf',
    ...choices.maybe({ size: 1000 + choices.below(1000) }),
  }))
  const groups = choices.times(3, (index) => ({
    key: `group-${index}`,
    name: `Group ${index}`,
    ...choices.maybe({ minimum_age: 5, maximum_age: 5 + choices.below(10) }),
  }))
  return {
    key,
    groups,
    type: choices.pick(['camp', 'class', 'event', 'online'] as const),
    name: text(),
    ...choices.maybe({ title: text() }),
    summary: text(),
    status: choices.pick(ways[was?.status ?? 'new']),
    ...times,
    attachments,
    ...choices.maybe({ description: paragraph() }),
    ...choices.maybe({ terms: paragraph() }),
    ...choices.maybe({ timezone: choices.pick(zones) }, 0.3),
    venues: choices.subset(keys.venues),
    online_event: true,
    ...choices.maybe({ online_event_url: 'https://meet.example/room' }),
    ...choices.maybe({ tags: choices.subset(words) }),
    ...choices.maybe({ picture_url: 'https://pictures.example/a.jpg', picture_text: text() }),
    ...(keys.waivers[0] && choices.chance(0.5) ? { waiver: keys.waivers[0] } : {}),
    ...choices.maybe({ waiver_may_wait: true }),
    ...choices.maybe({ groups_shown: true }),
    questions: choices.subset(keys.questions),
    promoted_products: choices.subset(keys.products),
    restrict_to: {
      session_packages: choices.subset(keys.session_packages),
      membership_packages: choices.subset(keys.membership_packages),
    },
    ...choices.maybe({ external_registration_url: 'https://elsewhere.example/join' }, 0.2),
    ...choices.maybe({
      refund: {
        tiers: [
          { until: 'P14D', percent: 100 },
          { until: 'P3D', percent: choices.below(100) },
        ],
        ...choices.maybe({
          retention: { fixed: amount(), percent: choices.below(100), keep_fees: choices.chance(0.5) },
        }),
        ...choices.maybe({ automatic: true, request: false }),
        ...choices.maybe({ move_until: 'P2D' }),
        ...choices.maybe({ session: { free_until: 'PT24H', late: 'charge_fee' as const, late_fee: amount() } }),
      },
    }),
    options: [option(0), ...choices.times(2, (index) => option(index + 1))],
  }
}
