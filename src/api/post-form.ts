import { thrownToFailure, toFailure } from './api-failure.ts'
import { type Answer, repeatAfterMs, retryAfterOf } from './browser.ts'

/** Sends a form of this page to its own address, and returns the call's answer. It never throws. */
export type PostForm = <Data>(address: string, data: FormData, signal?: AbortSignal) => Promise<Answer<Data>>

/**
 * Posts of this window. When many customers send forms at once, the site may send Retry-After, and the repeat is
 * automatic, so that no one has to press the button again.
 */
export const windowPostForm: PostForm = async <Data>(address: string, data: FormData, signal?: AbortSignal) => {
  for (let retry = 0; ; retry += 1) {
    const answer = await sendOnce<Data>(address, data, signal)
    const waitMs = answer.ok ? null : repeatAfterMs(answer.failure, { method: 'POST', retry })
    if (waitMs === null) return answer
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

async function sendOnce<Data>(address: string, data: FormData, signal?: AbortSignal): Promise<Answer<Data>> {
  try {
    const answer = await window.fetch(address, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Accept-Language': document.documentElement.lang },
      body: data,
      credentials: 'same-origin',
      signal: signal ?? null,
    })
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) return { ok: false, failure: { ...toFailure(answer.status, body), ...retryAfterOf(answer) } }
    return { ok: true, data: body as Data, status: answer.status }
  } catch (thrown) {
    return { ok: false, failure: thrownToFailure(thrown) }
  }
}
