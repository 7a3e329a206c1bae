import { createHash } from 'node:crypto'
import { ApiError } from '../../contract/api-error.ts'
import type { QuestionRequest } from '../../contract/organisation/event-form.ts'
import { oldVersionSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'

/** The version of an event or a program: when it changed. Every change replaces it. */
export const versionOf = ({ updated }: { updated: number }): string => String(updated)

/** The version of a question: a fingerprint of what its call changes, because its row has no time of change. */
export const versionOfQuestion = (question: QuestionRequest): string =>
  createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 32)

/**
 * The context of a change that is later than the last one, by a millisecond where both happen in the same one, so that
 * their versions differ. A change of an event changes its program too.
 */
export const afterLastChange = <Context extends Ctx>(
  ctx: Context,
  program: { updated: number } | undefined,
): Context => ({
  ...ctx,
  now: Math.max(ctx.now, (program?.updated ?? 0) + 1),
})

/**
 * Refuses a change based on an outdated version, for example after a change by the program file. The error names both
 * versions.
 */
export function refuseOldVersion(ctx: Ctx, read: string | undefined, current: string): void {
  if (read === undefined || read === current) return
  throw new ApiError('state_conflict', {
    param: 'version',
    message: oldVersionSentence({ read, current }, ctx.language),
  })
}
