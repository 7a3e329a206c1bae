import { beforeAll } from 'vitest'
import { beginSuite, restartClock, start } from './bench-clock.ts'
import { clockFrom, shiftDate } from './moment.ts'

// vitest runs this file again before every suite, so the clock itself stands in another one.
beginSuite()
// What reads the machine's clock itself is not to see today either.
shiftDate(clockFrom(start).offsetMs)
beforeAll(restartClock)
