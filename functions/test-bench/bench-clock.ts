/** Noon UTC on a Monday in January. */
const start = Date.UTC(2027, 0, 4, 12)
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
