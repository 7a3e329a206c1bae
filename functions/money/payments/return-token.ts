import { dayMs, hourMs } from '../../contract/limits.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'

/** How long the status of a payment can be seen without a log-in after the bank step, in ms. */
export const returnTokenMs = 24 * hourMs

/** How long a mail about the bank's question leads to the bank, and back, in ms. */
export const questionMs = 14 * dayMs

/** `t` of /confirm-payment: shows the state of one payment for a day, or as long as is said, and nothing else. */
export async function makeReturnToken(
  env: { TOKEN_SECRET: string },
  paymentId: string,
  now: number,
  forMs = returnTokenMs,
): Promise<string> {
  return signLink(env, { purpose: 'payment_return', subject: paymentId, expiresAt: now + forMs })
}

/** Whether `t` was given out for this payment and is still good. */
export async function checkReturnToken(
  env: { TOKEN_SECRET: string },
  input: { token: string; payment_id: string; now: number },
): Promise<boolean> {
  return (await readLink(env, { purpose: 'payment_return', token: input.token, now: input.now })) === input.payment_id
}
