import { describe, expect, it } from 'vitest'
import { money } from '#contract/display-money'
import type { Order } from '#contract/money/order'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { exampleEvent, exampleOption, exampleProgramContext } from '../../example-program.ts'
import { cancelSetup } from './cancel-setup.ts'

const cad = (value: number) => money(value, 'CAD', 'en')
const context = (language: 'en' | 'fr') => exampleProgramContext(language) as ProgramContext
const now = Date.parse('2027-04-12T18:36:00Z')
const card = { brand: 'mastercard', last4: '4444' }

function orderWith(
  change: {
    payments?: object[]
    result?: string
    status?: string
    due_at?: string | null
    items?: object[]
    session_credit_id?: string
  } = {},
): Order {
  const registration = {
    id: 'reg_samuel',
    status: change.status ?? 'confirmed',
    session_credit_id: change.session_credit_id ?? null,
    event: exampleEvent,
    option: exampleOption,
    attendee_profile: { first_name: 'Samuel' },
    cancellation: {
      result: change.result ?? 'automatic',
      amount: cad(27_679),
      is_in_policy: true,
      amount_paid: cad(28_525),
      amount_kept: cad(846),
      kept_for: 'the booking fee',
      tier_ends_at: '2027-06-21T13:00:00Z',
      sentence: 'Cancel and get back $276.79',
    },
  }
  return {
    id: 'ord_1',
    status: change.due_at ? 'pending' : 'paid',
    due_at: change.due_at ?? null,
    amount_total: cad(64_848),
    amount_paid: cad(64_848),
    amount_returned: cad(0),
    amount_returning: cad(0),
    returns_if_cancelled: [
      { until: '2027-06-28T13:00:00Z', amount_returned: cad(63_156), amount_requested: cad(0) },
      { until: null, amount_returned: cad(0), amount_requested: cad(0) },
    ],
    items: change.items ?? [],
    registrations: [registration],
    payments: change.payments ?? [{ status: 'succeeded', checkout_method: 'card', payment_source: card }],
  } as unknown as Order
}
const placeOf = (order: Order, language: 'en' | 'fr' = 'en') => cancelSetup(order, context(language), now).places[0]
const plain = (words: string | null | undefined) => words?.replaceAll('\u00a0', ' ')

describe('U9: the information before cancelling a place', () => {
  it('the refund names its card and how many days it takes', () =>
    expect([placeOf(orderWith())?.destination, placeOf(orderWith(), 'fr')?.destination]).toEqual([
      'to Mastercard ending 4444, in 5 to 10 days',
      'sur Mastercard se terminant par 4444, d’ici 5 à 10 jours',
    ]))
  it('an offline payment is refunded by the organisation directly', () =>
    expect(
      placeOf(orderWith({ payments: [{ status: 'succeeded', checkout_method: 'offline', payment_source: null }] }))
        ?.destination,
    ).toBe('Lakeside Camps will get in touch about how'))
  it('the text says that the organisation decides about a requested refund', () =>
    expect(placeOf(orderWith({ result: 'request' }))?.destination).toBe('Lakeside Camps decides and gets back to you'))
  it('the refund deadlines have their time zone', () => {
    const place = placeOf(orderWith())
    expect(plain(place?.until)).toBe('Mon, June 21, 9 am (Toronto time)')
    expect(plain(place?.refundSteps[0]?.until)).toBe('Mon, June 21, 9 am (Toronto time)')
    const later = cancelSetup(orderWith(), context('en'), Date.parse('2027-06-25T13:00:00Z')).places[0]
    expect(later?.refundSteps.map(({ until }) => plain(until))).not.toContain('Mon, June 21, 9 am (Toronto time)')
  })
  it('a place paid with a package visit has no refund steps', () =>
    expect(placeOf(orderWith({ session_credit_id: 'crd_1' }))?.refundSteps).toEqual([]))
  it('the whole order cannot be cancelled when it has a package', () => {
    const order = orderWith()
    const both = { ...order, registrations: [order.registrations[0], { ...order.registrations[0], id: 'reg_maya' }] }
    const wholes = (items: object[]) =>
      cancelSetup({ ...both, items } as unknown as Order, context('en'), now).places.filter(({ whole }) => whole)
    expect([wholes([]).length, wholes([{ type: 'session_package', is_cancelled: false }]).length]).toEqual([1, 0])
  })
  it('there are no refund steps after the last deadline', () => {
    const place = cancelSetup(orderWith(), context('en'), Date.parse(exampleEvent.starts_at) - 60_000).places[0]
    expect(place?.refundSteps).toEqual([])
  })
  it.each([
    ['en', 'The places of Maya, Louis and Zoe stay booked.', 'Maya’s place stays booked.'],
    ['fr', 'Les places de Maya, Louis et Zoe restent réservées.', 'La place de Maya reste réservée.'],
  ] as const)('the people whose places stay are listed as in speech, in %s', (language, many, one) => {
    const order = orderWith()
    const [samuel] = order.registrations as [Order['registrations'][number]]
    for (const first_name of ['Maya', 'Louis', 'Zoe'])
      order.registrations.push({ ...samuel, id: `reg_${first_name}`, attendee_profile: { first_name } as never })
    expect(placeOf(order, language)?.others).toBe(many)
    order.registrations.length = 2
    expect(placeOf(order, language)?.others).toBe(one)
    order.registrations.length = 1
    expect(placeOf(order, language)?.others).toBeNull()
  })
  it('a refund to a card of an unknown brand is named without one', () =>
    expect(
      placeOf(
        orderWith({
          payments: [{ status: 'succeeded', checkout_method: 'card', payment_source: { brand: null, last4: '4444' } }],
        }),
        'fr',
      )?.destination,
    ).toBe('sur carte se terminant par 4444, d’ici 5 à 10 jours'))
  it('the amount that is not refunded is shown', () =>
    expect(placeOf(orderWith())?.preview.amount_kept.display).toBe('$8.46'))
})

describe('C2: an unpaid order', () => {
  it('an unpaid order can be cancelled as a whole', () =>
    expect([
      cancelSetup(orderWith({ status: 'pending', due_at: '2027-04-19T21:00:00Z' }), context('en'), now).unpaidOrderId,
      cancelSetup(orderWith(), context('en'), now).unpaidOrderId,
    ]).toEqual(['ord_1', null]))
})
