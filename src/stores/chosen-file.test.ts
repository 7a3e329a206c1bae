import { type Values, answersOf, answerValue } from '#contract/booking/form-controls'
import { map } from 'nanostores'
import { describe, expect, it } from 'vitest'
import type { Field } from '#contract/offering/event'
import type { StoredFile } from '#contract/file'
import { createUploader } from '../api/upload-file.ts'
import { chosenFile, fileProblem } from './chosen-file.ts'
import { formFiles, withoutOpenFiles } from './booking/form-files.ts'
import { member } from './booking/registration-form-fixture.ts'
import type { Person } from './booking/family-people.ts'

const words = { failed: 'Attachment failed to upload. Please try again.', tooLarge: 'Too large.', wrongType: 'Wrong.' }
const stored = { id: 'file_1', name: 'badge.webp', picture_url: null } as StoredFile
const file = (name = 'badge.jpg', type = 'image/jpeg', size = 3) =>
  Object.defineProperty(new File(['abc'], name, { type }), 'size', { value: size })

describe('the check of a file before its upload', () => {
  it.each([
    ['a picture', file(), 'picture', null],
    ['a document as an answer', file('a.pdf', 'application/pdf'), 'attachment', null],
    ['a document as a picture', file('a.pdf', 'application/pdf'), 'picture', words.wrongType],
    ['an SVG file', file('a.svg', 'image/svg+xml'), 'attachment', words.wrongType],
    ['a file whose type is unknown', file('a', ''), 'attachment', null],
    ['a file of 10 MB', file('a.jpg', 'image/jpeg', 10 * 1024 * 1024), 'attachment', null],
    ['a file of 10 MB and one byte', file('a.jpg', 'image/jpeg', 10 * 1024 * 1024 + 1), 'attachment', words.tooLarge],
  ] as const)('the check before an upload gives the expected answer for %s', (_, chosen, purpose, problem) =>
    expect(fileProblem(chosen, purpose, words)).toBe(problem),
  )
})

/** A server that sends one reply for each attempt; `lost` is a lost connection. */
function uploaderOf(...answers: (number | 'lost')[]) {
  const keys: string[] = []
  const upload = createUploader({
    send: async (_, { headers }) => {
      keys.push(headers['Idempotency-Key'] ?? '')
      const answer = answers.shift() ?? 201
      if (answer === 'lost') throw new TypeError('Failed to fetch')
      const type = { 409: 'request_in_progress', 413: 'file_too_large' }[answer as 409] ?? 'x'
      return { status: answer, body: answer < 300 ? stored : { type, message: `said ${answer}` } }
    },
    tokens: { fresh: async () => 'one', renew: async () => 'two' },
    newKey: () => `key-${keys.length}`,
    language: () => 'en',
    wait: async () => {},
  })
  const send = () =>
    upload(file(), { purpose: 'attachment', onProgress: () => {}, signal: new AbortController().signal })
  return { send, upload, keys }
}

describe('an upload', () => {
  it.each([
    ['a lost response', ['lost'], 2],
    ['a temporary failure of the server', [503], 2],
    ['a conflict with an unfinished upload', ['lost', 409], 3],
    ['an expired token', [401], 2],
  ] as const)('an upload is repeated after %s, under the same key', async (_, answers, attempts) => {
    const { send, keys } = uploaderOf(...answers)
    expect(await send()).toMatchObject({ ok: true, data: { id: 'file_1' } })
    expect(keys).toEqual(Array.from({ length: attempts }, () => 'key-0'))
  })

  it('an upload that the server rejected is not repeated', async () => {
    const { send, keys } = uploaderOf(413)
    expect(await send()).toMatchObject({ ok: false, failure: { code: 413, message: 'said 413' } })
    expect(keys).toHaveLength(1)
  })

  it('an upload fails when the network stays away', async () => {
    const { send, keys } = uploaderOf('lost', 'lost', 'lost', 'lost')
    expect(await send()).toMatchObject({ ok: false, failure: { type: 'unreachable' } })
    expect(keys).toHaveLength(3)
  })
})

describe('a chosen file', () => {
  const open = (answers: Parameters<typeof uploaderOf>, input: { mayUpload?: () => boolean } = {}) => {
    const changes: (string | null)[] = []
    const store = chosenFile({
      upload: uploaderOf(...answers).upload,
      purpose: 'attachment',
      words,
      mayUpload: input.mayUpload ?? (() => true),
      onChange: (id) => void changes.push(id),
    })
    return { store, changes }
  }

  it('a chosen file is uploaded at once', async () => {
    const { store, changes } = open([])
    store.choose(file())
    expect(store.file.get()).toMatchObject({ step: 'sending', name: 'badge.jpg' })
    expect(await store.finish()).toBeNull()
    expect([store.file.get(), changes]).toEqual([{ step: 'sent', ...stored }, [null, 'file_1']])
  })

  it('a failed upload can be repeated', async () => {
    const { store, changes } = open(['lost', 'lost', 'lost'])
    store.choose(file())
    expect(await store.finish()).toBe('Attachment failed to upload. Please try again.')
    store.again()
    expect(await store.finish()).toBeNull()
    expect(changes).toEqual([null, '', null, 'file_1'])
  })

  it('a file chosen before the log-in is uploaded after it', async () => {
    let isSignedIn = false
    const { store, changes } = open([], { mayUpload: () => isSignedIn })
    store.choose(file())
    expect(store.file.get()).toEqual({ step: 'waiting', name: 'badge.jpg' })
    isSignedIn = true
    expect(await store.finish()).toBeNull()
    expect(changes).toEqual([null, 'file_1'])
  })

  it('a file removed during its upload leaves no answer', async () => {
    const { store, changes } = open([])
    store.choose(file('first.jpg'))
    store.remove()
    await store.finish()
    expect([store.file.get(), changes]).toEqual([{ step: 'none' }, [null, '']])
  })

  it('an invalid file is rejected before its upload', () => {
    const { store } = open([])
    store.choose(file('a.svg', 'image/svg+xml'))
    expect(store.file.get()).toEqual({ step: 'failed', name: 'a.svg', message: words.wrongType })
  })
})

describe('the files of a form', () => {
  const badge = { id: 'badge', type: 'file', show_if: null } as Field
  const open = (answers: Parameters<typeof uploaderOf>, isSignedIn = true) => {
    const values = map<Values>({})
    const files = formFiles({
      values,
      setup: { fields: [badge] },
      upload: uploaderOf(...answers).upload,
      words,
      mayUpload: () => isSignedIn,
      setValue: (name, value) => values.setKey(name, value),
    })
    return { values, files, name: 'maya.q.badge' }
  }
  const people = [member('maya')]

  it('a draft leaves out files without an id', async () => {
    const { values, files, name } = open([], false)
    files.of(name).choose(file())
    expect(answerValue(badge, people[0] as Person, values.get())).not.toBeNull()
    expect(withoutOpenFiles(values.get())).toEqual({})
    // A file of a visitor is sent with the form.
    expect([await files.finish(people), files.of(name).file.get().step]).toEqual([[], 'waiting'])
  })

  it('the form waits for a file that is being uploaded', async () => {
    const { values, files, name } = open([])
    files.of(name).choose(file())
    expect(await files.finish(people)).toEqual([])
    expect(answersOf([badge], people[0] as Person, values.get())).toEqual([{ field_id: 'badge', value: 'file_1' }])
    expect(withoutOpenFiles(values.get())).toEqual({ [name]: 'file_1', [`${name}~name`]: 'badge.webp' })
  })

  it('a file that fails to upload stops the form', async () => {
    const { values, files, name } = open(['lost', 'lost', 'lost'])
    files.of(name).choose(file())
    expect(await files.finish(people)).toEqual([{ name, message: words.failed }])
    expect(values.get()[name]).toBe('')
  })

  it('files uploaded earlier are shown', () => {
    const { values, files, name } = open([])
    values.set({ [name]: 'file_7', [`${name}~name`]: 'old.pdf' })
    expect(files.of(name).file.get()).toMatchObject({ step: 'sent', id: 'file_7', name: 'old.pdf' })
  })
})
