import { describe, expect, it } from 'vitest'
import { checkedFiles, readLives, type SourceFile, statusListsIn } from './test-bench/status-lists.ts'

const lives = await readLives()
const files = checkedFiles()
const found = (path: string, text: string) => statusListsIn({ path, text } satisfies SourceFile, lives)

describe('a list of statuses', () => {
  it('a list of statuses is a named set of its status table', () =>
    expect(files.flatMap((file) => statusListsIn(file, lives))).toEqual([]))

  it('the search covers the whole product', () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(lives.filter(({ sets }) => sets.size > 0).length).toBeGreaterThan(15)
    expect(files.some(({ path }) => path.endsWith('-rows.ts'))).toBe(true)
    expect(files.some(({ path }) => path.endsWith('.astro'))).toBe(true)
    expect(files.some(({ path }) => path.endsWith('.tsx'))).toBe(true)
  })

  it.each([
    {
      what: 'an array',
      text: `['confirmed', 'pending'].includes(status)`,
      use: /`booked` of \S*registration-states\.ts/,
    },
    {
      what: 'a Set',
      text: `new Set(['created', 'requires_action', 'processing'])`,
      use: /`live` of \S*payment-states\.ts/,
    },
    {
      what: 'a list bound to a statement',
      text: `inArray(memberships.status, ['trialing', 'active'])`,
      use: /`running` of \S*membership-states/,
    },
    {
      what: 'a list in SQL',
      text: "sql`r.status IN ('waitlisted', 'preregistered')`",
      use: /:1 .*`waiting` of \S*registration-states\.ts/,
    },
    {
      what: 'a list in a string of SQL',
      text: `"o.status NOT IN ('cancelled', 'expired')"`,
      use: /`ended` of \S*order-states\.ts/,
    },
    {
      what: 'comparisons in SQL',
      text: `m.status = 'past_due' OR m.status = 'unpaid'`,
      use: /`owing` of \S*membership-states\.ts/,
    },
    {
      what: 'several comparisons',
      text: `order.status === 'draft' || order.status === 'pending'`,
      use: /`changeable` of \S*order-states/,
    },
    {
      what: 'comparisons that exclude',
      text: `\nstatus !== 'failed' && status !== 'cancelled'`,
      use: /:2 .*`unsuccessful` of/,
    },
    {
      what: 'several cases of a switch',
      text: `case 'sold_out':\n    case 'waitlist':`,
      use: /`soldOut` of \S*sale-states\.ts/,
    },
    {
      what: 'a union type',
      text: `to: 'cancelled' | 'late_cancelled' | 'expired'`,
      use: /`ended` of \S*registration-states\.ts/,
    },
    {
      what: 'a query with a list',
      text: `registrations?status=pending&status=confirmed&limit=100`,
      use: /`booked` of/,
    },
    {
      what: 'several arguments',
      text: `placesIn(places, 'offered', 'waitlisted', 'preregistered')`,
      use: /`listed` of/,
    },
    {
      what: 'a list that has no name yet',
      text: `['draft', 'archived']`,
      use: /add a named set to \S*event-states\.ts/,
    },
  ])('the search for status lists finds $what', ({ text, use }) =>
    expect(found('functions/money/orders/pay.ts', text)[0]).toMatch(use),
  )

  it.each([
    { what: 'a single status', text: `status === 'paid'` },
    { what: 'words that are not statuses', text: `['title', 'status']` },
    { what: 'statuses of two tables', text: `['waitlisted', 'succeeded']` },
    { what: 'comparisons of two values', text: `order.status === 'paid' || payment.status === 'processing'` },
    { what: 'a transition between two statuses', text: `{ from: 'pending', to: 'expired' }` },
    { what: 'an object with statuses as keys', text: `{ pending: 'clock', confirmed: 'check' }` },
  ])('the search for status lists ignores $what', ({ text }) =>
    expect(found('functions/money/orders/pay.ts', text)).toEqual([]),
  )

  it('the contract may declare all statuses of a type', () => {
    const text = `export const offerStatuses = ['open', 'claimed', 'declined', 'expired'] as const`
    expect(found('functions/contract/booking/waitlist.ts', text)).toEqual([])
    expect(found('functions/booking/waitlist/read-offer.ts', text)).toHaveLength(1)
  })
})
