import { afterEach, describe, expect, it } from 'vitest'
import { dayMs } from '../contract/limits.ts'
import { clockAway, clockFrom, momentOf, moments, shiftDate } from './moment.ts'

const suiteClock = clockFrom(Date.now())
afterEach(() => shiftDate(suiteClock.offsetMs))

describe('the moment at which tests begin', () => {
  it('equal seeds give the same moment', () => {
    const chosen = Array.from({ length: 200 }, (_, index) => momentOf(`seed ${index}`))
    expect(chosen).toEqual(chosen.map((_, index) => momentOf(`seed ${index}`)))
    if (!process.env.MOMENT) expect(new Set(chosen).size).toBe(Object.keys(moments).length)
  })

  it.each([
    ['the end of February', 'America/Toronto', '2027-02-28, 23:55:00'],
    ['before Toronto goes on to summer time', 'America/Toronto', '2027-03-14, 01:55:00'],
    ['before Paris goes on to summer time', 'Europe/Paris', '2027-03-28, 01:55:00'],
    ['before Paris goes back to winter time', 'Europe/Paris', '2027-10-31, 02:55:00'],
    ['before Toronto goes back to winter time', 'America/Toronto', '2027-11-07, 01:55:00'],
    ['the day before a leap day', 'America/Toronto', '2028-02-28, 23:55:00'],
  ] as const)('tests may begin at the moment “%s” on the clock of %s', (name, timeZone, shown) => {
    expect(new Date(moments[name]).toLocaleString('en-CA', { timeZone, hour12: false })).toBe(shown)
  })
})

describe('a shifted clock', () => {
  it('a shifted clock changes the current time only', () => {
    const before = Date.now()
    shiftDate(suiteClock.offsetMs + 30 * dayMs)
    expect(Date.now() - before).toBeGreaterThanOrEqual(30 * dayMs)
    expect(new Date().toISOString() > new Date(before + 29 * dayMs).toISOString()).toBe(true)
    expect(new Date('2027-02-28T12:00:00Z').toISOString()).toBe('2027-02-28T12:00:00.000Z')
    expect(new Date(2027, 1, 28).getMonth()).toBe(1)
    expect(new Date() instanceof Date).toBe(true)
    expect(new Date(0).constructor).toBe(Date)
    expect(typeof Date()).toBe('string')
  })

  it('a clock that is shifted twice has the last shift', () => {
    const { now, offsetMs } = clockAway(suiteClock.offsetMs + dayMs)
    shiftDate(offsetMs)
    shiftDate(offsetMs)
    expect(Math.abs(Date.now() - now())).toBeLessThan(1000)
  })
})
