import type { ErrorBody } from '#contract/api-error'
import { draftKey, hasHealthInput, loadDraft, saveDraft, withoutSensitive } from './booking/form-draft.ts'

type Typed = Record<string, string>
const hiddenNames = new Set(['language', 'key'])
/** Entry of a draft that left out typed health data; no control has this name. */
const lostHealth = '$health'

/**
 * Enhances a form. Input survives a closed tab for a day, except health data; a refusal or a lost connection leaves
 * everything on the page.
 */
export function improveForm(form: HTMLFormElement, storage: Storage): void {
  const key = draftKey(form.dataset['customer'] ?? null, form.dataset['draft'] ?? '')
  const stored = form.querySelector<HTMLElement>('[data-kept]')
  const draft = form.dataset['refused'] === undefined ? loadDraft<Typed>(storage, key, Date.now()) : null
  let isLost = draft !== null && lostHealth in draft
  if (stored && draft) {
    const isChanged = restoreDraft(form, draft)
    stored.hidden = !isChanged && !isLost
    // The note about saved input is hidden when the customer typed only health data, because nothing was saved.
    for (const each of stored.querySelectorAll<HTMLElement>('[data-saved]')) each.hidden = !isChanged
  }

  form.addEventListener('input', () => {
    isLost ||= hasHealthInput(changedIn(form))
    const mark: Typed = isLost ? { [lostHealth]: '1' } : {}
    saveDraft<Typed>(storage, key, { at: Date.now(), draft: { ...typedIn(form), ...mark } })
  })
  form.querySelector('[data-start-over]')?.addEventListener('click', () => {
    storage.removeItem(key)
    isLost = false
    form.reset()
    if (stored) stored.hidden = true
    firstControl(form)?.focus()
  })
  const sender = createSender(form, () => storage.removeItem(key))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sender()
  })
}

/** The form values that may be stored on this device. */
export function typedIn(form: HTMLFormElement): Typed {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !hiddenNames.has(entry[0]),
  )
  return withoutSensitive(Object.fromEntries(entries))
}

/** The input that differs from what the page was loaded with. */
const changedIn = (form: HTMLFormElement): Typed =>
  Object.fromEntries(
    [...form.querySelectorAll<Control>('input, textarea')]
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map(({ name, value }) => [name, value]),
  )

function restoreDraft(form: HTMLFormElement, draft: Typed): boolean {
  let isChanged = false
  for (const [name, value] of Object.entries(withoutSensitive(draft))) {
    const control = controlOf(form, name)
    if (!control || control.value === value) continue
    control.value = value
    isChanged = true
  }
  return isChanged
}

/** An input, a select or a text area, because all three have the properties used here. */
type Control = HTMLInputElement
const controlOf = (form: HTMLFormElement, name: string): Control | null =>
  form.querySelector<Control>(`[name="${CSS.escape(name)}"], [data-param="${CSS.escape(name)}"] :is(input, select)`)
const firstControl = (form: HTMLFormElement) => form.querySelector<Control>(':is(input:not([type=hidden]), select)')

/**
 * Sends the form, one request at a time. A repeat of the same content has the same idempotency key, so that it has its
 * effect once.
 */
function createSender(form: HTMLFormElement, clearDraft: () => void): () => Promise<void> {
  let isSending = false
  let sent = { content: '', key: '' }
  const status = form.querySelector('[data-status]')
  return async () => {
    if (isSending) return
    isSending = true
    if (status) status.textContent = form.dataset['sending'] ?? ''
    const body = new URLSearchParams([...new FormData(form)] as [string, string][])
    if (sent.content !== body.toString()) sent = { content: body.toString(), key: crypto.randomUUID() }
    body.set('key', sent.key)
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': sent.key },
      body,
    }).catch(() => null)
    isSending = false
    if (status) status.textContent = ''
    if (answer?.status === 401) return location.assign(form.dataset['login'] ?? '')
    const read = (await answer?.json().catch(() => null)) as (ErrorBody & { id: string }) | null
    if (!answer?.ok || !read) return showProblem(form, answer && answer.status < 500 ? read : null)
    clearDraft()
    location.assign((form.dataset['next'] ?? '').replace('=_', `=${read.id}`))
  }
}

/** Shows the reason for which the form was refused, above it and at each field, and moves the focus there. */
function showProblem(form: HTMLFormElement, error: ErrorBody | null): void {
  document.getElementById('problem')?.remove()
  for (const each of form.querySelectorAll('[data-error]')) each.remove()
  for (const each of form.querySelectorAll('[aria-invalid]')) each.removeAttribute('aria-invalid')
  const problem = element('div', 'notice stop')
  Object.assign(problem, { id: 'problem', tabIndex: -1 })
  problem.setAttribute('role', 'alert')
  const lines = element('ul', 'list')
  for (const { param, type, message } of error?.errors ?? []) {
    const control = controlOf(form, param === 'relations[0].relation' ? 'relation' : param)
    if (control) lines.appendChild(markField(control, type, message))
  }
  const title = element('b', '')
  title.textContent =
    lines.childElementCount > 0 ? (form.dataset['problem'] ?? '') : (error?.message ?? form.dataset['unsent'] ?? '')
  const heading = element('p', '')
  heading.appendChild(title)
  const content = element('div', 'stack tight')
  content.appendChild(heading)
  if (lines.childElementCount > 0) content.appendChild(lines)
  problem.appendChild(content)
  form.insertAdjacentElement('beforebegin', problem)
  problem.focus()
}

/** Marks a refused field. Returns its line for the summary, which links to it. */
function markField(control: Control, type: string, message: string): HTMLElement {
  const group = control.closest<HTMLElement>('[data-param]')
  const field = group ?? control.closest<HTMLElement>('.field') ?? control
  const enter = (group ?? control).dataset['enter']
  const words =
    (type === 'required' || type === 'invalid_option' || (group && type === 'invalid_date')) && enter ? enter : message
  const error = element('span', 'error')
  error.dataset['error'] = ''
  error.id = `${control.id}-error`
  error.textContent = words
  const label = field.querySelector('legend, label')
  label?.insertAdjacentElement('afterend', error)
  control.setAttribute('aria-invalid', 'true')
  const described = group ?? control
  described.setAttribute('aria-describedby', `${error.id} ${described.getAttribute('aria-describedby') ?? ''}`.trim())
  const line = element('li', '')
  const link = document.createElement('a')
  link.href = `#${control.id}`
  link.textContent = words
  line.appendChild(link)
  return line
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  return made
}
