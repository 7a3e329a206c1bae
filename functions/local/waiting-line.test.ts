import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { laneOf } from './front-lanes.ts'
import { type LinePlace, openLine } from './waiting-line.ts'

describe('the queue before the runtime', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const openTwo = () => {
    const begun: string[] = []
    const line = openLine({ room: () => 2, releaseMs: 500, most: 4, share: 1 })
    const enter = (name: string, address = name): LinePlace => line.enter(address, () => void begun.push(name))
    return { begun, line, enter }
  }

  it('the queue admits as many requests as fit', () => {
    const { begun, enter } = openTwo()
    const [first] = ['a', 'b', 'c', 'd'].map((name) => enter(name))
    expect(begun).toEqual(['a', 'b'])
    first?.leave()
    expect(begun).toEqual(['a', 'b', 'c'])
    first?.leave()
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('only the requests of a busy address wait', () => {
    const { begun, enter } = openTwo()
    const places = [
      ...Array.from({ length: 6 }, (_, index) => enter(`flood ${index}`, 'flood')),
      enter('a'),
      enter('b'),
    ]
    for (const place of places) place.leave()
    expect(begun).toEqual(['flood 0', 'flood 1', 'flood 2', 'a', 'b'])
  })

  it('a network gets at most its share of the queue', () => {
    const begun: string[] = []
    const line = openLine({ room: () => 4, releaseMs: 500, most: 8, share: 0.5 })
    const enter = (name: string, network = name) => line.enter(network, () => void begun.push(name))
    const places = Array.from({ length: 9 }, (_, index) => enter(`greedy ${index}`, 'greedy'))
    expect(begun).toEqual(['greedy 0', 'greedy 1'])
    enter('a')
    enter('b')
    expect(begun.slice(2)).toEqual(['a', 'b'])
    // The slow requests of this network make room for two more of it, and for no other network.
    vi.advanceTimersByTime(5000)
    expect(begun.filter((name) => name.startsWith('greedy'))).toHaveLength(4)
    places[0]?.leave()
    expect(begun.filter((name) => name.startsWith('greedy'))).toHaveLength(5)
  })

  it('the queue skips requests whose client left', () => {
    const { begun, enter } = openTwo()
    const [first, , third] = ['a', 'b', 'c', 'd'].map((name) => enter(name))
    third?.leave()
    first?.leave()
    expect(begun).toEqual(['a', 'b', 'd'])
  })

  it('the queue admits another request while one waits for I/O', () => {
    const { begun, enter } = openTwo()
    const [first] = ['a', 'b', 'c', 'd', 'e'].map((name) => enter(name))
    vi.advanceTimersByTime(501)
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    // The number of further requests is limited, because when all requests are slow, they are waiting for the
    // runtime.
    vi.advanceTimersByTime(5000)
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    first?.leave()
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('the waiting time is estimated from the pace of the last seconds', () => {
    const line = openLine({ room: () => 1, releaseMs: 60_000, most: 1, share: 1 })
    const open: LinePlace[] = []
    const enter = (address: string) => line.enter(address, () => {})
    for (let number = 0; number < 60; number += 1) open.push(enter(`${number}`))
    // Two requests leave per second.
    for (const place of open.slice(0, 20)) {
      vi.advanceTimersByTime(500)
      place.leave()
    }
    expect(open[40]?.isWaiting()).toBe(true)
    expect(open[40]?.seconds()).toBeGreaterThanOrEqual(10)
    expect(open[40]?.seconds()).toBeLessThanOrEqual(13)
    expect(line.secondsFor('59')).toBeGreaterThan(line.secondsFor('40'))
    expect(line.secondsFor('nobody')).toBe(0)
  })
})

it.each([
  ['GET', '/', 'open'],
  ['GET', '/pg/lakeside?age=7', 'open'],
  ['HEAD', '/pg/lakeside/evt/evt_1', 'open'],
  ['GET', '/_astro/page.css', 'open'],
  ['GET', '/api/v1/explore/programs', 'open'],
  ['GET', '/api/health', 'open'],
  ['GET', '/pg/lakeside/orders', 'reads'],
  ['GET', '/pg/lakeside/evt/evt_1/register', 'reads'],
  ['GET', '/api/v1/profile/orders', 'reads'],
  ['POST', '/api/v1/profile/registrations', 'writes'],
  ['PUT', '/api/v1/profile', 'writes'],
  ['POST', '/pg/lakeside/family', 'writes'],
  ['POST', '/api/v1/login', 'outside'],
  ['POST', '/api/v1/oauth/token', 'outside'],
  ['POST', '/pg/lakeside/login?goto=x', 'outside'],
  ['POST', '/pg/lakeside/profile/change-password', 'outside'],
  ['POST', '/api/v1/profile/orders/ord_1/payments', 'outside'],
  ['POST', '/pg/lakeside/orders/ord_1/checkout', 'outside'],
])('the request %s %s uses the queue lane %s', (method, address, lane) => expect(laneOf(method, address)).toBe(lane))
