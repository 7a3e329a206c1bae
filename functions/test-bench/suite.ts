import { beforeAll } from 'vitest'
import { beginSuite, restartClock, start } from './bench-clock.ts'
import { clockFrom, shiftDate } from './moment.ts'

// Vitest runs this file before every suite, so the clock itself is in another file.
beginSuite()
// Code that reads the machine's clock must not see today's date either.
shiftDate(clockFrom(start).offsetMs)
beforeAll(restartClock)
