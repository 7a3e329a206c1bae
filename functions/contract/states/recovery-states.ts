import { statusSet } from './status-set.ts'

/** The status of a recovery link, calculated from its dates. */
export const recoveryStatuses = ['requested', 'opened', 'used', 'expired', 'superseded'] as const
export type RecoveryStatus = (typeof recoveryStatuses)[number]

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends RecoveryStatus>(...statuses: Status[]) => statusSet<RecoveryStatus, Status>(statuses)
/** Statuses of a recovery link that can still set a password. */
export const open = set('requested', 'opened')
