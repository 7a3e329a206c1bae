import { describe, expect, it } from 'vitest'
import { money } from '#contract/display-money'
import type { Registration } from '#contract/booking/registration'
import type { CancelPlace } from '../../../stores/changes/cancel-place.ts'
import { placeActions } from './place-view.ts'

const place = (change: object = {}) =>
  ({
    status: 'confirmed',
    move_until: '2027-07-09T13:00:00Z',
    event: { status: 'published' },
    ...change,
  }) as Registration
const cancel = (result: string, value = 27_679) =>
  ({
    isPaid: true,
    until: 'Mon, June 28',
    preview: { result, amount: money(value, 'CAD', 'en') },
  }) as unknown as CancelPlace
const actions = (change: object, preview: CancelPlace | null = null, isClosed = false) =>
  placeActions(place(change), { cancel: preview, isClosed })

describe('the menu of a place', () => {
  it.each([
    ['a confirmed place of a published event', {}, false, true],
    ['a place without a policy for moves', { move_until: null }, false, false],
    ['a place of an archived event', { event: { status: 'archived' } }, false, false],
    ['a cancelled place', { status: 'cancelled' }, false, false],
    ['a place at a closed program', {}, true, false],
  ])('the menu names the move of %s: %o, closed %s, %s', (_, change, isClosed, mayMove) =>
    expect(actions(change, null, isClosed).mayMove).toBe(mayMove),
  )

  it('the menu names the exact refund and its deadline', () =>
    expect(actions({}, cancel('automatic')).cancelNote).toEqual({ amount: '$276.79', until: 'Mon, June 28' }))
  it.each(['request', 'no_refund', 'not_possible'])('the menu promises no money when the result is %s', (result) =>
    expect(actions({}, cancel(result)).cancelNote).toBeNull(),
  )
  it('the menu promises no money for a place that cost nothing', () =>
    expect(actions({}, cancel('automatic', 0)).cancelNote).toBeNull())
})
