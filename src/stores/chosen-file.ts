import { atom } from 'nanostores'
import type { StoredFile } from '#contract/file'
import { type FilePurpose, largestUploadBytes, pictureTypes, uploadTypes } from '#contract/upload-limits'
import type { Failure } from '../api/api-failure.ts'
import type { UploadFile } from '../api/upload-file.ts'

/** What has become of the file that was chosen: it waits for a log-in, is being sent, is there, or failed. */
export type ChosenFile =
  | { step: 'none' }
  | { step: 'waiting'; name: string }
  | { step: 'sending'; name: string; part: number }
  | { step: 'sent'; name: string; id: string; picture_url: string | null }
  | { step: 'failed'; name: string; message: string }

/** Sentences about a file that is not sent. */
export type FileWords = { failed: string; tooLarge: string; wrongType: string }

/** The statuses that say of a file what is wrong with it; after all others sending it again may help. */
const saysWhy = new Set([413, 415, 422, 429])

/** Why a file cannot be sent, before it is; null when it may go. A phone may not know the type: then the server says. */
export function fileProblem(file: Pick<File, 'size' | 'type'>, purpose: FilePurpose, words: FileWords): string | null {
  const types: readonly string[] = purpose === 'picture' ? pictureTypes : uploadTypes
  if (file.type !== '' && !types.includes(file.type)) return words.wrongType
  return file.size > largestUploadBytes ? words.tooLarge : null
}

/** The sentence of a failed upload. */
export const uploadFailureText = ({ code, message }: Failure, words: FileWords): string =>
  saysWhy.has(code) && message ? message : words.failed

type Dependencies = {
  upload: UploadFile
  purpose: FilePurpose
  words: FileWords
  /** False where nobody is logged in yet: the file waits, and goes with `send`. */
  mayUpload: () => boolean
  /** Hears the file's id once it is there, '' when it is taken away, and null while that is open. */
  onChange: (id: string | null, name: string) => void
}

/** One file of a form: chosen, sent at once where that is possible, taken away, sent again. */
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
    /** Takes a file from the picker. */
    choose(file: File) {
      stop()
      chosen = file
      const problem = fileProblem(file, purpose, words)
      if (problem) return fail(file.name, problem)
      onChange(null, file.name)
      if (mayUpload()) start(file)
      else $file.set({ step: 'waiting', name: file.name })
    },
    /** Shows a file that was sent before. */
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
    /** Sends what waits and ends when nothing is under way; the sentence of what failed, null when all is well. */
    async finish(): Promise<string | null> {
      if ($file.get().step === 'waiting' && chosen) start(chosen)
      await running?.done
      const file = $file.get()
      return file.step === 'failed' ? file.message : null
    },
  }
}
export type ChosenFileStore = ReturnType<typeof chosenFile>
