import type { EdgeToken } from '#contract/people/account'
import { toFailure, thrownToFailure } from './api-failure.ts'
import { type Answer, repeatAfterMs, retryAfterOf } from './browser.ts'
import { windowTokens } from './token-store.ts'

/** Logs in or signs up without leaving the page. The edge sets the cookies and returns the access token. */
export type SignIn = (form: 'login' | 'signup', fields: Record<string, unknown>) => Promise<Answer<EdgeToken>>

/**
 * Log-ins of this window. When many customers log in at once, the site may send Retry-After, and the repeat is
 * automatic, so that no one types the password again.
 */
export const windowSignIn =
  (programId: string, keep: (token: string) => void = (token) => windowTokens().keep(token)): SignIn =>
  async (form, fields) => {
    for (let retry = 0; ; retry += 1) {
      const answer = await sendOnce(`/pg/${programId}/${form}`, fields)
      if (answer.ok) {
        keep(answer.data.access_token)
        return answer
      }
      const waitMs = repeatAfterMs(answer.failure, { method: 'POST', retry })
      if (waitMs === null) return answer
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

async function sendOnce(address: string, fields: Record<string, unknown>): Promise<Answer<EdgeToken>> {
  try {
    const answer = await window.fetch(address, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Accept-Language': document.documentElement.lang,
      },
      body: JSON.stringify(fields),
      credentials: 'same-origin',
    })
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) return { ok: false, failure: { ...toFailure(answer.status, body), ...retryAfterOf(answer) } }
    return { ok: true, data: body as EdgeToken, status: answer.status }
  } catch (thrown) {
    return { ok: false, failure: thrownToFailure(thrown) }
  }
}
