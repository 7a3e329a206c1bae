import { minuteMs } from '#contract/limits'
import { useEffect, useState } from 'react'
import type { Locale } from '#contract/date-format'
import { fillCount } from '../locales/fill-in.ts'
import { type HoldEnd, holdEnd, type HoldWords, timeLeft } from '../locales/hold-words.ts'
import { Glyph } from './icons.tsx'

type Words = HoldWords & { timeLeft: string; heldFor: { one: string; other: string } }
type Props = {
  places: number
  until: string
  /** The words of the server for an end; a hold that was extended since has another end. */
  written: HoldEnd | null
  now: number
  locale: Locale
  timezone: string
  words: Words
  more?: { label: string; isBusy: boolean; onExtend: () => void } | null
  lapsed?: () => void
}
const tickMs = 5000
/** The numbers of minutes left at which the remaining time is announced. */
const spokenAt = [5, 1]

/**
 * The time that the places are held: first the end, then the time left. A screen reader announces it at five minutes
 * and at one minute.
 */
export function HoldBar({
  places,
  until,
  written,
  now: loadedAt,
  locale,
  timezone,
  words,
  more = null,
  lapsed,
}: Props) {
  const [now, setNow] = useState(loadedAt)
  const left = Date.parse(until) - now
  const isOver = Date.parse(until) <= now

  useEffect(() => {
    // The device's clock may be wrong, so the hold ends by the server's clock.
    const skew = loadedAt - Date.now()
    const timer = setInterval(() => setNow(Date.now() + skew), tickMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (isOver) lapsed?.()
  }, [isOver])

  const end = written?.until === until ? written.words : holdEnd(until, { now, timezone, locale }, words)
  const leftInWords = timeLeft(left, words)
  return (
    <section className="hold" aria-label={words.timeLeft}>
      <div className="wrap">
        <Glyph name="clock" />
        <p role="timer" id="hold" tabIndex={-1}>
          <span className="vh">{fillCount(words.heldFor, places)}</span>{' '}
          <b>{fillCount(words.heldUntil, places, { until: end })}</b> {leftInWords}
        </p>
        {more && (
          <button className="btn quiet small scripted" type="button" disabled={more.isBusy} onClick={more.onExtend}>
            {more.label}
          </button>
        )}
        <span className="vh" role="status">
          {spokenAt.includes(Math.round(left / minuteMs)) ? leftInWords : ''}
        </span>
      </div>
    </section>
  )
}

/** The progress of a booking inside an island: done, current and next steps. */
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
