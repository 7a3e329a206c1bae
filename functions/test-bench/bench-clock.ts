import { moments } from './moment.ts'

/** The start time of every suite; tests of rules use explicit dates instead. */
export const start = Date.parse(moments['a Monday noon'])
let now = start

export const clockTime = (): number => now
export const advanceClock = (ms: number): void => {
  now += ms
}
export const setClock = (index: number): void => {
  now = index
}
export const restartClock = (): void => setClock(start)

let suites = 0
/** The number of the current suite in this process: each one has its own database. */
export const suiteNumber = (): number => suites
export const beginSuite = (): void => {
  suites += 1
}
