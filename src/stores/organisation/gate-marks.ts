import { hourWords, type Locale } from '#contract/date-format'
import { storageVersion } from '#contract/limits'
import type { CheckInStatus } from '#contract/states/check-in-states'
import { wallClock } from '#contract/wall-clock'
import type { GateAnswer, GateCalls } from './gate-calls.ts'

/** A check-in stored on the device: ids and a staff name, no data about the family. */
export type WaitingMark = {
  key: string
  registration_id: string
  status: CheckInStatus
  marked_by: string
  marked_at: string
}
/** The status that an entry shows: what the server or this device last said. */
type Shown = Pick<WaitingMark, 'registration_id' | 'status' | 'marked_at'>
type Page = { program: string; day: string; by: string; text: string }
type Around = {
  storage: () => Storage
  calls: GateCalls
  /** Deletes the copy of the page on the device, once the reader may no longer open the page. */
  forget: () => Promise<void>
  now: () => number
  newKey: () => string
  window: Pick<Window, 'addEventListener' | 'setTimeout' | 'clearTimeout'>
}
// Without a connection the wait before the next attempt doubles each time.
const firstRetryMs = 1_000
const longestRetryMs = 15_000
// A final refusal: another attempt would be refused too. After a log-in, a mark is sent.
const isFinal = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status)
/** True when the reader may no longer read the list: the link has ended, or the member left the team. */
const isEnd = (status: number) => [403, 404, 410].includes(status)

/** The storage key of the waiting check-ins of a day; with `seen`, of the statuses that the device showed last. */
export const marksKey = ({ program, day }: Pick<Page, 'program' | 'day'>, seen?: 'seen'): string =>
  [storageVersion, 'roster', program, day, seen].filter(Boolean).join(':')

/** Shows check-ins at once, stores them on the device, and sends them in order when there is a connection. */
export function keepMarks(root: HTMLElement, environment: Around): { flush: () => Promise<void> } {
  const page = JSON.parse(root.dataset['roster'] ?? '{}') as Page
  const queue = storedMarks<WaitingMark>(marksKey(page), environment.storage)
  const seen = storedMarks<Shown>(marksKey(page, 'seen'), environment.storage)
  let isSending = false
  let retryMs = firstRetryMs
  let timer = 0
  let hasEnded = false

  // A page that is opened again without a connection is as old as its last load.
  function show({ registration_id, status, marked_at }: Shown): void {
    showMark(root, { registration_id, status, marked_at })
    const others = seen.read().filter((each) => each.registration_id !== registration_id)
    seen.write([...others, { registration_id, status, marked_at }])
  }

  /** Sends what waits and shows the check-ins of others. `false`: there was no connection. */
  async function exchange(): Promise<boolean> {
    for (let [mark] = queue.read(); mark; [mark] = queue.read()) {
      const answer = await environment.calls.send(mark)
      showLogIn(root, answer)
      if (!answer || (!answer.ok && !isFinal(answer.status))) return false
      queue.write(queue.read().filter(({ key }) => key !== mark.key))
      if (!answer.ok) showRefusal(root, mark, answer.message)
      showWaiting(root, queue.read(), false)
    }
    return refresh()
  }

  // Shows check-ins by other staff, but not while this device sends a check-in. `false`: there was no connection.
  async function refresh(): Promise<boolean> {
    const answer = await environment.calls.read()
    showLogIn(root, answer)
    if (!answer) return false
    if (!answer.ok && isEnd(answer.status)) await end()
    if (!answer.ok || queue.read().length > 0) return true
    for (const { registration_id, check_in } of answer.data.events.flatMap(({ entries }) => entries)) {
      const { status, marked_at } = check_in
      if (entryOf(root, registration_id)?.dataset['status'] !== status)
        show({ registration_id, status, marked_at: marked_at ?? '' })
    }
    return true
  }

  /** Nothing about a family stays on a device whose access has ended. */
  async function end(): Promise<void> {
    hasEnded = true
    queue.write([])
    seen.write([])
    const notice = root.querySelector<HTMLTemplateElement>('template[data-ended]')
    const shown = root.closest('main') ?? root
    if (notice) shown.replaceChildren(notice.content)
    shown.querySelector<HTMLElement>('[role=alert]')?.focus()
    await environment.forget()
  }

  async function flush(): Promise<void> {
    if (isSending || hasEnded) return
    isSending = true
    environment.window.clearTimeout(timer)
    const isConnected = await exchange().catch(() => false)
    isSending = false
    if (hasEnded) return
    showWaiting(root, queue.read(), !isConnected)
    // A check-in that was made while the others' were read is sent at once.
    const waitMs = !isConnected ? retryMs : queue.read().length > 0 ? 0 : longestRetryMs
    timer = environment.window.setTimeout(() => void flush(), waitMs)
    retryMs = isConnected ? firstRetryMs : Math.min(2 * retryMs, longestRetryMs)
  }

  root.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const { submitter } = event as SubmitEvent
    if (form.method !== 'post' || !(submitter instanceof HTMLButtonElement)) return
    const fields = new FormData(form)
    if (!fields.has('registration_id')) return
    event.preventDefault()
    const mark: WaitingMark = {
      key: environment.newKey(),
      registration_id: String(fields.get('registration_id')),
      status: submitter.value as CheckInStatus,
      marked_by: String(fields.get('marked_by') ?? ''),
      marked_at: new Date(environment.now()).toISOString(),
    }
    queue.write([...queue.read(), mark])
    show(mark)
    showWaiting(root, queue.read(), false)
    void flush()
  })
  // The first request after a connection came back often fails.
  environment.window.addEventListener('online', () => {
    retryMs = firstRetryMs
    void flush()
  })
  environment.window.addEventListener('offline', () => showWaiting(root, queue.read(), true))
  if (root.querySelector('[data-kept]:not([hidden])')) for (const mark of seen.read()) showMark(root, mark)
  // The page of a search is not stored, so the stored page may be older than these statuses.
  else if (!page.text) seen.write([])
  deleteFormer(page, environment.storage)
  for (const mark of queue.read()) show(mark)
  if (queue.read().length > 0) void flush()
  else timer = environment.window.setTimeout(() => void flush(), longestRetryMs)
  return { flush }
}

/** Deletes the statuses that were stored on earlier days. */
function deleteFormer(page: Page, storage: () => Storage): void {
  const own = marksKey(page, 'seen')
  const ofProgram = `${marksKey({ ...page, day: '' })}:`
  const isFormer = (key: string) => key.startsWith(ofProgram) && key.endsWith(':seen') && key < own
  try {
    const stored = storage()
    for (const key of Object.keys(stored).filter(isFormer)) stored.removeItem(key)
  } catch {}
}

/** Check-ins on the device, oldest first. Without storage they stay in memory while the page is open. */
function storedMarks<Mark>(key: string, storage: () => Storage) {
  let marks: Mark[] = []
  try {
    marks = JSON.parse(storage().getItem(key) ?? '[]') as Mark[]
  } catch {}
  return {
    read: () => marks,
    write: (next: Mark[]) => {
      marks = next
      try {
        if (next.length === 0) storage().removeItem(key)
        else storage().setItem(key, JSON.stringify(next))
      } catch {}
    },
  }
}

const entryOf = (root: HTMLElement, id: string) => root.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)

function showMark(root: HTMLElement, mark: Shown): void {
  const entry = entryOf(root, mark.registration_id)
  if (!entry) return
  // The people of other groups are not in the count.
  const isCounted = entry.closest('[data-others]') === null
  const states = JSON.parse(entry.dataset['states'] ?? '{}') as Record<string, string>
  const clock = mark.marked_at && wallClock(mark.marked_at, entry.dataset['zone'] ?? 'UTC')
  const when = clock ? hourWords(clock, document.documentElement.lang as Locale) : ''
  const words = entry.querySelector('[data-words]')
  if (words) words.textContent = (states[mark.status] ?? '').replace('{when}', when)
  const tick = entry.querySelector<HTMLButtonElement>('.tick')
  const isHere = mark.status === 'here'
  tick?.setAttribute('aria-pressed', String(isHere))
  if (tick) tick.value = isHere ? 'expected' : 'here'
  if (isCounted) count(root, entry.dataset['status'], -1)
  entry.dataset['status'] = mark.status
  if (isCounted) count(root, mark.status, 1)
}

function count(root: HTMLElement, status: string | undefined, by: number): void {
  const figure = root.querySelector(`[data-count="${status}"]`)
  if (figure) figure.textContent = String(Number(figure.textContent) + by)
}

function showWaiting(root: HTMLElement, marks: readonly WaitingMark[], isOffline: boolean): void {
  const notice = root.querySelector<HTMLElement>('[data-offline]')
  const text = notice?.querySelector<HTMLElement>('[data-text]')
  if (text) text.textContent = (text.dataset['text'] ?? '').replace('{count}', String(marks.length))
  if (notice) notice.hidden = !isOffline
  const waiting = new Set(marks.map(({ registration_id }) => registration_id))
  for (const entry of root.querySelectorAll<HTMLElement>('[data-entry]')) {
    const words = entry.querySelector('[data-words]')
    const suffix = ` · ${entry.dataset['waiting']}`
    const base = (words?.textContent ?? '').replace(suffix, '')
    if (words) words.textContent = waiting.has(entry.dataset['entry'] ?? '') && isOffline ? base + suffix : base
  }
}

function showRefusal(root: HTMLElement, mark: WaitingMark, message: string): void {
  const line = document.createElement('p')
  line.textContent = `${entryOf(root, mark.registration_id)?.dataset['person'] ?? ''}: ${message}`
  root.querySelector('[data-refusals]')?.appendChild(line)
}

/** Offers the log-in while the session has ended; the marks stay on the device. */
function showLogIn(root: HTMLElement, answer: GateAnswer<unknown>): void {
  const notice = root.querySelector<HTMLElement>('[data-log-in]')
  if (notice && answer) notice.hidden = answer.ok || answer.status !== 401
}
