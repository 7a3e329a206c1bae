import { beforeAll } from 'vitest'
import { beginSuite, restartClock } from './bench-clock.ts'

// vitest runs this file again before every suite, so the clock itself stands in another one.
beginSuite()
beforeAll(restartClock)
