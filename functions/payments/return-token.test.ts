import { describe, expect, it } from 'vitest'
import { checkReturnToken, makeReturnToken, returnTokenMs } from './return-token.ts'

const keys = { TOKEN_SECRET: 'k1:first-secret-of-at-least-32-characters!' }

describe('the return token of a payment', () => {
  it('shows one payment for a day', async () => {
    const token = await makeReturnToken(keys, 'pay_1', 0)
    expect(await checkReturnToken(keys, { token, payment_id: 'pay_1', now: returnTokenMs })).toBe(true)
    expect(await checkReturnToken(keys, { token, payment_id: 'pay_2', now: 1 })).toBe(false)
    expect(await checkReturnToken(keys, { token, payment_id: 'pay_1', now: returnTokenMs + 1 })).toBe(false)
  })
})
