import { draftKey, loadDraft, saveDraft } from '../booking/form-draft.ts'

type Draft = Record<string, string>
type Device = { storage: () => Storage; now: () => number; isSent: boolean }
const typedFields = 'textarea[name], input[name="subject"]'
type TypedField = HTMLTextAreaElement | HTMLInputElement

/** Restores an unsent message and stores further input. The draft of a sent message is deleted. */
export function keepMessageDrafts(page: ParentNode, { storage, now, isSent }: Device): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const { draft: name = '', customer } = form.dataset
    const key = draftKey(customer ?? null, `message:${name}`)
    const fields = [...form.querySelectorAll<TypedField>(typedFields)]
    const stored = isSent ? null : readDraft(storage, key, now())
    if (isSent) forget(storage, [key, draftKey(customer ?? null, 'message:new')])
    for (const field of fields)
      if (field.value === '' && stored?.[field.name]) field.value = stored[field.name] as string
    form.addEventListener('input', () => {
      const draft: Draft = Object.fromEntries(fields.map((field) => [field.name, field.value]))
      withStorage(storage, (stored) => saveDraft(stored, key, { at: now(), draft }))
    })
  }
}

function readDraft(storage: Device['storage'], key: string, now: number): Draft | null {
  let draft: Draft | null = null
  withStorage(storage, (stored) => {
    draft = loadDraft<Draft>(stored, key, now)
  })
  return draft
}

const forget = (storage: Device['storage'], keys: string[]) =>
  withStorage(storage, (stored) => {
    for (const key of keys) stored.removeItem(key)
  })

// Access to storage throws in a browser that blocks cookies.
function withStorage(storage: Device['storage'], use: (stored: Storage) => void): void {
  try {
    use(storage())
  } catch {
    // Without storage the drafts are not stored. The form still works.
  }
}

/** Reports that a message was opened. Browsers with a do-not-track signal send nothing. */
export function noteOpened(messageId: string | undefined): void {
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
  if (!messageId || globalPrivacyControl === true || navigator.doNotTrack === '1') return
  fetch(`/api/v1/profile/messages/${encodeURIComponent(messageId)}/track`, { method: 'POST', keepalive: true }).catch(
    () => {},
  )
}
