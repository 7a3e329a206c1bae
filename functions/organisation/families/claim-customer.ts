import { ApiError } from '../../contract/api-error.ts'
import { dayMs } from '../../contract/limits.ts'
import type { ClaimCustomerRequest, CustomerMerge } from '../../contract/organisation/customer-merge.ts'
import { customerMergeWords } from '../../contract/sentences/customer-merge-words.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import { customerOfLink, requireBirth } from '../desk/complete-booking.ts'
import { attendeesOfFamily } from './family-rows.ts'
import { commitMerge, loadMerge } from './merge-customers.ts'

/** How long the link of the mail works. */
const claimMs = 10 * dayMs
const purpose = 'customer_claim'

/** A customer without a log-in whom the account of a user may take over. */
type Claim = { customer_id: string; user_id: string; program_id: string }

/** The page on which the owner of an account takes over a customer without a log-in. */
export async function claimLink(
  { env, siteOrigin, now }: Pick<Ctx, 'env' | 'siteOrigin' | 'now'>,
  { customer_id, user_id, program_id, language }: Claim & { language: string },
): Promise<string> {
  const subject = [customer_id, user_id, program_id].join('.')
  const token = await signLink(env, { purpose, subject, expiresAt: now + claimMs })
  return `${siteOrigin}/pg/${encodeURIComponent(program_id)}/join?${new URLSearchParams({ token, lang: language })}`
}

/** The claim of a link; null for a link that is forged or expired. */
export async function readClaim(ctx: Ctx, token: string): Promise<Claim | null> {
  const subject = await readLink(ctx.env, { purpose, token, now: ctx.now })
  const [customer_id, user_id, program_id] = subject?.split('.') ?? []
  return customer_id && user_id && program_id ? { customer_id, user_id, program_id } : null
}

/**
 * Merges a customer without a log-in into the caller's account. The caller proves the account by the link that was
 * mailed to it, and the customer by a child's date of birth or by the link that completes one of their orders.
 */
export async function claimCustomer(ctx: CustomerContext, input: ClaimCustomerRequest): Promise<CustomerMerge> {
  const claim = await readClaim(ctx, input.token)
  if (!claim) throw new ApiError('token_invalid', { param: 'token' })
  if (claim.user_id !== ctx.actor.user_id)
    throw new ApiError('state_conflict', { param: 'token', message: customerMergeWords[ctx.language].notOfAccount })
  await requireProof(ctx, claim, input)
  const { customer_id: merge_from, program_id } = claim
  return retryOnConflict(async () =>
    commitMerge(ctx, await loadMerge(ctx, { program_id, merge_from, merge_into: ctx.actor.customer_id }), {
      notify: true,
    }),
  )
}

async function requireProof(ctx: Ctx, claim: Claim, proof: ClaimCustomerRequest): Promise<void> {
  const { customer_id, program_id } = claim
  if (proof.completion_token) {
    const whose = await customerOfLink(ctx, { program_id, token: proof.completion_token })
    if (whose !== customer_id) throw new ApiError('not_found', { param: 'completion_token' })
    return
  }
  const people = await attendeesOfFamily(ctx.db, { program_id, customer_id, event_ids: 'all' })
  const known = people.flatMap(({ person }) => person.date_of_birth ?? [])
  if (known.length === 0) throw new ApiError('required', { param: 'completion_token' })
  if (!proof.born_on) throw new ApiError('required', { param: 'born_on' })
  await requireBirth(ctx, { id: customer_id, known }, proof.born_on)
}
