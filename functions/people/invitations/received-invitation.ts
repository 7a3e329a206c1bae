import type { InvitationStatus } from '../../contract/states/invitation-states.ts'
import type { Ctx } from '../../platform/context.ts'
import { invitationStatus } from './invitation-rules.ts'
import { attendeesByIds, type InvitationRow, inviterOf, ownRelations } from './invitation-rows.ts'

type Person = Awaited<ReturnType<typeof attendeesByIds>>[number]
export type LoadedInvitation = {
  row: InvitationRow
  status: InvitationStatus
  people: Person[]
  invitedBy: string
  isStillTheirs: boolean
}

/**
 * An invitation with its current people and its sender. A merged person is replaced by the remaining record. It counts as
 * revoked when its sender may no longer share all of them.
 */
export async function receivedInvitation(ctx: Ctx, row: InvitationRow): Promise<LoadedInvitation> {
  const [[inviter], named] = await ctx.db.batch([
    inviterOf(ctx.db, row.customer_id),
    attendeesByIds(ctx.db, row.attendee_ids, row.customer_id),
  ])
  let people = named
  while (people.some(({ merged_into }) => merged_into !== null))
    people = await attendeesByIds(
      ctx.db,
      [...new Set(people.map(({ id, merged_into }) => merged_into ?? id))],
      row.customer_id,
    )
  const managed = await ownRelations(
    ctx.db,
    row.customer_id,
    people.map(({ id }) => id),
  )
  const isStillTheirs =
    inviter?.user.is_active &&
    people.length > 0 &&
    people.every(({ id }) =>
      managed.some(
        (each) =>
          each.attendee_id === id && ['manage' as const, ...row.rights].every((right) => each.rights.includes(right)),
      ),
    )
  const status = invitationStatus(row, ctx.now)
  return {
    row,
    status: status === 'pending' && !isStillTheirs ? 'revoked' : status,
    isStillTheirs: isStillTheirs === true,
    people,
    invitedBy: inviter ? `${inviter.user.first_name} ${inviter.user.last_name}` : '',
  }
}
