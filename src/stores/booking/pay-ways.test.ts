import { describe, expect, it } from 'vitest'
import { boughtPackages, payWays, pricedLines } from './pay-ways.ts'
import { member, option, setup } from './registration-form-fixture.ts'
import type { OwnCredit, OwnMembership } from './registration-setup.ts'

const sold = { ...option('spk'), id: 'spk', name: 'Two hours', visits: 2 }
const credit = (part: Partial<OwnCredit> = {}): OwnCredit => ({
  id: 'crd',
  attendee_profile_id: null,
  name: 'Two hours',
  left: 2,
  ...part,
})
const people = [member('maya'), member('sam'), member('theo')]
const attending = (...keys: string[]) => Object.fromEntries(keys.map((key) => [`${key}.comes`, true]))
const waysOf = (
  credits: OwnCredit[],
  values: Record<string, string | boolean>,
  dates?: ReadonlyMap<string, readonly unknown[]>,
) =>
  payWays({
    ...(dates ? { dates } : {}),
    setup: setup({ people, ways: { credits, memberships: [], packages: [sold], joining: [] } }),
    people,
    values,
  })
const shown = (ways: ReturnType<typeof waysOf>) =>
  [...ways].map(([key, { ways: offered, chosen }]) => [key, offered.map(({ value }) => value), chosen?.value])

describe('how a place is paid', () => {
  it('a place is paid with a visit by default until none is left', () => {
    const ways = waysOf([credit({ left: 1 })], attending('maya', 'sam'))
    expect(shown(ways)).toEqual([
      ['maya', ['credit:crd', 'price', 'package:spk'], 'credit:crd'],
      ['sam', ['package:spk'], 'package:spk'],
    ])
  })

  it('a visit of one sibling never pays for another', () => {
    const ways = waysOf([credit({ attendee_profile_id: 'pap_sam' })], attending('maya', 'sam'))
    expect(shown(ways)).toEqual([
      ['maya', ['package:spk'], 'package:spk'],
      ['sam', ['credit:crd', 'price', 'package:spk'], 'credit:crd'],
    ])
  })

  it('a package without a limit never runs out', () => {
    const ways = waysOf([credit({ left: null })], attending('maya', 'sam', 'theo'))
    expect(shown(ways).map(([, , chosen]) => chosen)).toEqual(['credit:crd', 'credit:crd', 'credit:crd'])
  })

  it('the form buys as many packages as the places need', () => {
    const ways = waysOf([], attending('maya', 'sam', 'theo'))
    expect(boughtPackages(ways)).toEqual([{ sold, quantity: 2 }])
    const paid = waysOf([credit()], { ...attending('maya', 'sam'), 'sam.way': 'price' })
    const lines = ['maya', 'sam'].map((key) => ({ key, option: option('opt') }))
    expect(pricedLines(lines, paid)).toEqual([option('opt')])
    expect(pricedLines(lines, waysOf([], attending('maya', 'sam')))).toEqual([sold])
  })

  it('each date of a series uses a visit', () => {
    const dates = new Map([
      ['maya', [1, 2, 3]],
      ['sam', [1, 2]],
    ])
    const ways = waysOf([credit({ left: 4 })], attending('maya', 'sam'), dates)
    expect(shown(ways)).toEqual([
      ['maya', ['credit:crd', 'price', 'package:spk'], 'credit:crd'],
      ['sam', ['package:spk'], 'package:spk'],
    ])
    expect([...ways.values()].map(({ hasTooFew }) => hasTooFew)).toEqual([false, true])
    expect(boughtPackages(waysOf([], attending('maya', 'sam'), dates))).toEqual([{ sold, quantity: 3 }])
  })

  it('a place that no package covers is paid with money', () => {
    const ways = payWays({ setup: setup({ people }), people, values: attending('maya') })
    expect([...ways]).toEqual([])
  })

  /** The ways of a child to pay for a place of this price, with the family's memberships. */
  const asMember = (memberships: OwnMembership[], cost: number, credits: OwnCredit[] = []) => {
    const own = {
      ...setup({ people, ways: { credits, memberships, packages: [], joining: [] } }),
      options: [{ ...option('opt'), cost }],
    }
    const values = { ...attending('maya'), 'maya.option': 'opt' }
    return payWays({ setup: own, people, values }).get('maya')?.ways
  }
  const membership = (part: Partial<OwnMembership> = {}): OwnMembership => ({
    attendee_profile_id: null,
    name: 'Swim Club',
    countsVisits: false,
    ...part,
  })

  it('a membership bought with the place opens it, once for a family or for each person', () => {
    const club = { ...option('mpk'), id: 'mpk', name: 'Swim Club', isForOne: false, countsVisits: true, trial: null }
    const own = { ...club, id: 'own', isForOne: true, countsVisits: false }
    const offered = (joining: (typeof club)[], cost: number, memberships: OwnMembership[] = []) => {
      const ways = { credits: [], memberships, packages: [], joining }
      const form = setup({ people, ways, options: [{ ...option('opt'), cost }] })
      return payWays({ setup: form, people, values: attending('maya', 'sam') })
    }
    expect(shown(offered([club, own], 2000))[0]).toEqual([
      'maya',
      ['membership:mpk', 'membership:own'],
      'membership:mpk',
    ])
    expect(shown(offered([club, own], 0)).map(([, values]) => values)).toEqual([['membership:own'], ['membership:own']])
    expect(shown(offered([own], 2000, [membership()])).map(([, values]) => values)).toEqual([['price'], ['price']])
    expect([club, own].map((each) => boughtPackages(offered([each], 2000))[0]?.quantity)).toEqual([1, 2])
    const lines = ['maya', 'sam'].map((key) => ({ key, option: option('opt') }))
    expect(pricedLines(lines, offered([club], 2000))).toEqual([option('opt'), option('opt'), club])
  })

  it('a person who had a free trial pays for the membership, and the next one has it free', () => {
    const club = { ...option('mpk'), id: 'mpk', name: 'Swim Club', isForOne: true, countsVisits: false, trial: null }
    const free = { ...club, cost: 0, sum: { first: 0, total: 0, fee: 0, taxes: [] } }
    const joining = [{ ...club, trial: { sold: free, notFor: ['maya'] } }]
    const ways = { credits: [], memberships: [], packages: [], joining }
    const own = setup({ people, ways, options: [{ ...option('opt'), cost: 0 }] })
    const chosen = payWays({ setup: own, people, values: attending('maya', 'sam', 'theo') })
    expect(boughtPackages(chosen)).toEqual([
      { sold: joining[0], quantity: 1 },
      { sold: free, quantity: 2 },
    ])
  })

  it('a member pays the price, and a member of a package with counted visits pays with a visit', () => {
    const way = { kind: 'price', value: 'price', membership: 'Swim Club' }
    expect(asMember([membership()], 0)).toEqual([way])
    expect(asMember([membership({ attendee_profile_id: 'pap_maya' })], 2000)).toEqual([way])
    expect(asMember([membership({ attendee_profile_id: 'pap_sam' })], 2000)).toEqual([])
    expect(asMember([membership({ countsVisits: true })], 0)).toEqual([])
    expect(asMember([membership({ countsVisits: true })], 2000)).toEqual([way])
    expect(asMember([membership()], 0, [credit()])?.map(({ kind }) => kind)).toEqual(['credit'])
  })
})
