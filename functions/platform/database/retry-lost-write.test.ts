import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxCallMs, inTime, isOutOfReach, isTransient, retryLostWrite, waitLonger } from './retry-lost-write.ts'

const lost = 'D1_ERROR: Network connection lost.'
const refused = 'D1_ERROR: UNIQUE constraint failed: status_history.step: SQLITE_CONSTRAINT'

/** A call that fails with these errors in order, and then succeeds. */
function meeting(ends: string[]) {
  let attempts = 0
  const run = async () => {
    const end = ends[attempts]
    attempts += 1
    if (end) throw new Error('Failed query', { cause: new Error(end) })
    return 'done'
  }
  return { run, tries: () => attempts }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function settled<Answer>(work: Promise<Answer>): Promise<Answer | string> {
  const end = work.catch((error: Error) => String((error.cause as Error | undefined)?.message ?? error.message))
  await vi.runAllTimersAsync()
  return end
}

describe('retrying a write', () => {
  it.each([
    { ends: [], tries: 1, end: 'done' },
    { ends: [lost], tries: 2, end: 'done' },
    { ends: [lost, lost], tries: 3, end: 'done' },
    { ends: [lost, lost, lost], tries: 3, end: lost },
    { ends: [refused], tries: 1, end: refused },
    { ends: [lost, refused], tries: 2, end: refused },
  ])(
    'a call whose attempts end with $ends is made $tries times and ends with $end',
    async ({ ends, tries: attempts, end }) => {
      const call = meeting(ends)
      expect(await settled(retryLostWrite(call.run))).toBe(end)
      expect(call.tries()).toBe(attempts)
    },
  )

  it.each([
    {
      what: 'the repeat reports that an earlier attempt committed',
      ends: [lost, refused],
      back: 'done before',
      input: 1,
      end: 'done before',
    },
    {
      what: 'the repeat reports that another request was faster',
      ends: [lost, refused],
      back: null,
      input: 1,
      end: refused,
    },
    { what: 'the first attempt was refused', ends: [refused], back: 'done before', input: 0, end: refused },
    {
      what: 'the last attempt was lost too, but one committed',
      ends: [lost, lost, lost],
      back: 'done before',
      input: 1,
      end: 'done before',
    },
    { what: 'all attempts were lost and none committed', ends: [lost, lost, lost], back: null, input: 1, end: lost },
  ])('a write whose connection was lost: $what', async ({ ends, back, input, end }) => {
    const verifyCommitted = vi.fn(async () => back)
    expect(await settled(retryLostWrite<string>(meeting(ends).run, verifyCommitted))).toBe(end)
    expect(verifyCommitted).toHaveBeenCalledTimes(input)
  })

  it('a failing check of the commit throws the lost connection', async () => {
    expect(
      await settled(
        retryLostWrite<string>(meeting([lost, refused]).run, async () => Promise.reject(new Error('gone'))),
      ),
    ).toBe(lost)
  })

  it('the pause before a retry is at most 50 ms and then 100 ms', async () => {
    const call = meeting([lost, lost])
    const work = retryLostWrite(call.run)
    await vi.advanceTimersByTimeAsync(50)
    expect(call.tries()).toBeGreaterThanOrEqual(2)
    await vi.advanceTimersByTimeAsync(100)
    expect(await work).toBe('done')
  })

  it('no attempt begins after five seconds', async () => {
    let attempts = 0
    const slow = async () => {
      attempts += 1
      await new Promise((resolve) => setTimeout(resolve, 4990))
      throw new Error(lost)
    }
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(
      (array) => (array as unknown as Uint32Array).fill(2 ** 31) as unknown as typeof array,
    )
    expect(await settled(retryLostWrite(slow))).toBe(lost)
    expect(attempts).toBe(1)
    vi.restoreAllMocks()
  })
})

describe('a call without a response', () => {
  beforeAll(() => waitLonger(maxCallMs))
  afterAll(() => waitLonger(60_000))

  it('a call is abandoned after its deadline', async () => {
    const late = new Promise<never>((_, refuse) =>
      setTimeout(() => refuse(new Error('too late to matter')), maxCallMs + 10),
    )
    let thrown: unknown
    const work = inTime(late).catch((error: unknown) => {
      thrown = error
    })
    await vi.advanceTimersByTimeAsync(maxCallMs - 1)
    expect(thrown).toBeUndefined()
    await vi.runAllTimersAsync()
    await work
    expect(isOutOfReach(thrown)).toBe(true)
    expect(isTransient(thrown)).toBe(false)
  })
})

describe('temporary errors', () => {
  it.each([
    'D1_ERROR: Network connection lost.',
    'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
    'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
    "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
    'D1_ERROR: D1 DB reset because its code was updated.',
    'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
  ])('the error is temporary: %s', (message) =>
    expect(isTransient(new Error('Failed query', { cause: new Error(message) }))).toBe(true),
  )

  it.each([
    'D1_ERROR: no such table: x',
    'D1_ERROR: UNIQUE constraint failed: payments.order_id',
    'D1_ERROR: guard_failed:state',
    '',
  ])('the error is not temporary: %j', (message) => expect(isTransient(new Error(message))).toBe(false))
})
