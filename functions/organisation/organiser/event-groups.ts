import { ApiError } from '../../contract/api-error.ts'
import { withChanges } from '../../contract/organisation/changed-fields.ts'
import type { FileEvent, FileGroup } from '../../contract/organisation/file-events.ts'
import type { CreateGroupRequest, EventGroup, UpdateGroupRequest } from '../../contract/organisation/groups.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { type EventPart, findEvent } from './find-event.ts'
import { putGroupStaff, staffOfProgram } from './group-staff-rows.ts'
import { checkAges } from './program-file/check-events.ts'
import { checkGroups } from './program-file/check-stored-events.ts'
import { putGroups } from './program-file/event-file-rows.ts'
import { groupRows } from './program-file/event-row.ts'
import { fileIds } from './program-file/file-ids.ts'
import { programIsAsRead, touchProgram } from './program-file/program-file-rows.ts'
import { refuseAll } from './program-file/refuse.ts'
import { hasKey, rowBy } from './program-file/rows-by.ts'

type OfEvent = { program_id: string; key: string }
type OfGroup = OfEvent & { group_key: string }

/** The groups of an event, in their order. */
export async function listGroups(ctx: Ctx, input: OfEvent): Promise<List<EventGroup>> {
  const part = await findEvent(ctx, input)
  const groups = part.event.groups.map((group) => showGroup(part, group))
  return list(groups, groups.length, { limit: groups.length, skip: 0 })
}

/** One group of an event. */
export async function readGroup(ctx: Ctx, input: OfGroup): Promise<EventGroup> {
  const part = await findEvent(ctx, input)
  return showGroup(part, groupOf(part.event, input))
}

/** Adds a group to an event. */
export async function createGroup(
  ctx: Ctx,
  { group, ...input }: OfEvent & { group: CreateGroupRequest },
): Promise<EventGroup> {
  const part = await findEvent(ctx, input)
  if (hasKey(part.event.groups, group.key)) throw refusalOfKey()

  ctx.request.setCreatedLocation(`/v1/organiser/programs/${input.program_id}/events/${input.key}/groups/${group.key}`)
  const { staff_ids, ...fields } = group
  await saveGroups(ctx, part, { groups: [...part.event.groups, fields], staff: { key: group.key, ids: staff_ids } })
  return { ...showGroup(part, fields), staff_ids }
}

/** Changes fields of a group. */
export async function updateGroup(
  ctx: Ctx,
  { changes, ...input }: OfGroup & { changes: UpdateGroupRequest },
): Promise<EventGroup> {
  const part = await findEvent(ctx, input)
  const { staff_ids, ...fields } = changes
  const group = withChanges<FileGroup>(groupOf(part.event, input), fields)

  await saveGroups(ctx, part, {
    groups: part.event.groups.map((each) => (each.key === group.key ? group : each)),
    ...(staff_ids ? { staff: { key: group.key, ids: staff_ids } } : {}),
  })
  return { ...showGroup(part, group), ...(staff_ids ? { staff_ids } : {}) }
}

/** Deletes a group without people; otherwise `state_conflict`. */
export async function deleteGroup(ctx: Ctx, input: OfGroup): Promise<EventGroup> {
  const part = await findEvent(ctx, input)
  const group = groupOf(part.event, input)

  await saveGroups(ctx, part, { groups: part.event.groups.filter(({ key }) => key !== group.key) })
  return showGroup(part, group)
}

/** Writes the groups alone: a rule that another part of the event breaks must not stop a change of its groups. */
async function saveGroups(
  ctx: Ctx,
  { stored, file, row, event: current }: EventPart,
  { groups, staff }: { groups: FileGroup[]; staff?: { key: string; ids: readonly string[] } },
) {
  const event = { ...current, groups }
  refuseAll([
    ...groups.flatMap((group) => checkAges(group, `groups.${group.key}`)),
    ...checkGroups(stored, { event, row, path: 'groups' }),
  ])

  if (staff) {
    const members = await staffOfProgram(ctx.db, stored.program.id, staff.ids)
    if (staff.ids.some((id) => !members.some((member) => member.id === id)))
      throw new ApiError('not_found', { param: 'staff_ids' })
  }

  const ids = fileIds(ctx, { ...file, events: [event] }, stored)
  await commit(ctx, [
    programIsAsRead(ctx.db, stored.program),
    touchProgram(ctx.db, stored.program.id, ctx.now),
    ...putGroups(ctx.db, [row.id], groupRows(event, ids)),
    ...(staff ? putGroupStaff(ctx.db, ids.groups(event.key, staff.key), staff.ids) : []),
  ])
}

function groupOf({ groups }: FileEvent, { group_key }: OfGroup): FileGroup {
  const group = rowBy(groups, 'key', group_key)
  if (!group) throw new ApiError('not_found', { param: 'group_key' })
  return group
}

function showGroup({ stored, row }: EventPart, group: FileGroup): EventGroup {
  const found = stored.groups.find(({ event_id, key }) => event_id === row.id && key === group.key)
  return {
    object: 'event_group',
    ...group,
    staff_ids: found?.staff_ids ?? [],
    num_places: found?.num_places ?? 0,
  }
}

function refusalOfKey(): ApiError {
  const message = 'Another group of this event has this key.'
  return new ApiError('invalid_option', {
    param: 'key',
    message,
    errors: [{ type: 'invalid_option', param: 'key', message }],
  })
}
