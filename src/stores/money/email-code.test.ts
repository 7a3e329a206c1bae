import { describe, expect, it } from 'vitest'
import { toFailure } from '../../api/api-failure.ts'
import { emailCode } from './email-code.ts'
import { toasts } from '../toast.ts'

const words = { somethingWrong: 'Something went wrong', somethingWrongText: 'Try again later.', checkInputs: 'Check.' }
const refused = (code: number, body: object) => async () => ({ ok: false as const, failure: toFailure(code, body) })
const taken = async () => ({ ok: true as const, data: {} as never, status: 200 })

describe('the code of the verification mail', () => {
  it.each([
    [
      429,
      { message: 'Too many requests. Wait a moment and try again.' },
      'Too many requests. Wait a moment and try again.',
    ],
    [500, { message: 'Internal server error' }, words.somethingWrongText],
  ])('a code that cannot be sent again (%i) is reported in a toast', async (code, body, text) => {
    const { toast, showFailure } = toasts({ set: () => 0, clear: () => {} })
    const store = emailCode({
      calls: { verifyEmail: taken, sendCodeAgain: refused(code, body) },
      onSendFailed: (failure) => showFailure(failure, words),
    })
    await store.sendAgain()
    expect(toast.get()).toMatchObject({ kind: 'danger', text })
    expect(store.code.get()).toEqual({ state: 'requested', refusal: null, isBusy: false })
  })

  it('no code is promised for an email that was confirmed elsewhere', async () => {
    const done = async () => ({
      ok: true as const,
      status: 200,
      data: { object: 'done' as const, type: 'already_verified', message: '' },
    })
    const store = emailCode({ calls: { verifyEmail: taken, sendCodeAgain: done } })
    await store.sendAgain()
    expect(store.code.get()).toEqual({ state: 'verified', refusal: null, isBusy: false })
  })

  it('a wrong code is reported at its field until it is changed', async () => {
    const store = emailCode({ calls: { verifyEmail: refused(400, { message: 'Check it.' }), sendCodeAgain: taken } })
    await store.verify('123456', 'unreachable')
    expect(store.code.get().refusal).toBe('Check it.')
    await store.sendAgain()
    expect(store.code.get()).toMatchObject({ state: 'sent_again', refusal: null })
  })
})
