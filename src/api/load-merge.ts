import type { ErrorBody } from '#contract/api-error'
import type { Attendee } from '#contract/people/attendee'
import type { AttendeeMerge, MergePreview } from '#contract/people/attendee-merge'
import type { Customer } from '#contract/people/customer'
import type { List } from '#contract/paging'
import { apiFetch } from './api-client.ts'
import type { CurrentUser, ReadProfile } from './page-request.ts'

/** The remaining record, the possible duplicates, and the effect of a merge. */
export type MergePage = {
  attendee: Attendee
  others: Attendee[]
  merges: AttendeeMerge[]
  chosen: { id: string; preview: MergePreview | null; refusal: string | null } | null
}
type Asker = { user: CurrentUser; read: ReadProfile; executionCtx: ExecutionContext; language: string }

/** Loads the page of a merge; null when the attendee is not in the caller's family. */
export async function loadMerge(asker: Asker, attendeeId: string, withId: string | null): Promise<MergePage | null> {
  const [customer, family, merges] = await Promise.all([
    asker.read<Customer>('/v1/profile/customer'),
    asker.read<List<Attendee>>('/v1/profile/attendees?limit=100&sort=first_name'),
    asker.read<List<AttendeeMerge>>(`/v1/profile/attendees/${encodeURIComponent(attendeeId)}/merges?limit=100`),
  ])
  const attendee = family?.data.find(({ id }) => id === attendeeId)
  if (!customer || !family || !merges || !attendee) return null
  const managed = (each: Attendee) =>
    each.relations.some(({ customer_id, rights }) => customer_id === customer.id && rights.includes('manage'))
  const others = family.data.filter((each) => each.id !== attendeeId && managed(each))
  const chosen = withId === null ? null : { id: withId, ...(await previewOf(asker, attendeeId, withId)) }
  return { attendee, others, merges: merges.data, chosen }
}

/** The dry run of a merge, or the reason why it is refused. */
async function previewOf(
  { user, executionCtx, language }: Asker,
  merge_into: string,
  merge_from: string,
): Promise<{ preview: MergePreview | null; refusal: string | null }> {
  const address = `/api/v1/profile/attendees/${encodeURIComponent(merge_into)}/merge/preview`
  const answer = await apiFetch(executionCtx, user.identity)(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ merge_from, merge_into }),
  })
  if (answer.status >= 500) throw new Error(`The API answered ${answer.status} for a customer's page`)
  if (!answer.ok) return { preview: null, refusal: ((await answer.json()) as ErrorBody).message }
  return { preview: (await answer.json()) as MergePreview, refusal: null }
}
