import { ApiError } from '../../contract/api-error.ts'
import { oldVersionSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'

/** The version of an event or a program. Every change replaces it. */
export const versionOf = ({ updated }: { updated: number }): string => String(updated)

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
