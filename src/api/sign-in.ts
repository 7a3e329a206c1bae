import type { EdgeToken } from '#contract/account'
import { toFailure, thrownToFailure } from './api-failure.ts'
import type { Answer } from './browser.ts'
import { windowTokens } from './token-store.ts'

/** Log-in and sign-up without leaving the page: the edge sets the cookies and answers the access token. */
export type SignIn = (form: 'login' | 'signup', fields: Record<string, unknown>) => Promise<Answer<EdgeToken>>

export const windowSignIn =
  (programId: string, keep: (token: string) => void = (token) => windowTokens().keep(token)): SignIn =>
  async (form, fields) => {
    try {
      const answer = await window.fetch(`/pg/${programId}/${form}`, {
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
      if (!answer.ok) return { ok: false, failure: toFailure(answer.status, body) }
      keep((body as EdgeToken).access_token)
      return { ok: true, data: body as EdgeToken, status: answer.status }
    } catch (thrown) {
      return { ok: false, failure: thrownToFailure(thrown) }
    }
  }
