import type { BookingPreview } from '#contract/money/family-booking'
import type { OpenForm } from './registration-form.ts'
import { problemsOf, startsOf, withoutFiles } from './registration-sending.ts'

/** The form requests the total after the customer has changed nothing for this time, in ms. */
const pauseMs = 700
/** Controls that change no price: the account, answers, and parts of dates. */
const hasNoPrice = /^you\.|\.q\.|~/

/**
 * Keeps the server's price of what is chosen. It is read when the form is complete and after each change of a price,
 * never while the customer types. A new read ends the one before it.
 */
export function watchTotal(form: OpenForm): void {
  const { values, people, preview } = form
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: AbortController | null = null

  async function read() {
    if (!mayRead(form)) return
    reading = new AbortController()
    const { signal } = reading
    const data = withoutFiles(form.read({ starts_at: startsOf(form) }))
    data.set('next', 'price')
    const answer = await form.post<BookingPreview>(form.address(), data, signal)
    if (answer.ok && answer.data.refusals.length === 0 && !signal.aborted) preview.set(answer.data)
  }
  function wait() {
    clearTimeout(timer)
    timer = setTimeout(() => void read(), pauseMs)
  }
  function forget() {
    reading?.abort()
    preview.set(null)
    wait()
  }
  values.listen((_, __, name) => {
    if (name === undefined || !hasNoPrice.test(name) || preview.get() === null) forget()
  })
  people.listen(forget)
  wait()
}

// Places that are held already are priced with the rest of their cart, so the sum of this form stays the page's own.
const mayRead = (form: OpenForm): boolean =>
  form.setup.customer !== null &&
  !form.isSending.get() &&
  form.people.get().every(({ place }) => place?.status !== 'pending') &&
  problemsOf(form).length === 0
