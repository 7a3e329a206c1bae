import { statusSet } from './status-set.ts'

/** How the link of a recovery stands, read off its dates. */
export const recoveryStatuses = ['requested', 'opened', 'used', 'expired', 'superseded'] as const
export type RecoveryStatus = (typeof recoveryStatuses)[number]

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends RecoveryStatus>(...statuses: Status[]) => statusSet<RecoveryStatus, Status>(statuses)
/** A password can be set with it. */
export const open = set('requested', 'opened')
