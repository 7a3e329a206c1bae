import { describe, expect, it } from 'vitest'
import type { Today } from '#contract/organisation/today'
import { en } from '../../../locales/en.ts'
import { bookingsByOrder, comingOf, waitingOf } from './today-view.ts'

const listed = <Item>(data: Item[], total = data.length) => ({
  ...{ count: data.length, total, page: 0, page_count: 1, access_limited: false },
  data,
})
const to = {
  family: (id: string) => `/family/${id}`,
  message: (id: string) => `/messages/${id}`,
  messages: () => '/messages',
}
const money = (display: string) => ({ display }) as never
const quiet = {
  ...{ waivers: null, refund_requests: null, messages: null, payments_due: null, disputes: null, links: {} },
} as unknown as Today
const waiting = (day: object) => waitingOf({ ...quiet, ...day }, en.deskToday, to)

describe('what waits at the desk', () => {
  it('a day without tasks has no rows', () => {
    expect(waiting({ waivers: listed([]), messages: listed([]) })).toEqual([])
  })

  it('a refund request leads to its decision, or to the family of a member who may not decide', () => {
    const request = { id: 'rrq_1', customer_id: 'cus_1', customer_name: 'Priya Shah', amount: money('$406.80') }
    const refund_requests = listed([{ ...request, comment: 'He broke his wrist.', created: '2027-07-12T22:40:00Z' }])
    expect(waiting({ refund_requests, links: { rrq_1: '/decide' } })).toMatchObject([
      { title: 'Priya Shah asks for $406.80 back', href: '/decide', act: { label: 'Decide', href: '/decide' } },
    ])
    expect(waiting({ refund_requests })).toMatchObject([{ href: '/family/cus_1', act: null }])
  })

  it('a dispute and a promise lead to their family', () => {
    const owner = { customer_id: 'cus_1', customer_name: 'Leo Marchand' }
    const disputes = listed([
      { ...owner, payment_id: 'pay_1', amount: money('$226.43'), paid_at: '2027-07-01T14:00:00Z' },
    ])
    const payments_due = listed([
      { ...owner, id: 'ord_1', amount_due: money('$20.00'), due_at: '2027-07-13T21:00:00Z' },
    ])
    expect(waiting({ disputes, payments_due, links: { pay_1: '/respond', ord_1: '/record' } })).toMatchObject([
      { href: '/family/cus_1', act: { label: 'Record', href: '/record' }, isDeadline: true },
      { href: '/family/cus_1', act: { label: 'Respond', href: '/respond' }, isDeadline: false },
    ])
  })

  it('each name leads to its family or conversation, and names beyond three are counted', () => {
    const waivers = listed(
      ['A', 'B', 'C', 'D'].map((first_name, at) => ({
        ...{ first_name, last_name: 'Roy', customer_id: `cus_${at}`, starts_at: `2027-07-1${4 - at}T13:00:00Z` },
      })),
      12,
    )
    const messages = listed([{ id: 'msg_1', sender_name: 'Lin Chen', created: '2027-07-12T20:12:00Z' }])
    const [signatures, message] = waiting({ waivers, messages })
    expect(signatures).toMatchObject({ href: null, others: 9, at: '2027-07-11T13:00:00Z' })
    expect(signatures?.names.map(({ href }) => href)).toEqual(['/family/cus_0', '/family/cus_1', '/family/cus_2'])
    expect(message).toMatchObject({ href: '/messages', others: 0, act: { label: 'Reply', href: '/messages/msg_1' } })
    expect(message?.names.map(({ href }) => href)).toEqual(['/messages/msg_1'])
  })
})

it('a day that is called off expects no people', () => {
  const counts = { expected: 8, here: 2, picked_up: 0, absent: 1 }
  const camp = { person: null, called_off: null, counts }
  const events = [camp, { ...camp, called_off: 'Storm' }, { ...camp, person: { first_name: 'Théo' } }] as never
  expect(comingOf(events)).toEqual({ people: 11, camps: 1, appointments: 1 })
  expect(comingOf([])).toEqual({ people: 0, camps: 0, appointments: 0 })
})

it('brothers and sisters of one order are one row', () => {
  const place = {
    order_id: 'ord_1',
    customer_id: 'cus_1',
    last_name: 'Nguyen',
    name: 'Swim',
    created: '',
    amount: null,
  }
  const rows = bookingsByOrder([
    { ...place, first_name: 'Oscar' },
    { ...place, first_name: 'Ivy' },
  ] as never)
  expect(rows).toMatchObject([{ customer_id: 'cus_1', people: ['Oscar Nguyen', 'Ivy Nguyen'], titles: ['Swim'] }])
})
