import { moments } from './moment.ts'

/** When every suite begins: tests of rules write their dates out, and so have all the same. */
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
/** Which suite of this process is running: each has a database of its own. */
export const suiteNumber = (): number => suites
export const beginSuite = (): void => {
  suites += 1
}
