/**
 * The start times of tests: times at which calendar code often fails, in the time zones of Toronto and Paris, and never
 * today. `MOMENT` names one of them, or an instant, for all proofs and stories of a run.
 */
export const moments = {
  'a Monday noon': '2027-01-04T12:00:00Z',
  'the end of February': '2027-02-28T23:55:00-05:00',
  'before Toronto goes on to summer time': '2027-03-14T01:55:00-05:00',
  'before Paris goes on to summer time': '2027-03-28T01:55:00+01:00',
  'the end of a month': '2027-04-30T23:55:00-04:00',
  'the end of a month in UTC': '2027-08-31T23:55:00Z',
  'before Paris goes back to winter time': '2027-10-31T02:55:00+02:00',
  'before Toronto goes back to winter time': '2027-11-07T01:55:00-04:00',
  'the end of a year': '2027-12-31T23:55:00-05:00',
  'the day before a leap day': '2028-02-28T23:55:00-05:00',
} as const
type MomentName = keyof typeof moments

const wanted = process.env.MOMENT || null

/** The time with this name, unless the run sets another for all. */
export function momentNamed(name: MomentName): number {
  const text = wanted ?? name
  const at = Date.parse(moments[text as MomentName] ?? text)
  if (Number.isNaN(at))
    throw new Error(
      `MOMENT is "${text}", and is to be an instant like 2027-02-28T23:55:00-05:00 or one of ${Object.keys(moments).join(', ')}.`,
    )
  return at
}

/** The time for a seed; equal for equal texts. */
export function momentOf(seed: string): number {
  const names = Object.keys(moments) as MomentName[]
  let sum = 0
  for (const each of seed) sum = (sum * 31 + (each.codePointAt(0) ?? 0)) % 1_000_003
  return momentNamed(names[sum % names.length] as MomentName)
}

type Place = { Date: DateConstructor; machineDate?: DateConstructor }

const machineNow = () => ((globalThis as Place).machineDate ?? Date).now()

/** Shifts `Date` by some ms. Self-contained, so that its source also runs in a browser and in a worker's runtime. */
export function shiftDate(ms: number): void {
  const place = globalThis as Place
  const real = place.machineDate ?? place.Date
  place.machineDate = real
  const now = () => real.now() + ms
  place.Date = new Proxy(real, {
    construct: (_, input, made) => Reflect.construct(real, input.length === 0 ? [now()] : input, made) as object,
    apply: () => new real(now()).toString(),
    get: (_, name) => (name === 'now' ? now : Reflect.get(real, name)),
  })
  real.prototype.constructor = place.Date
}

/** A clock shifted by some ms; `text` is a script that applies the same shift elsewhere. */
export const clockAway = (offsetMs: number) => ({
  offsetMs,
  now: () => machineNow() + offsetMs,
  text: `;(${shiftDate.toString()})(${offsetMs});\n`,
})

/** A clock that shows this time now and continues from it. */
export const clockFrom = (at: number) => clockAway(at - machineNow())
