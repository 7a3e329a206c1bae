import { ApiError } from '../../contract/api-error.ts'
import { dayMs } from '../../contract/limits.ts'
import { type DeskLinkKind, deskLinkKinds, rightOfLink } from '../../contract/organisation/desk.ts'
import { isReadingOnly, rightOf } from '../../contract/organisation/rights.ts'
import type { Ctx } from '../../platform/context.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import { roleOfMember } from '../../platform/identity/staff.ts'

/** How long an organisation's mail link is valid. */
const deskLinkMs = 14 * dayMs
type Keys = Parameters<typeof signLink>[0]

/**
 * The subject of a link in an organisation's mail: exactly one task or conversation. `why` and `refund_id` are for
 * alerts. `maker` is the member for whose desk the link was made; null for the link of a mail.
 */
export type DeskSubject = {
  kind: DeskLinkKind
  id: string
  why: string | null
  refund_id: string | null
  maker: string | null
}

/** The URL of a task's or conversation's page, for a mail to the program's staff or for the desk of a member. */
export async function deskLink(
  ctx: { env: Keys; now: number; siteOrigin: string },
  input: {
    program_id: string
    kind: DeskLinkKind
    id: string
    why?: string | undefined
    refund_id?: string | undefined
    maker?: string | undefined
    language: string
  },
): Promise<string> {
  const { kind, id, why = '', refund_id = '', maker = '' } = input
  const parts: string[] = [kind, id, why, refund_id, maker]
  while (parts.at(-1) === '') parts.pop()
  const subject = parts.join('.')
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
  const [name, id = '', why, refund_id, maker] = subject.split('.')
  const kind = deskLinkKinds.find((each) => each === name)
  return kind ? { kind, id, why: why || null, refund_id: refund_id || null, maker: maker || null, expires_at } : null
}

/**
 * The task or conversation of a link. Throws `not_found` for a forged link, and `link_expired` for an old one and for
 * that of a member who has left the team or lost the right.
 */
export async function openDeskLink(ctx: Ctx, token: string): Promise<DeskSubject & { expires_at: number }> {
  const subject = await readDeskLink(ctx.env, { token, now: ctx.now })
  if (subject === null) throw new ApiError('not_found', { param: 'token' })
  if (subject === 'expired' || !(await isOfMember(ctx, subject))) throw new ApiError('link_expired', { param: 'token' })
  return subject
}

async function isOfMember(ctx: Ctx, { kind, maker }: DeskSubject): Promise<boolean> {
  if (maker === null) return true
  const role = await roleOfMember(ctx, maker)
  const shade = role && rightOf(role, rightOfLink[kind])
  return shade !== null && !isReadingOnly(shade)
}
