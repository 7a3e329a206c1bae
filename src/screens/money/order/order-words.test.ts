// Over 250 lines: the words of an order's page are in tables.
import { describe, expect, it } from 'vitest'
import type { Order } from '#contract/money/order'
import { money } from '#contract/display-money'
import { textIn } from '../../../locales/choose-language.ts'
import {
  orderBadge,
  orderBadges,
  orderPeople,
  orderSum,
  partNews,
  shownPayments,
  statusSentence,
  welcome,
} from './order-words.ts'
import { receiptLines } from './receipt-lines.ts'

const cad = (value: number) => money(value, 'CAD', 'en')
const item = (
  name: string,
  amount: number,
  discount: number,
  fee: number,
  tax: number,
  isFeeIncluded = false,
  addedTax = isFeeIncluded ? 0 : tax,
) => ({
  product_name: 'Canoe Week, Full day',
  attendee_name: name,
  amount: cad(amount),
  amount_discount: cad(discount),
  amount_fee: cad(fee),
  amount_tax: cad(tax),
  amount_tax_added: cad(addedTax),
  is_fee_included: isFeeIncluded,
})
const order = (items: object[], tax: { amount: number; isIncluded: boolean } | null) =>
  ({
    currency: 'CAD',
    amount_total: cad(0),
    items,
    registrations: [],
    tax_items: tax ? [{ name: 'HST', percent: 13, is_included: tax.isIncluded, amount: cad(tax.amount) }] : [],
  }) as unknown as Order
const sums = (order: Order) =>
  receiptLines(order, { language: 'en', locale: 'en-CA', fee: 'Booking fee' }).map(({ name, sum }) => [name, sum])

describe('the lines of a receipt', () => {
  it('receipt lines add up to the total', () =>
    expect(
      sums(
        order([item('Maya Roy', 34_500, 4350, 300, 3920), item('Samuel Roy', 34_500, 4350, 300, 3920)], {
          amount: 7918,
          isIncluded: false,
        }),
      ),
    ).toEqual([
      ['Canoe Week, Full day, Maya Roy', '$340.70'],
      ['Canoe Week, Full day, Samuel Roy', '$340.70'],
      ['Booking fee', '$6.78'],
    ]))
  it('an included fee has no receipt line', () =>
    expect(sums(order([item('Maya Roy', 34_500, 0, 300, 3969, true)], { amount: 3969, isIncluded: true }))).toEqual([
      ['Canoe Week, Full day, Maya Roy', '$345.00'],
    ]))
  it('receipt lines of places say the days and the venue', () => {
    const booked = (id: string, starts_at: string, ends_at: string, venues: string[]) => ({
      id,
      event: {
        ...{ starts_at, ends_at, timezone: 'America/Toronto', overnight: null, is_series: false, series_dates: [] },
        ...{ online_event: venues.length === 0, venues: venues.map((name) => ({ name })) },
      },
    })
    const lesson = (id: string) => ({
      ...item('Maya Roy', 4000, 0, 0, 0),
      product_name: 'Swim lesson',
      registration_id: id,
    })
    const registrations = [
      booked('reg_1', '2027-07-06T14:00:00Z', '2027-07-06T15:00:00Z', ['Main Beach']),
      booked('reg_2', '2027-07-14T01:00:00Z', '2027-07-14T02:00:00Z', []),
      booked('reg_3', '2027-07-19T13:00:00Z', '2027-07-23T20:00:00Z', ['Pine Point', 'Creek Hall']),
    ]
    const series = { ...order(['reg_1', 'reg_2', 'reg_3'].map(lesson), null), registrations } as unknown as Order
    expect(
      receiptLines(series, { language: 'en', locale: 'en-CA', fee: 'Booking fee' }).map(({ name, when }) => [
        name,
        when,
      ]),
    ).toEqual([
      ['Swim lesson, Maya Roy', 'Tue, July\u00a06, 2027 · Main Beach'],
      ['Swim lesson, Maya Roy', 'Tue, July\u00a013, 2027 · Online'],
      ['Swim lesson, Maya Roy', 'Mon, July\u00a019 to Fri, July\u00a023, 2027 · Pine Point, Creek Hall'],
    ])
  })
  it('the receipt of a free order has no further lines', () =>
    expect(sums(order([item('Maya Roy', 0, 0, 0, 0)], null))).toEqual([['Canoe Week, Full day, Maya Roy', '$0.00']]))
})

describe('U5: an order with one cancelled place', () => {
  const en = { text: textIn('en'), language: 'en' as const }
  const partly = {
    status: 'paid',
    refund_status: 'pending',
    currency: 'CAD',
    registrations: [
      { status: 'confirmed', attendee_profile: { first_name: 'Maya' } },
      { status: 'cancelled', attendee_profile: { first_name: 'Samuel' } },
    ],
    amount_total: cad(64_848),
    amount_paid: cad(64_848),
    amount_returned: cad(0),
    amount_returning: cad(27_679),
    amount_moved: cad(0),
    amount_carried: cad(0),
    amount_due: cad(0),
    amount_remaining: cad(0),
    instalments: [],
  } as unknown as Order

  it('a partly cancelled order names the people who keep their place', () =>
    expect(orderPeople(partly, en)).toBe('Maya'))
  it('a partly cancelled order shows the cancellation next to its status', () =>
    expect(orderBadges(partly, en).map(({ words }) => words)).toEqual([
      'Confirmed',
      '1 place cancelled',
      'Refund on its way',
    ]))
  it('the paid amount is reduced by refunds', () => {
    const sum = { label: 'Paid after refund', amount: '$371.69' }
    expect(orderSum(partly, en)).toEqual(sum)
    expect(orderSum({ ...partly, amount_returned: cad(27_679), amount_returning: cad(0) }, en)).toEqual(sum)
  })
  it('a partly cancelled order is shown in French', () =>
    expect(orderBadges(partly, { text: textIn('fr') }).map(({ words }) => words)).toEqual([
      'Confirmée',
      '1 place annulée',
      'Remboursement en route',
    ]))
  it('a fully cancelled order still names everyone', () =>
    expect(
      orderPeople(
        { ...partly, registrations: partly.registrations.map((place) => ({ ...place, status: 'cancelled' as const })) },
        en,
      ),
    ).toBe('Maya and Samuel'))
  it('an unpaid order shows the amount due', () =>
    expect(
      orderSum(
        {
          ...partly,
          status: 'pending',
          amount_paid: cad(0),
          amount_returning: cad(0),
          amount_due: cad(64_848),
          amount_remaining: cad(64_848),
        },
        en,
      ),
    ).toEqual({ label: 'Total due', amount: '$648.48' }))
})

describe('the status of an order in words', () => {
  const text = textIn('en')
  it('an unknown status has a neutral word', () =>
    expect(orderBadge('held_by_robots' as 'paid', { text })).toMatchObject({ words: 'In progress' }))
  it('the welcome names the remaining attendees and the first day', () => {
    const registration = (name: string, status: string) => ({
      status,
      event: {
        id: 'evt',
        starts_at: '2027-07-05T13:00:00Z',
        ends_at: '2027-07-09T20:00:00Z',
        timezone: 'America/Toronto',
      },
      attendee_profile: { first_name: name },
    })
    const paid = {
      status: 'paid',
      registrations: [
        registration('Maya', 'confirmed'),
        registration('Samuel', 'confirmed'),
        registration('Léa', 'cancelled'),
      ],
    } as unknown as Order
    expect(welcome(paid, { text, locale: 'en-CA' }, Date.UTC(2027, 0, 1))?.replaceAll('\u00a0', ' ')).toBe(
      'See you on July 5, Maya and Samuel',
    )
    expect(welcome(paid, { text, locale: 'en-CA' }, Date.UTC(2028, 0, 1))).toBeNull()
    const atOffice = { ...paid, status: 'pending', due_at: '2027-01-08T22:00:00Z' } as Order
    expect(welcome(atOffice, { text, locale: 'en-CA' }, Date.UTC(2027, 0, 1))).toMatch(/^See you on /)
    const unpaid = { ...atOffice, due_at: null } as Order
    expect(welcome(unpaid, { text, locale: 'en-CA' }, Date.UTC(2027, 0, 1))).toBeNull()
    expect(welcome({ ...paid, status: 'cancelled' }, { text, locale: 'en-CA' }, Date.UTC(2027, 0, 1))).toBeNull()
  })
})

describe('the payments of an order', () => {
  const payment = (status: string, more: object = {}) => ({
    id: `pay_${status}`,
    status,
    checkout_method: 'card',
    payment_source: { brand: 'visa', last4: '4242' },
    amount_total: cad(5000),
    amount_received: cad(status === 'succeeded' ? 5000 : 0),
    ...more,
  })
  const shown = (payments: object[], language: 'en' | 'fr' = 'en') =>
    shownPayments({ payments } as never, { text: textIn(language) }).map(({ way, badge }) => [way, badge.words])

  it('a single successful payment is not listed', () => {
    expect(shown([payment('succeeded')])).toEqual([])
    expect(shown([])).toEqual([])
  })
  it('several payments are listed with their method and status', () => {
    const office = payment('created', { checkout_method: 'offline', payment_source: null })
    expect(shown([office, payment('failed'), payment('processing', { payment_source: null })])).toEqual([
      ['At the office', 'Waiting for the money'],
      ['Visa ending 4242', 'Declined'],
      ['Card', 'Being checked'],
    ])
    expect(shown([office], 'fr')).toEqual([['Au bureau', 'En attente de l’argent']])
  })
  it('a payment below the due amount is listed', () => {
    const sums = {
      checkout_method: 'offline',
      payment_source: null,
      amount_total: cad(7469),
      amount_received: cad(1000),
    }
    const payments = [payment('succeeded', sums), payment('created', { ...sums, amount_total: cad(6469) })]
    expect(shownPayments({ payments } as never, { text: textIn('en') }).map(({ amount }) => amount)).toEqual([
      '$10.00',
      '$64.69',
    ])
  })
  it('two payments that make up the total are both listed', () =>
    expect(
      shown([payment('succeeded', { checkout_method: 'offline', payment_source: null }), payment('succeeded')]),
    ).toEqual([
      ['At the office', 'Paid'],
      ['Visa ending 4242', 'Paid'],
    ]))
})

describe('the status sentence of an unpaid order', () => {
  const page = { text: textIn('en'), locale: 'en-CA' as const, program: { timezone: 'America/Toronto' } }
  const stateOf = (status: string, types: string[], more: object = {}) =>
    statusSentence(
      {
        status,
        items: types.map((type) => ({ type })),
        due_at: null,
        cancel_reason: null,
        amount_remaining: cad(2500),
        ...more,
      } as unknown as Order,
      page,
      0,
    )

  it.each<[string, string, string[], object, RegExp | null]>([
    ['mentions places when there are some', 'draft', ['event_option', 'product_variation'], {}, /places/],
    ['mentions the selection when everything is from the store', 'draft', ['product_variation'], {}, /^What you chose/],
    [
      'names the end of the hold',
      'pending',
      ['product_variation'],
      { due_at: '2027-07-05T16:00:00.000Z' },
      /^Pay \$25\.00 by .*what you chose/,
    ],
    [
      'names the reason of a cancellation',
      'cancelled',
      ['product_variation'],
      { cancel_reason: 'all_items_cancelled' },
      /^Everything/,
    ],
    ['is empty when a debt is paid', 'expired', ['balance_due'], {}, null],
    ['mentions a pending bank step for any items', 'requires_action', ['balance_due'], {}, /bank/],
  ])('the status sentence of an order %s', (_, status, types, more, sentence) => {
    const said = stateOf(status, types, more)
    if (sentence) expect(said).toMatch(sentence)
    else expect(said).toBeNull()
  })
})

it('the page says thank you for an instalment only once it is paid', () => {
  const shown = {
    instalments: [
      { status: 'paid', payment_id: 'pay_1' },
      { status: 'scheduled', payment_id: null },
    ],
    payments: [
      { id: 'pay_1', status: 'succeeded' },
      { id: 'pay_2', status: 'succeeded' },
      { id: 'pay_3', status: 'processing' },
    ],
  } as unknown as Order
  expect(['pay_1', 'pay_2', 'pay_3', 'pay_of_another', null].map((id) => partNews(shown, id))).toEqual([
    'paid',
    'returned',
    null,
    null,
    null,
  ])
})
