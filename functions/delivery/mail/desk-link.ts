import { dayMs } from '../../contract/limits.ts'
import { type DeskLinkKind, deskLinkKinds } from '../../contract/organisation/desk.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'

/** How long an organisation's mail link is valid. */
const deskLinkMs = 14 * dayMs
type Keys = Parameters<typeof signLink>[0]

/**
 * The subject of a link in an organisation's mail: exactly one task or conversation. `why` and `refund_id` are for
 * alerts.
 */
export type DeskSubject = { kind: DeskLinkKind; id: string; why: string | null; refund_id: string | null }

/** The URL of a task's or conversation's page, for a mail to the program's staff. */
export async function deskLink(
  ctx: { env: Keys; now: number; siteOrigin: string },
  input: {
    program_id: string
    kind: DeskLinkKind
    id: string
    why?: string
    refund_id?: string | undefined
    language: string
  },
): Promise<string> {
  const subject = [input.kind, input.id, input.why, input.refund_id].filter((part) => part !== undefined).join('.')
  const token = await signLink(ctx.env, { purpose: 'desk', subject, expiresAt: ctx.now + deskLinkMs })
  const query = new URLSearchParams({ token, lang: input.language })
  return `${ctx.siteOrigin}/pg/${encodeURIComponent(input.program_id)}/desk?${query}`
}

/** The task of a token and its expiry; null for a forged token, `expired` after its expiry. */
export async function readDeskLink(
  keys: Keys,
  input: { token: string; now: number },
): Promise<(DeskSubject & { expires_at: number }) | 'expired' | null> {
  const subject = await readLink(keys, { purpose: 'desk', token: input.token, now: 0 })
  if (subject === null) return null
  const expires_at = Number.parseInt(input.token.split('~')[1] ?? '', 36)
  if (expires_at < input.now) return 'expired'
  const [name, id = '', why = null, refund_id = null] = subject.split('.')
  const kind = deskLinkKinds.find((each) => each === name)
  return kind ? { kind, id, why, refund_id, expires_at } : null
}
