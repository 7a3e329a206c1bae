import { describe, expect, it } from 'vitest'
import { addressOf } from './registration-setup.ts'

describe('addressOf', () => {
  it.each([
    ['/pg/lakeside/checkout/', 'ord_1', '/pg/lakeside/checkout/ord_1'],
    ['/pg/lakeside/checkout/?lang=fr', 'ord_1', '/pg/lakeside/checkout/ord_1?lang=fr'],
  ])('puts the id of one thing into %s', (list, id, expected) => expect(addressOf(list, id)).toBe(expected))
})
