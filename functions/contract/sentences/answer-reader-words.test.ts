import { describe, expect, it } from 'vitest'
import { rightOf } from '../organisation/rights.ts'
import { staffRoles } from '../people/staff.ts'
import { answerReaders } from './answer-reader-words.ts'

describe('who reads an answer', () => {
  it.each([
    [['owner', 'nurse', 'coach'], 'health', 'Seen by Lakeside’s director, nurse and your child’s coaches.'],
    [['owner', 'coach'], 'answers', 'Seen by Lakeside’s director and the coaches of the event.'],
    [['owner', 'finance'], 'answers', 'Seen by Lakeside’s director.'],
    [
      ['manager', 'front_desk'],
      'health',
      'Seen by Lakeside’s managers. The front desk sees it only with a reason, which you can read.',
    ],
    [['manager', 'front_desk'], 'answers', 'Seen by Lakeside’s managers and front desk.'],
    [[], 'health', null],
  ] as const)('a team of %j and %s: %s', (roles, kind, sentence) => {
    expect(answerReaders({ program: 'Lakeside', roles, language: 'en' }, kind)).toBe(sentence)
  })

  it.each(['en', 'fr'] as const)('every role that may read is named in %s, and no other', (language) => {
    for (const kind of ['answers', 'health'] as const)
      for (const role of staffRoles) {
        const alone = answerReaders({ program: 'Lakeside', roles: [role], language }, kind)
        expect([role, kind, alone !== null]).toEqual([role, kind, rightOf(role, kind) !== null])
      }
  })
})
