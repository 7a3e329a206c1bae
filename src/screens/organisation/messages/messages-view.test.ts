import { describe, expect, it } from 'vitest'
import { en as text } from '../../../locales/en.ts'
import { groupWords, isUnanswered, leftOut, outcomeOf } from './messages-view.ts'

const events = [{ key: 'canoe', name: 'Canoe Week' }]
const names = { events, words: text.deskMessages, language: 'en', locale: 'en-CA' } as const

describe('the messages at the desk', () => {
  it.each([
    ['customer', true, true],
    ['organiser', true, false],
    ['customer', false, false],
  ] as const)('a newest message by a %s in a conversation that is open: %s waits: %s', (sender, is_open, waits) => {
    expect(isUnanswered({ sender, is_open })).toBe(waits)
  })

  it('a preview names only the reasons that leave someone out', () => {
    const recipients = {
      sent_to: 3,
      never_asked: 0,
      unsubscribed: 2,
      suppressed: 1,
      unverified: 0,
      no_email: 0,
      closed: 0,
    }
    expect(leftOut({ recipients })).toEqual([
      { reason: 'unsubscribed', count: 2 },
      { reason: 'suppressed', count: 1 },
    ])
  })

  it('a sent campaign has those it reached of all, and the others by outcome', () => {
    const none = { unsubscribed: 0, suppressed: 0, turned_off: 0, no_place: 0, undeliverable: 0, failed: 0 }
    expect(outcomeOf({ recipients: { ...none, sent: 18, waiting: 1, undeliverable: 1 } })).toEqual({
      ...{ sent: 18, waiting: 1, all: 20 },
      missed: [{ outcome: 'undeliverable', count: 1 }],
    })
  })

  it.each([
    [['event:canoe', 'unpaid'], `Canoe Week · ${text.deskMessages.conditions.unpaid}`],
    [['group:canoe/herons'], 'Canoe Week, herons'],
    [['waitlist:canoe'], text.deskMessages.waitlistOf('Canoe Week')],
    [['event:canoe', 'day:2027-07-12,2027-07-14'], 'Canoe Week · days: July\u00a012, 2027 and July\u00a014, 2027'],
  ])('the group %o is said in words', (to, words) => {
    expect(groupWords({ to, audience: 'group', event_key: null }, names)).toBe(words)
  })
})
