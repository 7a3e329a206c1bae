import type { Roster } from '#contract/organisation/roster'
import type { Call } from '../../api/browser.ts'
import type { WaitingMark } from './gate-marks.ts'

/** What the site answered; null without a connection. */
export type GateAnswer<Data> = { ok: true; data: Data } | { ok: false; status: number; message: string } | null
/** Sends a mark, and reads what others marked. */
export type GateCalls = {
  send: (mark: WaitingMark) => Promise<GateAnswer<unknown>>
  read: () => Promise<GateAnswer<Roster>>
}
type Day = { program: string; day: string }

/** The calls of a phone that opened the list by a link. The token of the link is the permission. */
export function callsByLink(
  { program, token, language }: { program: string; token: string; language: string },
  send: (path: string, init: RequestInit) => Promise<Response>,
): GateCalls {
  const call = async <Data>(path: string, init: RequestInit): Promise<GateAnswer<Data>> => {
    const answer = await send(path, init).catch(() => null)
    if (!answer) return null
    const body: unknown = await answer.json().catch(() => null)
    if (answer.ok) return { ok: true, data: body as Data }
    return { ok: false, status: answer.status, message: (body as { message?: string } | null)?.message ?? '' }
  }
  return {
    send: (mark) =>
      call('/api/v1/roster', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Accept-Language': language, 'Idempotency-Key': mark.key },
        body: JSON.stringify({
          ...{ program_id: program, token, registration_id: mark.registration_id },
          ...bodyOf(mark),
        }),
      }),
    read: () => call(`/api/v1/roster?${new URLSearchParams({ program_id: program, token })}`, {}),
  }
}

/** The calls of a logged-in member of the team, with their own rights. */
export function callsOfMember({ program, day }: Day, call: Call): GateCalls {
  const path = `/v1/organiser/programs/${encodeURIComponent(program)}`
  const answerOf = async <Data>(called: ReturnType<typeof call<Data>>): Promise<GateAnswer<Data>> => {
    const answer = await called
    if (answer.ok) return answer
    const { type, code, message } = answer.failure
    return type === 'unreachable' ? null : { ok: false, status: code, message: message ?? '' }
  }
  return {
    send: (mark) =>
      answerOf(
        call(`${path}/registrations/${encodeURIComponent(mark.registration_id)}/check_in`, {
          method: 'POST',
          key: mark.key,
          body: { day, ...bodyOf(mark) },
        }),
      ),
    read: () => answerOf(call<Roster>(`${path}/roster?${new URLSearchParams({ day })}`, { isOnce: true })),
  }
}

const bodyOf = ({ status, marked_by, marked_at }: WaitingMark) => ({
  ...{ status, marked_at },
  ...(marked_by ? { marked_by } : {}),
})
