import { storageVersion } from '#contract/limits'
import type { Roster } from '#contract/organisation/roster'
import type { CheckInStatus } from '#contract/states/check-in-states'

/** A check-in stored on the device: ids and a staff name, no data about the family. */
export type WaitingMark = {
  key: string
  registration_id: string
  status: CheckInStatus
  marked_by: string
  marked_at: string
}
type Page = { program: string; token: string; language: string; day: string; by: string }
type Around = {
  storage: () => Storage
  send: (path: string, init: RequestInit) => Promise<Response>
  now: () => number
  newKey: () => string
  window: Pick<Window, 'addEventListener' | 'setInterval'>
}
const retryMs = 15_000
// A final refusal: another attempt would be refused too.
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 429 && status !== 408

/** The storage key of the waiting check-ins of a day. */
export const marksKey = ({ program, day }: Pick<Page, 'program' | 'day'>): string =>
  `${storageVersion}:roster:${program}:${day}`

/** Shows check-ins at once, stores them on the device, and sends them in order when there is a connection. */
export function keepMarks(root: HTMLElement, environment: Around): { flush: () => Promise<void> } {
  const page = JSON.parse(root.dataset['roster'] ?? '{}') as Page
  const queue = waitingMarks(page, environment.storage)
  let isSending = false

  async function flush(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (let [mark] = queue.read(); mark; [mark] = queue.read()) {
        const answer = await sendMark(page, mark, environment.send)
        if (!answer || (!answer.ok && !isFinal(answer.status))) return showWaiting(root, queue.read(), true)
        queue.remove(mark.key)
        if (!answer.ok) await showRefusal(root, mark, answer)
        showWaiting(root, queue.read(), false)
      }
      await refresh(root, page, { ...environment, isIdle: () => queue.read().length === 0 })
    } finally {
      isSending = false
    }
  }

  root.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const { submitter } = event as SubmitEvent
    if (form.method !== 'post' || !(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const fields = new FormData(form)
    const mark: WaitingMark = {
      key: environment.newKey(),
      registration_id: String(fields.get('registration_id')),
      status: submitter.value as CheckInStatus,
      marked_by: String(fields.get('marked_by') ?? ''),
      marked_at: new Date(environment.now()).toISOString(),
    }
    queue.add(mark)
    showMark(root, mark)
    showWaiting(root, queue.read(), false)
    void flush()
  })
  environment.window.addEventListener('online', () => void flush())
  environment.window.addEventListener('offline', () => showWaiting(root, queue.read(), true))
  environment.window.setInterval(() => void flush(), retryMs)
  for (const mark of queue.read()) showMark(root, mark)
  if (queue.read().length > 0) void flush()
  return { flush }
}

/** The waiting check-ins, oldest first. Without storage they stay in memory while the page is open. */
function waitingMarks(page: Page, storage: () => Storage) {
  const key = marksKey(page)
  let marks: WaitingMark[] = []
  try {
    marks = JSON.parse(storage().getItem(key) ?? '[]') as WaitingMark[]
  } catch {}
  const write = (next: WaitingMark[]) => {
    marks = next
    try {
      if (next.length === 0) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify(next))
    } catch {}
  }
  return {
    read: () => marks,
    add: (mark: WaitingMark) => write([...marks, mark]),
    remove: (done: string) => write(marks.filter(({ key }) => key !== done)),
  }
}

function sendMark(page: Page, mark: WaitingMark, send: Around['send']): Promise<Response | null> {
  const { key, marked_by, ...fields } = mark
  return send('/api/v1/roster', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': page.language, 'Idempotency-Key': key },
    body: JSON.stringify({
      program_id: page.program,
      token: page.token,
      ...fields,
      ...(marked_by ? { marked_by } : {}),
    }),
  }).catch(() => null)
}

const entryOf = (root: HTMLElement, id: string) => root.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)

function showMark(root: HTMLElement, mark: Pick<WaitingMark, 'registration_id' | 'status' | 'marked_at'>): void {
  const entry = entryOf(root, mark.registration_id)
  if (!entry) return
  const states = JSON.parse(entry.dataset['states'] ?? '{}') as Record<string, string>
  const { lang } = document.documentElement
  const when = new Date(mark.marked_at).toLocaleTimeString(lang, { hour: 'numeric', minute: '2-digit' })
  const words = entry.querySelector('[data-words]')
  if (words) words.textContent = (states[mark.status] ?? '').replace('{when}', when)
  const tick = entry.querySelector<HTMLButtonElement>('.tick')
  const isHere = mark.status === 'here'
  tick?.setAttribute('aria-pressed', String(isHere))
  if (tick) tick.value = isHere ? 'expected' : 'here'
  count(root, entry.dataset['status'], -1)
  entry.dataset['status'] = mark.status
  count(root, mark.status, 1)
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

async function showRefusal(root: HTMLElement, mark: WaitingMark, answer: Response): Promise<void> {
  const { message = '' } = (await answer.json().catch(() => ({}))) as { message?: string }
  const line = document.createElement('p')
  line.textContent = `${entryOf(root, mark.registration_id)?.dataset['person'] ?? ''}: ${message}`
  root.querySelector('[data-refusals]')?.appendChild(line)
}

// Shows check-ins by other staff, but not while this device sends a check-in.
async function refresh(
  root: HTMLElement,
  page: Page,
  { send, isIdle }: Around & { isIdle: () => boolean },
): Promise<void> {
  const query = new URLSearchParams({ program_id: page.program, token: page.token })
  const answer = await send(`/api/v1/roster?${query}`, {}).catch(() => null)
  if (!answer) return showWaiting(root, [], true)
  if (!answer.ok || !isIdle()) return
  const { events } = (await answer.json()) as Roster
  for (const { registration_id, check_in } of events.flatMap(({ entries }) => entries)) {
    const { status, marked_at } = check_in
    if (entryOf(root, registration_id)?.dataset['status'] !== status)
      showMark(root, { registration_id, status, marked_at: marked_at ?? '' })
  }
  showWaiting(root, [], false)
}
