import { describe, expect, it } from 'vitest'
import { boughtPackages, payWays, pricedLines } from './pay-ways.ts'
import { member, option, setup } from './registration-form-fixture.ts'
import type { OwnCredit } from './registration-setup.ts'

const sold = { ...option('spk'), id: 'spk', name: 'Two hours', visits: 2 }
const credit = (part: Partial<OwnCredit> = {}): OwnCredit => ({
  id: 'crd',
  attendee_profile_id: null,
  name: 'Two hours',
  left: 2,
  ...part,
})
const people = [member('maya'), member('sam'), member('theo')]
const coming = (...keys: string[]) => Object.fromEntries(keys.map((key) => [`${key}.comes`, true]))
const waysOf = (
  credits: OwnCredit[],
  values: Record<string, string | boolean>,
  dates?: ReadonlyMap<string, readonly unknown[]>,
) =>
  payWays({
    ...(dates ? { dates } : {}),
    setup: setup({ people, ways: { credits, packages: [sold], ids: ['spk'] } }),
    credits,
    people,
    values,
  })
const shown = (ways: ReturnType<typeof waysOf>) =>
  [...ways].map(([key, { ways: offered, chosen }]) => [key, offered.map(({ value }) => value), chosen?.value])

describe('how a place is paid for', () => {
  it('is with a visit first, which the next child no longer has', () => {
    const ways = waysOf([credit({ left: 1 })], coming('maya', 'sam'))
    expect(shown(ways)).toEqual([
      ['maya', ['credit', 'price', 'spk'], 'credit'],
      ['sam', ['spk'], 'spk'],
    ])
  })

  it('is with visits of that child or of the family, never of a sibling', () => {
    const ways = waysOf([credit({ attendee_profile_id: 'pap_sam' })], coming('maya', 'sam'))
    expect(shown(ways)).toEqual([
      ['maya', ['spk'], 'spk'],
      ['sam', ['credit', 'price', 'spk'], 'credit'],
    ])
  })

  it('never runs out without a limit', () => {
    const ways = waysOf([credit({ left: null })], coming('maya', 'sam', 'theo'))
    expect(shown(ways).map(([, , chosen]) => chosen)).toEqual(['credit', 'credit', 'credit'])
  })

  it('buys as many packages as the places need, and sums what costs something', () => {
    const ways = waysOf([], coming('maya', 'sam', 'theo'))
    expect(boughtPackages(ways)).toEqual([{ sold, quantity: 2 }])
    const paid = waysOf([credit()], { ...coming('maya', 'sam'), 'sam.way': 'price' })
    const lines = ['maya', 'sam'].map((key) => ({ key, option: option('opt') }))
    expect(pricedLines(lines, paid)).toEqual([option('opt')])
    expect(pricedLines(lines, waysOf([], coming('maya', 'sam')))).toEqual([sold])
  })

  it('takes a visit for each date of a series, where one package has that many', () => {
    const dates = new Map([
      ['maya', [1, 2, 3]],
      ['sam', [1, 2]],
    ])
    const ways = waysOf([credit({ left: 4 })], coming('maya', 'sam'), dates)
    expect(shown(ways)).toEqual([
      ['maya', ['credit', 'price', 'spk'], 'credit'],
      ['sam', ['spk'], 'spk'],
    ])
    expect([...ways.values()].map(({ hasTooFew }) => hasTooFew)).toEqual([false, true])
    expect(boughtPackages(waysOf([], coming('maya', 'sam'), dates))).toEqual([{ sold, quantity: 3 }])
  })

  it('is with money alone where no package opens it', () => {
    const ways = payWays({ setup: setup({ people }), credits: [], people, values: coming('maya') })
    expect([...ways]).toEqual([])
  })
})
