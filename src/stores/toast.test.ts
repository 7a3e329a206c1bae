import { describe, expect, it } from 'vitest'
import { toFailure, thrownToFailure } from '../api/api-failure.ts'
import { toasts } from './toast.ts'

const words = {
  somethingWrong: 'Something went wrong',
  somethingWrongText: "We are sorry you've experienced some problems. Please try again later.",
  checkInputs: 'Something looks wrong. Please check your information and try again.',
}

/** A clock that advances whenever the test waits. */
function clock() {
  let now = 0
  let next = 1
  const waiting = new Map<number, { at: number; work: () => void }>()
  return {
    set: (work: () => void, ms: number) => {
      waiting.set(next, { at: now + ms, work })
      return next++
    },
    clear: (timer: never) => void waiting.delete(timer),
    pass: (ms: number) => {
      now += ms
      for (const [id, { at, work }] of [...waiting]) if (at <= now && waiting.delete(id)) work()
    },
  }
}

describe('toasts', () => {
  it('a toast disappears after 5 seconds', () => {
    const time = clock()
    const { toast, show } = toasts(time)
    show({ kind: 'done', text: 'Saved' })
    time.pass(4999)
    expect(toast.get()).toMatchObject({ text: 'Saved', isLeaving: false })
    time.pass(1)
    expect(toast.get()).toMatchObject({ isLeaving: true })
    time.pass(699)
    expect(toast.get()).not.toBeNull()
    time.pass(1)
    expect(toast.get()).toBeNull()
  })

  it('a new toast replaces the last one', () => {
    const time = clock()
    const { toast, show } = toasts(time)
    show({ kind: 'done', text: 'First' })
    time.pass(4000)
    show({ kind: 'danger', text: 'Second' })
    time.pass(4000)
    expect(toast.get()).toMatchObject({ text: 'Second', kind: 'danger', isLeaving: false })
    time.pass(1000)
    expect(toast.get()?.isLeaving).toBe(true)
  })

  it('a toast stays while the pointer is over it', () => {
    const time = clock()
    const { toast, show, pause, resume } = toasts(time)
    show({ kind: 'done', text: 'Saved' })
    pause()
    time.pass(60_000)
    expect(toast.get()?.isLeaving).toBe(false)
    resume()
    time.pass(5700)
    time.pass(700)
    expect(toast.get()).toBeNull()
  })

  it('a toast stays when automatic closing is switched off', () => {
    const time = clock()
    const { toast, show, pause, resume } = toasts(time)
    show({ kind: 'done', text: 'Saved', staysOpen: true })
    pause()
    resume()
    time.pass(60_000)
    expect(toast.get()?.text).toBe('Saved')
  })
})

describe('the text of a failure', () => {
  const failures = [
    {
      name: 'status 400 and a text',
      failure: toFailure(400, { type: 'invalid_email', message: 'Enter an email like name@example.com.' }),
      expected: { title: null, text: 'Enter an email like name@example.com.' },
    },
    { name: 'status 400 and no text', failure: toFailure(400, {}), expected: { title: null, text: words.checkInputs } },
    {
      name: 'status 409 and a text',
      failure: toFailure(409, { type: 'sold_out', message: 'The last place was just taken.' }),
      expected: { title: null, text: 'The last place was just taken.' },
    },
    {
      name: 'status 409 and no text',
      failure: toFailure(409, null),
      expected: { title: words.somethingWrong, text: words.somethingWrongText },
    },
    {
      name: 'status 500',
      failure: toFailure(500, { message: 'Internal server error' }),
      expected: { title: words.somethingWrong, text: words.somethingWrongText },
    },
    {
      name: 'no status at all',
      failure: thrownToFailure(new TypeError('Failed to fetch')),
      expected: { title: words.somethingWrong, text: words.somethingWrongText },
    },
    {
      name: 'an aborted request',
      failure: thrownToFailure(new DOMException('stopped', 'AbortError')),
      expected: null,
    },
    {
      name: 'status 401, which opens the log-in',
      failure: toFailure(401, { message: 'Please log in.' }),
      expected: null,
    },
  ]
  it.each(failures)('a toast shows the right text for a response with $name', ({ failure, expected }) => {
    const { toast, showFailure } = toasts(clock())
    showFailure(failure, words)
    const shown = toast.get()
    expect(shown && { title: shown.title, text: shown.text }).toEqual(expected)
  })
  it('a toast of a failure has what a support report needs', () => {
    const { toast, show, showFailure } = toasts(clock())
    const failure = toFailure(500, { type: 'internal_error', path: '/v1/profile/orders' })
    showFailure(failure, words)
    expect(toast.get()?.failure).toBe(failure)
    show({ kind: 'done', text: 'Saved' })
    expect(toast.get()?.failure).toBeNull()
  })
  it('an unreachable site has code 503', () => expect(thrownToFailure(new TypeError('Failed to fetch')).code).toBe(503))
})
