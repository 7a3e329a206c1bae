import { ApiError } from '../../contract/api-error.ts'
import type { Member, MemberListQuery } from '../../contract/people/attendee.ts'
import { type List, list } from '../../contract/paging.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { emailStateOf, type SharedRelation, sharedRelations } from './member-rows.ts'

const inWords = new Intl.Collator()

/**
 * The other adults who share an attendee with the caller. Entries made by others are shown once the email is confirmed.
 * A family is small: it is read completely, then paged.
 */
export async function listMembers(ctx: CustomerContext, input: MemberListQuery): Promise<List<Member>> {
  const { customer_id } = ctx.actor
  const [shared, [caller]] = await ctx.db.batch([
    sharedRelations(ctx.db, { customer_id, program_id: input.program_id ?? null }),
    emailStateOf(ctx.db, customer_id),
  ])

  if (!caller?.is_email_verified) throw new ApiError('email_not_verified')
  const direction = input.order === 'asc' ? 1 : -1
  const members = membersOf(shared).sort(
    (a, b) => direction * (inWords.compare(a[input.sort], b[input.sort]) || inWords.compare(a.id, b.id)),
  )
  return list(members.slice(input.skip, input.skip + input.limit), members.length, input)
}

/** One member per adult, with everyone they share. */
function membersOf(shared: readonly SharedRelation[]): Member[] {
  const members = new Map<string, Member>()
  for (const each of [...shared].sort((a, b) => a.created - b.created)) {
    const { customer_id: id, first_name, last_name } = each
    const member = members.get(id) ?? { id, object: 'member', first_name, last_name, attendees: [] }
    member.attendees.push({
      attendee_id: each.attendee_id,
      first_name: each.attendee.first_name,
      last_name: each.attendee.last_name,
      relation: each.relation,
      rights: each.rights,
    })
    members.set(id, member)
  }
  return [...members.values()]
}
