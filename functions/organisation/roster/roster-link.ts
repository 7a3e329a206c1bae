import type { OrganiserClient } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type {
  Roster,
  RosterLink,
  RosterLinkRequest,
  RosterMarkRequest,
  RosterEntry,
} from '../../contract/organisation/roster.ts'
import { instantOf } from '../../contract/wall-clock.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { refuseOutsideReach, roleOfMember } from '../../platform/identity/staff.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import { checkIn } from './check-in.ts'
import { linkEndsAfterMs } from './check-in-rules.ts'
import { loadRoster } from './load-roster.ts'
import { eventByKey, linkVersion, programOf, rollLinks } from './roster-rows.ts'

/** Makes the link to a day's roster. `roll` revokes all earlier links of the program. */
export async function makeRosterLink(ctx: Ctx, input: RosterLinkRequest & { program_id: string }): Promise<RosterLink> {
  const { program_id } = input
  const [[program], [event]] = await ctx.db.batch([
    programOf(ctx.db, program_id),
    eventByKey(ctx.db, { program_id, key: input.event ?? '' }),
  ])
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  if (input.event && !event) throw new ApiError('not_found', { param: 'event' })
  refuseOutsideReach(ctx, event?.id ?? '')
  const day = input.day ?? dayInZone(ctx.now, program.timezone)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const expiresAt = instantOf({ year, month, day: date, hour: 24, minute: 0 }, program.timezone) + linkEndsAfterMs
  if (expiresAt <= ctx.now) throw new ApiError('date_in_past', { param: 'day' })

  const [[current]] = await commit(
    ctx,
    input.roll ? [rollLinks(ctx.db, program_id, ctx.now)] : [],
    linkVersion(ctx.db, program_id),
  )
  const maker = ctx.actor?.type === 'staff' ? ctx.actor.staff_id : null
  const subject = [program_id, day, current?.version ?? 1, event?.id ?? '', maker ?? ''].join('.')
  const token = await signLink(ctx.env, { purpose: 'roster', subject, expiresAt })
  const query = new URLSearchParams({ token, ...(input.language ? { lang: input.language } : {}) })
  return {
    object: 'roster_link',
    program_id,
    day,
    url: `${ctx.siteOrigin}/pg/${encodeURIComponent(program_id)}/roster?${query}`,
    expires_at: instant(expiresAt),
  }
}

type LinkInput = { program_id: string; token: string }
type RosterSubject = { day: string; event_id: string | null; expires_at: number }

/**
 * The day of a link. Throws `not_found` for a forged link or another program's, and `link_expired` for an old or
 * revoked one.
 */
async function readRosterLink(ctx: Ctx, { program_id, token }: LinkInput): Promise<RosterSubject> {
  const subject = await readLink(ctx.env, { purpose: 'roster', token, now: 0 })
  const [program, day = '', version, event = '', maker = ''] = subject?.split('.') ?? []
  if (program !== program_id) throw new ApiError('not_found', { param: 'token' })
  const [[current], role] = await Promise.all([
    linkVersion(ctx.db, program_id),
    maker === '' ? null : roleOfMember(ctx, maker),
  ])
  // The link of a member ends with their place in the team.
  const isOfFormerMember = maker !== '' && role === null
  const expires_at = Number.parseInt(token.split('~')[1] ?? '', 36)
  if (expires_at < ctx.now || isOfFormerMember || Number(version) !== (current?.version ?? 1))
    throw new ApiError('link_expired', { param: 'token' })
  return { day, event_id: event === '' ? null : event, expires_at }
}

/** The roster of a link. Reading changes nothing, so that scanners do no harm. */
export async function readRoster(ctx: Ctx, input: LinkInput): Promise<Roster> {
  return loadRoster(ctx, { program_id: input.program_id, ...(await readRosterLink(ctx, input)) })
}

/** Marks one person on a link's day, under the name that is sent along. */
export async function markByLink(ctx: Ctx, input: RosterMarkRequest): Promise<RosterEntry> {
  const { token: _, ...mark } = input
  const { day, event_id } = await readRosterLink(ctx, input)
  if (event_id) await refuseOtherEvents(ctx, { ...input, day, event_id })
  const actor: OrganiserClient = { type: 'organiser_client', client_id: 'gate', program_ids: [input.program_id] }
  return checkIn(ctx, { ...mark, day, actor })
}

async function refuseOtherEvents(
  ctx: Ctx,
  input: { program_id: string; day: string; event_id: string; registration_id: string },
): Promise<void> {
  const { events } = await loadRoster(ctx, input)
  const isHere = events.some(({ entries }) =>
    entries.some(({ registration_id }) => registration_id === input.registration_id),
  )
  if (!isHere) throw new ApiError('not_found', { param: 'registration_id' })
}
