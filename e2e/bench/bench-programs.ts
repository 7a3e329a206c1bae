import { fairRefund } from '../../functions/test-bench/programs.ts'

const places = [
  'Pine Point',
  'Dock House',
  'Otter Bay',
  'Maple Hall',
  'North Cove',
  'Heron Marsh',
  'Cedar Lodge',
  'Gull Island',
]
const doings = [
  'Canoe',
  'Sailing',
  'Archery',
  'Pottery',
  'Robotics',
  'Theatre',
  'Climbing',
  'Swimming',
  'Woodcraft',
  'Music',
]
const kinds = ['week', 'days', 'mornings', 'weekend', 'evenings']
const sentences = [
  'Small groups and patient coaches.',
  'Bring a hat, a bottle and old shoes.',
  'Everyone goes home with something they made.',
  'We practise in the shallow bay before we leave it.',
  'Lunch is outside unless it pours.',
  'The last afternoon is open to families.',
  'No experience is needed, curiosity is.',
  'Coaches hold a first-aid certificate.',
]

const pick = <Item>(list: readonly Item[], at: number): Item => list[at % list.length] as Item

/** The program file of a fixed program with forty events and distinct texts. */
export function benchProgram(number: number, events = 40): Record<string, unknown> {
  const town = pick(['Port Hope', 'Gravenhurst', 'Kingston', 'Orillia', 'Parry Sound'], number)
  return {
    program: `bench-${String(number).padStart(2, '0')}`,
    name: `${town} Camps ${number}`,
    summary: `Camps and classes around ${town}, all year.`,
    timezone: 'America/Toronto',
    default_currency: 'CAD',
    languages: ['en', 'fr'],
    country: 'CA',
    types: ['camp'],
    website: 'https://camps.example',
    email: 'hello@camps.example',
    features: { online_payments: true, discounts: true, products: true },
    preferences: {
      brand_accent_color: pick(['#11696b', '#b54800', '#3b5bdb', '#137c00'], number),
      required_attendee_fields: ['date_of_birth'],
      promote_products: true,
    },
    selling: {
      hold_minutes: 15,
      offline: true,
      offline_instructions: 'Pay at our office, 8 to 6 on weekdays: cash, cheque or debit.',
      fee: { percent: 2.5, fixed: 0.5, included: false },
      taxes: [{ name: 'HST', percent: 13, included: false }],
      balance_due_blocks_checkout: false,
    },
    venues: places.map((name, index) => ({
      key: `venue-${index}`,
      name,
      address: {
        address_line_1: `${index + 1} Lake Rd`,
        city: town,
        region: 'CA-ON',
        postcode: 'M5V 2T6',
        country: 'CA',
      },
    })),
    categories: ['To wear', 'To carry', 'To eat'].map((name, index) => ({ key: `category-${index}`, name })),
    products: Array.from({ length: 24 }, (_, index) => benchProduct(number, index)),
    events: Array.from({ length: events }, (_, index) => benchEvent(number, index)),
  }
}

function benchProduct(number: number, index: number): Record<string, unknown> {
  return {
    key: `product-${index}`,
    name: `${pick(places, index + number)} ${pick(['shirt', 'bottle', 'cap', 'bag', 'lunch'], index)} ${index + 1}`,
    description: pick(sentences, index * 3 + number),
    category: `category-${index % 3}`,
    variations: [
      { key: 'small', name: `Small ${index + 1}`, cost: 12 + (index % 7) },
      { key: 'large', name: `Large ${index + 1}`, cost: 15 + (index % 9) },
    ],
  }
}

function benchEvent(number: number, index: number): Record<string, unknown> {
  const activity = pick(doings, index + number)
  return {
    key: `event-${index}`,
    type: pick(['camp', 'class', 'clinic'], index),
    name: `${activity} ${pick(kinds, index * 3 + number)} ${index + 1}`,
    summary: `${pick(sentences, index + number)} ${pick(sentences, index * 3 + 1)}`,
    description: Array.from(
      { length: 4 },
      (_, line) => `${pick(sentences, index + line * 5)} ${pick(sentences, number + line * 3 + index)}`,
    ).join('\n\n'),
    starts_at: `+${20 + index * 5}d 09:00`,
    ends_at: `+${20 + index * 5 + (index % 5)}d 16:00`,
    venues: [`venue-${index % places.length}`],
    status: 'published',
    promoted_products: [0, 1, 2].map((more) => `product-${(index + more) % 24}`),
    refund: (({ tiers, retention, automatic, request }) => ({ tiers, retention, automatic, request }))(fairRefund),
    options: [
      {
        key: 'full',
        name: 'Full day',
        cost: 180 + (index % 7) * 15,
        spots_total: 20 + index,
        minimum_age: 6 + (index % 5),
        maximum_age: 12 + (index % 4),
      },
      { key: 'half', name: 'Mornings', cost: 95 + (index % 5) * 5, spots_total: 12, minimum_age: 5, maximum_age: 12 },
    ],
  }
}
