import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mayTransition, orderStatuses, transitions } from './order-states.ts'

const actors = ['customer', 'organiser_client', 'system', 'provider'] as const

describe('the states of an order', () => {
  it('the table, the contract and the database have the same order statuses', () => {
    const migration = readFileSync(
      new URL('../../platform/database/migrations/0001_baseline.sql', import.meta.url),
      'utf8',
    )
    const checked = /CONSTRAINT order_status CHECK \(status IN \(([^)]+)\)/.exec(migration)?.[1]?.match(/\w+/g)
    expect(Object.keys(transitions)).toEqual([...orderStatuses])
    expect(checked).toEqual([...orderStatuses])
  })

  it('every order status is reachable from a cart', () => {
    const reached = new Set<string>(['draft'])
    for (const from of reached)
      for (const to of Object.keys(transitions[from as keyof typeof transitions])) reached.add(to)
    expect([...reached].sort()).toEqual([...orderStatuses].sort())
    expect(transitions.cancelled).toEqual({})
  })

  const movesOf = (actor: (typeof actors)[number]) =>
    orderStatuses.flatMap((from) =>
      orderStatuses.filter((to) => to !== from && mayTransition(from, to, actor)).map((to) => `${from} > ${to}`),
    )

  it('M-13: a customer may fill, submit, complete a free, reopen and cancel an order, and nothing else', () => {
    expect(movesOf('customer')).toEqual([
      'draft > pending',
      'draft > paid',
      'pending > draft',
      'pending > paid',
      'pending > cancelled',
      'requires_action > cancelled',
      'paid > cancelled',
      'expired > draft',
    ])
  })

  it('M-13: only the provider may report payments and only the system may expire orders', () => {
    expect(movesOf('organiser_client')).toEqual([
      'pending > paid',
      'pending > cancelled',
      'requires_action > cancelled',
      'paid > cancelled',
      'expired > paid',
    ])
    expect(movesOf('system')).toEqual([
      'pending > expired',
      'pending > cancelled',
      'requires_action > expired',
      'paid > cancelled',
      'expired > cancelled',
    ])
    expect(movesOf('provider')).toEqual([
      'pending > requires_action',
      'pending > processing',
      'pending > paid',
      'requires_action > pending',
      'requires_action > processing',
      'requires_action > paid',
      'processing > pending',
      'processing > requires_action',
      'processing > paid',
      'expired > paid',
    ])
  })

  it('no one may cancel an order while the bank decides', () => {
    for (const actor of actors) {
      expect(mayTransition('processing', 'cancelled', actor)).toBe(false)
      expect(mayTransition('paid', 'expired', actor)).toBe(false)
      expect(mayTransition('processing', 'expired', actor)).toBe(false)
    }
  })
})
