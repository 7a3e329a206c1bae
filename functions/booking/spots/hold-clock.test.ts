import { describe, expect, it } from 'vitest'
import { addMoreTime, fullHoldMinutes, isHoldAlive, lengthenHold, renewHold, startHold } from './hold-clock.ts'

const minute = 60_000
const at = (minutes: number) => 1_800_000_000_000 + minutes * minute

describe('the end of a hold', () => {
  it.each([
    { program: null, minutes: 15 },
    { program: 1, minutes: 5 },
    { program: 5, minutes: 5 },
    { program: 20, minutes: 20 },
    { program: 60, minutes: 60 },
    { program: 90, minutes: 60 },
  ])('a hold lasts $minutes minutes with the setting $program', ({ program, minutes }) => {
    expect(fullHoldMinutes(program)).toBe(minutes)
    expect(startHold(at(0), fullHoldMinutes(program))).toBe(at(minutes))
  })

  it.each([
    { what: 'right away', started: 0, until: 15, now: 0, minutes: 15, ends: 15 },
    { what: 'after ten minutes', started: 0, until: 15, now: 10, minutes: 15, ends: 25 },
    { what: 'at the 30th minute', started: 0, until: 40, now: 30, minutes: 15, ends: 45 },
    { what: 'at the 40th minute, close to the maximum', started: 0, until: 45, now: 40, minutes: 15, ends: 45 },
    { what: 'after a request for more time, which is kept', started: 0, until: 55, now: 44, minutes: 15, ends: 55 },
    { what: 'in a program that holds for an hour', started: 0, until: 60, now: 30, minutes: 60, ends: 60 },
    { what: 'when the clock went back', started: 0, until: 15, now: -30, minutes: 15, ends: 15 },
  ])('a hold ends at minute $ends after a change $what', ({ started, until, now, minutes, ends }) => {
    expect(renewHold({ started_at: at(started), expires_at: at(until) }, at(now), minutes)).toBe(at(ends))
  })

  it('M-08: a hold never passes the maximum, however often the order is edited', () => {
    let ends = at(15)
    for (let now = 0; now < 200; now += 1)
      ends = renewHold({ started_at: at(0), expires_at: ends }, Math.min(at(now), ends), 15)
    expect(ends).toBe(at(45))
  })

  it('a request for more time adds ten minutes beyond the maximum', () => expect(addMoreTime(at(45))).toBe(at(55)))

  it.each([
    { until: 15, now: 3, ends: 15 },
    { until: 15, now: 5, ends: 15 },
    { until: 15, now: 14, ends: 24 },
    { until: 45, now: 45, ends: 55 },
  ])(
    'a hold until minute $until has at least ten minutes left after a decline at minute $now',
    ({ until, now, ends }) => expect(lengthenHold(at(until), at(now))).toBe(at(ends)),
  )

  it('a hold is valid up to its last millisecond', () => {
    expect(isHoldAlive(at(15), at(15))).toBe(true)
    expect(isHoldAlive(at(15), at(15) + 1)).toBe(false)
    expect(isHoldAlive(null, at(0))).toBe(false)
  })
})
