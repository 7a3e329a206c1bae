import { describe, expect, it } from 'vitest'
import { declinePause } from './check-pay.ts'

const minutes = (...each: number[]) => each.map((minute) => minute * 60_000)

describe('after many declines', () => {
  it.each([
    { why: 'five are not too many', times: minutes(5, 4, 3, 2, 1), now: 5, pause: null },
    { why: 'the sixth pauses cards for ten minutes', times: minutes(6, 5, 4, 3, 2, 1), now: 6, pause: 600 },
    { why: 'the pause goes by', times: minutes(6, 5, 4, 3, 2, 1), now: 15.5, pause: 30 },
    { why: 'and ends', times: minutes(6, 5, 4, 3, 2, 1), now: 16, pause: null },
    { why: 'six over a longer time are not too many', times: minutes(12, 5, 4, 3, 2, 1), now: 12, pause: null },
    { why: 'exactly ten minutes still count', times: minutes(11, 5, 4, 3, 2, 1), now: 11, pause: 600 },
  ])('$why', ({ times, now, pause }) => expect(declinePause(times, now * 60_000, 6)).toBe(pause))
})
