import { draftKey, loadDraft, saveDraft } from '../booking/form-draft.ts'

type Draft = Record<string, string>
type Device = { storage: () => Storage; now: () => number; isSent: boolean }
const typedFields = 'textarea[name], input[name="subject"]'
type TypedField = HTMLTextAreaElement | HTMLInputElement

/** Puts back what was typed into a message and not sent, and keeps what is typed now; what was sent is forgotten. */
export function keepMessageDrafts(page: ParentNode, { storage, now, isSent }: Device): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const { draft: name = '', customer } = form.dataset
    const key = draftKey(customer ?? null, `message:${name}`)
    const fields = [...form.querySelectorAll<TypedField>(typedFields)]
    const kept = isSent ? null : readDraft(storage, key, now())
    if (isSent) forget(storage, [key, draftKey(customer ?? null, 'message:new')])
    for (const field of fields) if (field.value === '' && kept?.[field.name]) field.value = kept[field.name] as string
    form.addEventListener('input', () => {
      const draft: Draft = Object.fromEntries(fields.map((field) => [field.name, field.value]))
      withStorage(storage, (kept) => saveDraft(kept, key, { at: now(), draft }))
    })
  }
}

function readDraft(storage: Device['storage'], key: string, now: number): Draft | null {
  let draft: Draft | null = null
  withStorage(storage, (kept) => {
    draft = loadDraft<Draft>(kept, key, now)
  })
  return draft
}

const forget = (storage: Device['storage'], keys: string[]) =>
  withStorage(storage, (kept) => {
    for (const key of keys) kept.removeItem(key)
  })

// Reading it is refused where cookies are.
function withStorage(storage: Device['storage'], use: (kept: Storage) => void): void {
  try {
    use(storage())
  } catch {
    // Then nothing is kept, and the form still works.
  }
}

/** Notes that a message was opened; browsers that ask not to be tracked send nothing. */
export function noteOpened(messageId: string | undefined): void {
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
  if (!messageId || globalPrivacyControl === true || navigator.doNotTrack === '1') return
  fetch(`/api/v1/profile/messages/${encodeURIComponent(messageId)}/track`, { method: 'POST', keepalive: true }).catch(
    () => {},
  )
}
