import { ApiError } from '../../contract/api-error.ts'
import { emailKey } from '../../contract/field-rules.ts'
import { dayMs } from '../../contract/limits.ts'
import {
  type ChangeStaffRequest,
  type InviteStaffRequest,
  type SiteAdmin,
  type SiteAdminRequest,
  type StaffListQuery,
  type StaffMember,
  staffInvitationDays,
} from '../../contract/people/staff.ts'
import { type List, list } from '../../contract/paging.ts'
import { staffWords } from '../../contract/sentences/staff-words.ts'
import * as staffStates from '../../contract/states/staff-states.ts'
import type { StaffStatus } from '../../contract/states/staff-states.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { creationRow, transitionRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { hashOfCode, newInviteCode } from '../invitations/invitation-code.ts'
import { showStaff, staffStatus } from './show-staff.ts'
import {
  changeStaffRow,
  insertStaff,
  pageOfStaff,
  programOfStaff,
  type StaffChange,
  type StaffRow,
  setAdmin,
  sourcesOfProgram,
  staffByEmail,
  staffById,
} from './staff-rows.ts'

type InTeam = { program_id: string; staff_id: string }

/** The team of a program, with those who were in it. */
export async function listTeam(
  ctx: OrganiserContext,
  input: StaffListQuery & { program_id: string },
): Promise<List<StaffMember>> {
  const [rows, [counted]] = await ctx.db.batch([...pageOfStaff(ctx.db, input, ctx.now)])
  return list(
    rows.map((row) => showStaff(row, ctx.now)),
    counted?.total ?? 0,
    input,
  )
}

/** The source of an invitation's code: another one for each invitation. */
export const codeSource = ({ id, invited_at }: Pick<StaffRow, 'id' | 'invited_at'>): string => `${id}.${invited_at}`

/** The fields of an invitation that is sent now. */
function invitedNow(ctx: OrganiserContext, id: string) {
  const invited_at = ctx.now
  return {
    status: 'invited' as const,
    code_hash: hashOfCode(newInviteCode(ctx.env, codeSource({ id, invited_at }))),
    invited_by: ctx.actor.type === 'staff' ? ctx.actor.staff_id : null,
    invited_at,
    expires_at: invited_at + staffInvitationDays * dayMs,
  }
}

/** Each invitation of the same person is an event of its own. */
const sendInvitation = (ctx: OrganiserContext, id: string): Statement =>
  recordEvent(ctx, { kind: 'staff.invited', ref: id, key: codeSource({ id, invited_at: ctx.now }), body: {} })

/**
 * Invites a person to the team by mail. A former member is invited again in their own row; another invitation to a
 * person who is invited or active is refused.
 */
export const inviteStaff = (
  ctx: OrganiserContext,
  input: InviteStaffRequest & { program_id: string },
): Promise<StaffMember> => retryOnConflict(() => inviteOnce(ctx, input))

async function inviteOnce(
  ctx: OrganiserContext,
  input: InviteStaffRequest & { program_id: string },
): Promise<StaffMember> {
  const { program_id, role, email, first_name = '', last_name = '' } = input
  const email_key = emailKey(email)
  const [[program], [existing], ...sources] = await ctx.db.batch([
    programOfStaff(ctx.db, program_id),
    staffByEmail(ctx.db, { program_id, email_key }),
    ...sourcesOfProgram(ctx.db, program_id, input.event_ids),
  ])
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  refuseUnknown(input.event_ids, sources)
  const status = existing ? staffStatus(existing, ctx.now) : null
  if (status !== null && !staffStates.mayTransition(status, 'invited'))
    throw new ApiError('state_conflict', { param: 'email', message: alreadyThere(ctx, status) })

  const id = existing?.id ?? ctx.newId('stf')
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/team/${id}`)
  const fields = {
    ...{ email, email_key, first_name, last_name, role, event_ids: input.event_ids, updated: ctx.now },
    title: input.title || null,
    language: input.language ?? ctx.language,
    ...invitedNow(ctx, id),
  }
  const [[row]] = await commit(
    ctx,
    [
      ...(existing
        ? [
            changeStaffRow(ctx.db, existing, { ...fields, user_id: null, accepted_at: null, ended_at: null }),
            guard(ctx.db, 'state'),
            transitionRow(ctx, 'staff_member', existing, 'invited', { actor: ctx.actor, reason: role }),
          ]
        : [
            insertStaff(ctx.db, { id, program_id, created: ctx.now, ...fields }),
            creationRow(ctx, { object: 'staff_member', id, to: 'invited' }, { actor: ctx.actor, reason: role }),
          ]),
      sendInvitation(ctx, id),
    ],
    staffById(ctx.db, { program_id, id }),
  )
  return shown(ctx, row)
}

/** What to do about a person who is in the team, or invited to it, already. */
function alreadyThere({ language }: OrganiserContext, status: StaffStatus): string {
  const { alreadyActive, alreadyInvited } = staffWords[language]
  return status === 'invited' ? alreadyInvited : alreadyActive
}

/** Throws for an id that is not an event or an appointment type of the program. */
function refuseUnknown(ids: readonly string[], sources: readonly { id: string }[][]): void {
  const known = new Set(sources.flat().map(({ id }) => id))
  const at = ids.findIndex((id) => !known.has(id))
  if (at >= 0) throw new ApiError('not_found', { param: `event_ids[${at}]` })
}

function shown(ctx: OrganiserContext, row: StaffRow | undefined): StaffMember {
  if (!row) throw new ApiError('internal_error')
  return showStaff(row, ctx.now)
}

async function findStaff(ctx: OrganiserContext, { program_id, staff_id }: InTeam): Promise<StaffRow> {
  const [row] = await staffById(ctx.db, { program_id, id: staff_id })
  if (!row) throw new ApiError('not_found', { param: 'staff_id' })
  return row
}

/** One member of the team; throws `not_found` for another program's. */
export const readStaff = async (ctx: OrganiserContext, input: InTeam): Promise<StaffMember> =>
  showStaff(await findStaff(ctx, input), ctx.now)

/** Commits a change of a staff member with its history row. */
async function change(
  ctx: OrganiserContext,
  row: StaffRow,
  { set, reason, also = [] }: { set: StaffChange; reason: string | null; also?: Statement[] },
): Promise<StaffMember> {
  const to = set.status ?? row.status
  // Forms say which roles read the answers.
  ctx.request.invalidateTags(`program:${row.program_id}`)
  const [[changed]] = await commit(
    ctx,
    [
      changeStaffRow(ctx.db, row, { ...set, updated: ctx.now }),
      guard(ctx.db, 'state'),
      transitionRow(ctx, 'staff_member', row, to, { actor: ctx.actor, reason }),
      ...also,
    ],
    staffById(ctx.db, { program_id: row.program_id, id: row.id }),
  )
  return shown(ctx, changed)
}

/** Changes the title, the role or the events of a member; the last owner keeps their role. */
export const changeStaff = (ctx: OrganiserContext, input: ChangeStaffRequest & InTeam): Promise<StaffMember> =>
  retryOnConflict(async () => {
    const { program_id, staff_id: _, ...changes } = input
    const row = await findStaff(ctx, input)
    if (staffStates.left.has(row.status)) throw new ApiError('state_conflict', { subject: row.status })
    if (changes.event_ids)
      refuseUnknown(changes.event_ids, await ctx.db.batch([...sourcesOfProgram(ctx.db, program_id, changes.event_ids)]))
    const role = changes.role ?? row.role
    return change(ctx, row, { set: withoutUndefined(changes), reason: role === row.role ? null : role })
  })

const withoutUndefined = ({ title, ...changes }: ChangeStaffRequest): StaffChange => ({
  ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as StaffChange),
  ...(title === undefined ? {} : { title: title || null }),
})

/** Ends a member from their next request on, or withdraws an invitation. A repeated call changes nothing. */
export const endStaff = (ctx: OrganiserContext, input: InTeam): Promise<StaffMember> =>
  retryOnConflict(async () => {
    const row = await findStaff(ctx, input)
    if (staffStates.left.has(row.status)) return showStaff(row, ctx.now)
    const status = row.status === 'active' ? 'ended' : 'revoked'
    return change(ctx, row, { set: { status, ended_at: ctx.now }, reason: null })
  })

/** Sends an open or expired invitation again, with a new link; the former link no longer works. */
export const resendStaffInvitation = (ctx: OrganiserContext, input: InTeam): Promise<StaffMember> =>
  retryOnConflict(async () => {
    const row = await findStaff(ctx, input)
    if (row.status !== 'invited') throw new ApiError('state_conflict', { subject: row.status })
    return change(ctx, row, {
      set: invitedNow(ctx, row.id),
      reason: 'resent',
      also: [sendInvitation(ctx, row.id)],
    })
  })

/** Makes an account a person who runs the site, or ends it. Throws `not_found` without an account of this email. */
export async function changeSiteAdmin(ctx: OrganiserContext, input: SiteAdminRequest): Promise<SiteAdmin> {
  const { email, is_admin } = input
  await commit(ctx, [
    setAdmin(ctx.db, { email_key: emailKey(email), is_admin, now: ctx.now }),
    guard(ctx.db, 'account'),
  ])
  return { object: 'site_admin', email, is_admin }
}
