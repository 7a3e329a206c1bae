import { atom } from 'nanostores'
import type { StoredFile } from '#contract/file'
import { type FilePurpose, largestUploadBytes, pictureTypes, uploadTypes } from '#contract/upload-limits'
import type { Failure } from '../api/api-failure.ts'
import type { UploadFile } from '../api/upload-file.ts'

/** The state of a chosen file: waiting for a log-in, being sent, sent, or failed. */
export type ChosenFile =
  | { step: 'none' }
  | { step: 'waiting'; name: string }
  | { step: 'sending'; name: string; part: number }
  | { step: 'sent'; name: string; id: string; picture_url: string | null }
  | { step: 'failed'; name: string; message: string }

/** The sentences about a file that was not uploaded. */
export type FileWords = { failed: string; tooLarge: string; wrongType: string }

/** The statuses whose message explains what is wrong with the file. After any other status, a repeat may help. */
const explainedStatuses = new Set([413, 415, 422, 429])

/**
 * The reason for which a file cannot be uploaded; null when it can. A phone may not know the type, so the server
 * decides about the type.
 */
export function fileProblem(file: Pick<File, 'size' | 'type'>, purpose: FilePurpose, words: FileWords): string | null {
  const types: readonly string[] = purpose === 'picture' ? pictureTypes : uploadTypes
  if (file.type !== '' && !types.includes(file.type)) return words.wrongType
  return file.size > largestUploadBytes ? words.tooLarge : null
}

/** The sentence of a failed upload. */
export const uploadFailureText = ({ code, message }: Failure, words: FileWords): string =>
  explainedStatuses.has(code) && message ? message : words.failed

type Dependencies = {
  upload: UploadFile
  purpose: FilePurpose
  words: FileWords
  /** Returns false before a log-in: the file waits for `send`. */
  mayUpload: () => boolean
  /**
   * The form calls this with the file's id, with '' when the file is removed, and with null while the id is unknown.
   */
  onChange: (id: string | null, name: string) => void
}

/** One file of a form. It is uploaded at once when possible, and can be removed, or sent again. */
export function chosenFile({ upload, purpose, words, mayUpload, onChange }: Dependencies) {
  const $file = atom<ChosenFile>({ step: 'none' })
  let chosen: File | null = null
  let running: { done: Promise<void>; abort: () => void } | null = null

  const stop = () => {
    running?.abort()
    running = null
  }
  function start(file: File) {
    const abort = new AbortController()
    $file.set({ step: 'sending', name: file.name, part: 0 })
    const isCurrent = () => chosen === file && !abort.signal.aborted
    const onProgress = (part: number) => {
      if (isCurrent()) $file.set({ step: 'sending', name: file.name, part })
    }
    const done = upload(file, { purpose, onProgress, signal: abort.signal }).then((answer) => {
      if (!isCurrent()) return
      running = null
      if (answer.ok) showSent(answer.data)
      else fail(file.name, uploadFailureText(answer.failure, words))
    })
    running = { done, abort: () => abort.abort() }
  }
  function showSent({ id, name, picture_url }: Pick<StoredFile, 'id' | 'name' | 'picture_url'>) {
    $file.set({ step: 'sent', id, name, picture_url })
    onChange(id, name)
  }
  function fail(name: string, message: string) {
    $file.set({ step: 'failed', name, message })
    onChange('', '')
  }

  return {
    file: $file,
    choose(file: File) {
      stop()
      chosen = file
      const problem = fileProblem(file, purpose, words)
      if (problem) return fail(file.name, problem)
      onChange(null, file.name)
      if (mayUpload()) start(file)
      else $file.set({ step: 'waiting', name: file.name })
    },
    /** Shows a file uploaded earlier. */
    show: (file: Pick<StoredFile, 'id' | 'name' | 'picture_url'>) => $file.set({ step: 'sent', ...file }),
    remove() {
      stop()
      chosen = null
      $file.set({ step: 'none' })
      onChange('', '')
    },
    again() {
      if (chosen && !running) {
        onChange(null, chosen.name)
        start(chosen)
      }
    },
    /** Uploads a waiting file and awaits a running upload. Returns the failure's sentence, or null. */
    async finish(): Promise<string | null> {
      if ($file.get().step === 'waiting' && chosen) start(chosen)
      await running?.done
      const file = $file.get()
      return file.step === 'failed' ? file.message : null
    },
  }
}
export type ChosenFileStore = ReturnType<typeof chosenFile>
