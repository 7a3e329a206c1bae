import { dayMs, hourMs } from '../../contract/limits.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'

/** How long the status of a payment can be seen without a log-in after the bank step, in ms. */
export const returnTokenMs = 24 * hourMs

/** How long a mailed link to the bank's confirmation is valid, in ms. */
export const questionMs = 14 * dayMs

/** The parameter `t` of /confirm-payment: it gives access to the status of one payment, by default for a day. */
export async function makeReturnToken(
  env: { TOKEN_SECRET: string },
  paymentId: string,
  now: number,
  forMs = returnTokenMs,
): Promise<string> {
  return signLink(env, { purpose: 'payment_return', subject: paymentId, expiresAt: now + forMs })
}

/** True if `t` was issued for this payment and has not expired. */
export async function checkReturnToken(
  env: { TOKEN_SECRET: string },
  input: { token: string; payment_id: string; now: number },
): Promise<boolean> {
  return (await readLink(env, { purpose: 'payment_return', token: input.token, now: input.now })) === input.payment_id
}
