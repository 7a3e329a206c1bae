import { describe, expect, it } from 'vitest'
import { draftKey, deleteDrafts, hasHealthInput, withoutSensitive, loadDraft, saveDraft } from './form-draft.ts'

function device() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage }
}
const hour = 3_600_000

describe('the stored draft of a form', () => {
  it('a draft is kept for 24 hours', () => {
    const { storage, kept } = device()
    const key = draftKey('cus_1', 'register:evt_1')
    saveDraft(storage, key, { at: 0, draft: { name: 'Maya' } })
    expect(loadDraft(storage, key, 24 * hour - 1)).toEqual({ name: 'Maya' })
    expect(loadDraft(storage, key, 24 * hour)).toBeNull()
    expect(kept.size).toBe(0)
  })
  it('a draft is hidden from another customer of the same device', () => {
    const { storage } = device()
    saveDraft(storage, draftKey('cus_1', 'register:evt_1'), { at: 0, draft: 'mine' })
    expect([
      loadDraft(storage, draftKey('cus_2', 'register:evt_1'), 1),
      loadDraft(storage, draftKey(null, 'register:evt_1'), 1),
    ]).toEqual([null, null])
    expect(draftKey(null, 'register:evt_1')).toBe('2021-03-04:draft:anon:register:evt_1')
  })
  it('a draft never has passwords, cards or health data', () => {
    const typed = {
      'you.password': 'secret',
      'new-1.health_card_number': 'ABCD',
      'new-1.medical_history': 'x',
      'new-1.dietary_restrictions': 'y',
      'pay.cvc': '123',
      'new-1.first_name': 'Maya',
      'new-1.q.que_1': 'blue',
    }
    expect(withoutSensitive(typed)).toEqual({ 'new-1.first_name': 'Maya', 'new-1.q.que_1': 'blue' })
  })
  it.each([
    ['a typed allergy', { 'new-1.dietary_restrictions': 'nuts' }, true],
    ['an answered health question', { 'new-1.q.que_1': 'asthma' }, true],
    ['an empty health field', { 'new-1.dietary_restrictions': '' }, false],
    ['a password and another answer', { 'you.password': 'secret', 'new-1.q.que_2': 'blue' }, false],
  ])('a draft says whether it left out health data: %s', (_, typed, isLeftOut) =>
    expect(hasHealthInput(typed, ['que_1'])).toBe(isLeftOut),
  )
  it('an unreadable draft is deleted', () => {
    const { storage, kept } = device()
    kept.set('key', '{broken')
    expect(loadDraft(storage, 'key', 1)).toBeNull()
    expect(kept.size).toBe(0)
  })
  it('a log-out deletes the draft of every form', () => {
    const kept: Record<string, string> = {
      '2021-03-04:draft:cus_1:a': '1',
      '2021-03-04:draft:anon:b': '2',
      '2021-03-04:discount:lakeside': 'X',
    }
    const storage = new Proxy(kept, {
      get: (target, name) => (name === 'removeItem' ? (key: string) => void delete target[key] : target[String(name)]),
    }) as unknown as Storage
    deleteDrafts(storage)
    expect(Object.keys(kept)).toEqual(['2021-03-04:discount:lakeside'])
  })
})
