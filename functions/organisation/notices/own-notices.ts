import { ApiError } from '../../contract/api-error.ts'
import {
  type ChangeStaffNoticesRequest,
  isChosen,
  mayChoose,
  noticeTopicNames,
  type StaffNotices,
} from '../../contract/organisation/notices.ts'
import { noticeWords } from '../../contract/sentences/notice-words.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { memberById, setNotices } from './notice-rows.ts'

type Member = Awaited<ReturnType<typeof memberById>>[number]

/** The mails of the caller. Throws `not_allowed` for a client of the API, which gets none. */
export async function readOwnNotices(ctx: OrganiserContext): Promise<StaffNotices> {
  const [member] = await memberById(ctx.db, staffIdOf(ctx))
  return show(ctx, member)
}

/** Changes the mails of the caller. Throws `not_allowed` for a topic whose right their role lacks. */
export async function changeOwnNotices(
  ctx: OrganiserContext,
  choices: ChangeStaffNoticesRequest,
): Promise<StaffNotices> {
  const id = staffIdOf(ctx)
  const [before] = await memberById(ctx.db, id)
  const refused = noticeTopicNames.find(
    (topic) => choices[topic] !== undefined && !(before && mayChoose(before.role, topic)),
  )
  if (refused) throw new ApiError('not_allowed', { param: refused })
  const [[member]] = await commit(ctx, [setNotices(ctx, id, choices)], memberById(ctx.db, id))
  return show(ctx, member)
}

function staffIdOf({ actor }: OrganiserContext): string {
  if (actor.type !== 'staff' || actor.staff_id === null) throw new ApiError('not_allowed')
  return actor.staff_id
}

function show(ctx: OrganiserContext, member: Member | undefined): StaffNotices {
  if (!member) throw new ApiError('not_found')
  return {
    object: 'staff_notices',
    program_id: member.program_id,
    staff_id: member.id,
    topics: noticeTopicNames
      .filter((topic) => mayChoose(member.role, topic))
      .map((topic) => ({
        topic,
        title: noticeWords[ctx.language].topics[topic].title,
        is_on: isChosen(member, topic),
      })),
  }
}
