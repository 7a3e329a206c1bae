import { minuteMs } from '#contract/limits'
import { useEffect, useState } from 'react'
import type { Language } from '#contract/field-rules'
import { fillCount } from '../locales/fill-in.ts'
import { hourWords } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import { Glyph } from './icons.tsx'

type Counted = { one: string; other: string }
type Words = { timeLeft: string; heldFor: Counted; heldUntil: Counted; minutesLeft: Counted }
type Props = {
  places: number
  until: string
  now: number
  language: Language
  timezone: string
  words: Words
  more?: { label: string; isBusy: boolean; onExtend: () => void } | null
  lapsed?: () => void
}
const tickMs = 5000
/** Minutes left at which the remaining time is announced. */
const spokenAt = [5, 1]

export const timeWords = (instant: string, language: Language, timezone: string): string =>
  hourWords(wallClock(instant, timezone), language)

/** How long the places are held: first the end, then whole minutes. Announced at five and at one. */
export function HoldBar({ places, until, now: loadedAt, language, timezone, words, more = null, lapsed }: Props) {
  const [now, setNow] = useState(loadedAt)
  const left = Math.max(0, Math.round((Date.parse(until) - now) / minuteMs))
  const isOver = Date.parse(until) <= now

  useEffect(() => {
    // The device's clock may be wrong. The hold ends by the server's.
    const skew = loadedAt - Date.now()
    const timer = setInterval(() => setNow(Date.now() + skew), tickMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (isOver) lapsed?.()
  }, [isOver])

  const minutes = fillCount(words.minutesLeft, left)
  return (
    <section className="hold" aria-label={words.timeLeft}>
      <div className="wrap">
        <Glyph name="clock" />
        <p role="timer" id="hold" tabIndex={-1}>
          <span className="vh">{fillCount(words.heldFor, places)}</span>{' '}
          <b>{fillCount(words.heldUntil, places, { time: timeWords(until, language, timezone) })}</b> {minutes}
        </p>
        {more && (
          <button className="btn quiet small" type="button" disabled={more.isBusy} onClick={more.onExtend}>
            {more.label}
          </button>
        )}
        <span className="vh" role="status">
          {spokenAt.includes(left) ? minutes : ''}
        </span>
      </div>
    </section>
  )
}

/** Progress of a booking inside an island: done, current and next steps. */
export const StepList = ({ label, steps, current }: { label: string; steps: string[]; current: number }) => (
  <ol className="steps" aria-label={label}>
    {steps.map((step, index) => (
      <li
        key={step}
        className={index < current ? 'done' : undefined}
        aria-current={index === current ? 'step' : undefined}
      >
        {step}
      </li>
    ))}
  </ol>
)
