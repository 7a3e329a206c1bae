import { beforeAll } from 'vitest'
import { restartClock } from './bench.ts'

beforeAll(restartClock)
