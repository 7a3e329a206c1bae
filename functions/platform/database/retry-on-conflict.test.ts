import { describe, expect, it } from 'vitest'
import { ApiError } from '../../contract/api-error.ts'
import { maxAttempts, retryOnConflict } from './retry-on-conflict.ts'

const conflict = () => new ApiError('state_conflict', { constraint: 'guard_failed:state' })

describe('retryOnConflict', () => {
  it('the work runs again after a conflict with another request', async () => {
    const attempts: number[] = []
    const result = await retryOnConflict(async (attempt) => {
      attempts.push(attempt)
      if (attempt < 3) throw conflict()
      return 'done'
    })
    expect({ attempts, result }).toEqual({ attempts: [1, 2, 3], result: 'done' })
  })

  it('the conflict of the last attempt is thrown', async () => {
    let runs = 0
    const work = retryOnConflict(async () => {
      runs += 1
      throw conflict()
    })
    await expect(work).rejects.toMatchObject({ type: 'state_conflict' })
    expect(runs).toBe(maxAttempts)
  })

  it.each([
    ['a refusal by a rule', new ApiError('state_conflict', { param: 'paid' })],
    ['a broken constraint that another read cannot resolve', new ApiError('sold_out', { constraint: 'sold_out' })],
    ['an unforeseen error', new Error('unforeseen')],
  ])('retryOnConflict does not retry %s', async (_, thrown) => {
    let runs = 0
    const work = retryOnConflict(async () => {
      runs += 1
      throw thrown
    })
    await expect(work).rejects.toBe(thrown)
    expect(runs).toBe(1)
  })

  it('an error that the caller names as a conflict is retried', async () => {
    let runs = 0
    const work = retryOnConflict(
      async () => {
        runs += 1
        if (runs === 1) throw new ApiError('sold_out', { constraint: 'sold_out' })
        return runs
      },
      (error) => error instanceof ApiError && error.type === 'sold_out',
    )
    expect(await work).toBe(2)
  })
})
