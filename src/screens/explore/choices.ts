import { type EventType, eventTypes } from '#contract/event'

const youngest = 3
const oldest = 17

/** Ages to choose from: those the program's options name, and the one that is chosen. */
export function agesToChoose(range: { minimum: number | null; maximum: number | null }, chosen: number | null): number[] {
  const first = range.minimum ?? Math.min(youngest, range.maximum ?? youngest)
  const last = Math.max(first, range.maximum ?? Math.max(oldest, first))
  const ages = Array.from({ length: Math.min(last - first, 125) + 1 }, (_, at) => first + at)
  return chosen === null || ages.includes(chosen) ? ages : [...ages, chosen].sort((one, other) => one - other)
}

/** Kinds to choose from: those the program has, and the one that is chosen. */
export const typesToChoose = (counted: { value: string; count: number }[], chosen: EventType | null): EventType[] =>
  eventTypes.filter((type) => type === chosen || counted.some(({ value, count }) => value === type && count > 0))
