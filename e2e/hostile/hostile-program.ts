/** One line for a field with a maximum length; empty when the field would reject it. */
const lineOf = (text: string, most: number) =>
  [...text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').normalize('NFC')].slice(0, most).join('').trim()

/** Several lines of the text. */
const linesOf = (text: string) =>
  text
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .normalize('NFC')
    .trim()

/** The displayed name of a program or event with this text. */
export const nameWith = (text: string): string => lineOf(text, 100)

/** A program file with one text in every text field, with events on sale, full, booked elsewhere and for members. */
export function programWith(program: string, text: string): Record<string, unknown> {
  const line = (most: number) => lineOf(text, most)
  const many = linesOf(text)
  const address = {
    address_line_1: line(120),
    address_line_2: line(120),
    city: line(80),
    region: 'CA-ON',
    postcode: 'K0G 1X0',
    country: 'CA',
  }
  const link = `https://camps.example/?from=${text.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '')}`
  const option = { name: line(50), description: many, minimum_age: 6, maximum_age: 12, spots_total: 'unlimited' }
  const event = {
    type: 'camp',
    name: nameWith(text),
    summary: line(250),
    description: many,
    terms: many,
    tags: [line(40)],
    picture_url: '/pictures/canoe.svg',
    picture_text: line(200),
    venues: ['place'],
    status: 'published',
  }
  return {
    program,
    name: nameWith(text),
    summary: line(250),
    types: ['other'],
    tags: [line(40)],
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    languages: ['en', 'fr'],
    country: 'CA',
    website: link,
    address,
    features: {
      online_payments: true,
      discounts: true,
      appointments: true,
      sessions: true,
      memberships: true,
      products: true,
    },
    preferences: {
      brand_accent_color: '#11696b',
      checkout_background_url: '/pictures/canoe.svg',
      checkout_overlay_color: '#11696b',
      checkout_overlay_opacity: 30,
      program_terms: many,
      session_packages_text: many,
      membership_packages_text: many,
      default_membership_terms: many,
      treaty: many,
      sold_out_text: line(120),
      store_front_text: many,
      promote_products: true,
      default_event_waiver: 'waiver',
    },
    selling: {
      offline: true,
      offline_instructions: many,
      card_charges: line(500),
      taxes: [{ name: line(40), percent: 13 }],
      embed_origins: ['https://camps.example'],
    },
    venues: [{ key: 'place', name: line(100), address }],
    waivers: [{ key: 'waiver', title: line(100), text: many }],
    questions: [
      { key: 'short', title: line(200), help: many, type: 'short_text' },
      {
        key: 'chosen',
        title: line(200),
        help: many,
        type: 'dropdown',
        choices: [{ value: line(100), label: line(100) }, 'Other'],
      },
    ],
    categories: [
      { key: 'shelf', name: line(60) },
      { key: 'lower', name: line(60), parent: 'shelf' },
    ],
    products: [
      {
        key: 'thing',
        type: 'rental',
        name: line(100),
        description: many,
        picture_url: '/pictures/shirt.svg',
        category: 'lower',
        variations: [
          { key: 'one', name: line(60), cost: 12, confirm_text: line(250) },
          { key: 'other', name: line(60), cost: 15, is_closed: true },
        ],
      },
    ],
    coupons: [{ key: 'early', name: line(100), code: 'EARLY', percent_off: 10 }],
    session_packages: [
      { key: 'visits', name: line(100), description: many, cost: 120, allocated_amount: 10, terms: many },
    ],
    membership_packages: [
      { key: 'pass', name: line(100), description: many, cost: 45, billing_period: 'month', is_unlimited: true },
    ],
    appointment_types: [
      {
        key: 'lesson',
        name: nameWith(text),
        summary: line(250),
        description: many,
        terms: many,
        tags: [line(40)],
        picture_text: line(200),
        venues: ['place'],
        is_online_event: true,
        status: 'published',
        opening_hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '09:00', to: '11:00' }],
        options: [{ key: 'half', name: line(50), cost: 45, duration: 30 }],
      },
    ],
    events: [
      {
        ...event,
        key: 'ours',
        starts_at: '+30d 09:00',
        ends_at: '+34d 16:00',
        questions: ['short', 'chosen'],
        promoted_products: ['thing'],
        options: [
          { ...option, key: 'open', cost: 120 },
          { ...option, key: 'full', cost: 90, spots_total: 0 },
        ],
      },
      {
        ...event,
        key: 'full',
        starts_at: '+40d 09:00',
        ends_at: '+44d 16:00',
        options: [{ ...option, key: 'full', cost: 90, spots_total: 0 }],
      },
      {
        ...event,
        key: 'theirs',
        starts_at: '+50d 09:00',
        ends_at: '+54d 16:00',
        external_registration_url: link,
        options: [],
      },
      {
        ...event,
        key: 'members',
        starts_at: '+60d 09:00',
        ends_at: '+64d 16:00',
        restrict_to: { session_packages: ['visits'], membership_packages: ['pass'] },
        options: [{ ...option, key: 'open', cost: 120 }],
      },
    ],
  }
}
