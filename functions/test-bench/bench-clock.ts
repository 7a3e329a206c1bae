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
