import { describe, expect, it } from 'vitest'
import { monthOf, readMoneyFile, readMoneyPage } from '../../../page-input/desk-money.ts'
import { daysOfRow, isLate, itemsOf, neighbours, periodTitle, waysOf } from './money-view.ts'

const july = { from: '2027-07-01', to: '2027-07-31' }
const queryOf = (text: string) => {
  const query = new URLSearchParams(text)
  return { get: (name: string) => query.get(name), getAll: (name: string) => query.getAll(name) }
}

describe('the days of the money', () => {
  it('an address without days is this month by event, with what is owed', () => {
    expect(readMoneyPage(queryOf(''), '2027-07-13')).toEqual({
      ...{ ...july, by: 'event', show: 'due', skip: 0, pay: null, isRefused: false },
    })
    expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })

  it.each([
    'from=2027-07-10&to=2027-07-01',
    'from=2027-02-30&to=2027-03-01',
    'from=2026-01-01&to=2027-07-01',
    'from=2027-07-01',
    'from=x&to=y',
  ])('the days %s are refused, and this month is shown', (text) => {
    expect(readMoneyPage(queryOf(text), '2027-07-13')).toMatchObject({ ...july, isRefused: true })
    expect(readMoneyFile(queryOf(text))).toBeNull()
  })

  it('the neighbours of a month are months, and of other days as many days', () => {
    expect(neighbours({ from: '2027-01-01', to: '2027-01-31' })).toEqual({
      before: { from: '2026-12-01', to: '2026-12-31' },
      after: { from: '2027-02-01', to: '2027-02-28' },
    })
    expect(neighbours({ from: '2027-07-12', to: '2027-07-18' })).toEqual({
      before: { from: '2027-07-05', to: '2027-07-11' },
      after: { from: '2027-07-19', to: '2027-07-25' },
    })
  })

  it('a whole month has its name, and other days are named', () => {
    expect(periodTitle(july, 'en-CA')).toBe('July 2027')
    expect(periodTitle({ from: '2027-07-12', to: '2027-07-16' }, 'fr-CA')).toBe('12 au 16\u00a0juillet 2027')
  })

  it('a row of a time covers its days within the report', () => {
    expect(daysOfRow('week', '2027-06-28', july)).toEqual({ from: '2027-07-01', to: '2027-07-04' })
    expect(daysOfRow('month', '2027-07-01', { from: '2027-06-15', to: '2027-07-10' })).toEqual({
      ...{ from: '2027-07-01', to: '2027-07-10' },
    })
    expect(daysOfRow('day', '2027-07-03', july)).toEqual({ from: '2027-07-03', to: '2027-07-03' })
    expect(daysOfRow('event', 'evt_1', july)).toBeNull()
  })
})

it('ways without money are left out', () => {
  const money = (value: number) => ({ value }) as never
  const none = { amount_card: money(0), amount_cash: money(0), amount_cheque: money(0), amount_transfer: money(0) }
  const totals = {
    ...none,
    amount_cash: money(500),
    amount_other: money(0),
    amount_balance: money(-3),
    amount_moved: money(0),
  }
  expect(waysOf(totals as never).map(({ way }) => way)).toEqual(['cash', 'balance'])
})

it('an order names its people and products, without what was cancelled', () => {
  const item = { product_name: 'Canoe Week', attendee_name: 'Maya', is_cancelled: false }
  const items = [item, { ...item, attendee_name: null, product_name: 'T-shirt' }, { ...item, is_cancelled: true }]
  expect(itemsOf({ items } as never)).toBe('Maya, Canoe Week; T-shirt')
})

it('an order is late after its date, and never without one', () => {
  const at = Date.parse('2027-07-13T12:00:00Z')
  expect(isLate({ due_at: '2027-07-13T11:59:59Z' }, at)).toBe(true)
  expect(isLate({ due_at: '2027-07-13T12:00:01Z' }, at)).toBe(false)
  expect(isLate({ due_at: null }, at)).toBe(false)
})
