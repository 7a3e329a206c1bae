import {
  type ChangeNotificationSetting,
  type NotificationReason,
  notificationReasonNames,
  rulesOf,
} from '../../contract/delivery/notification.ts'

/** A channel that a user can turn off. The list on the site always has every notification. */
export type Channel = 'email' | 'push'
/** A user's preference for one reason; null means the default. `enabled` false turns off everything optional. */
export type Choice = { enabled: boolean; email: boolean | null; push: boolean | null }
export type SettingChange = { reason: NotificationReason; email?: boolean | null; push?: boolean }

/**
 * True when a notification is sent on a channel; `notificationReasons` (`contract/delivery/notification.ts`) lists the
 * mandatory emails. News also needs consent to the program's list, which is not checked here.
 */
export function isWanted(reason: NotificationReason, channel: Channel, choice: Choice): boolean {
  const { email, push } = rulesOf(reason)
  if (channel === 'email' && email === 'required') return true
  if (!choice.enabled) return false
  return channel === 'email' ? (choice.email ?? true) : (choice.push ?? push)
}

type ChangeAnswer = { ok: true; changes: SettingChange[] } | { ok: false; at: number; refused: 'required' | 'reason' }

/**
 * The settings after a list of changes. A topic group changes all its optional reasons; a single mandatory reason is
 * rejected. The last change of a reason wins.
 */
export function changesOf(input: readonly ChangeNotificationSetting[]): ChangeAnswer {
  const changes = new Map<NotificationReason, SettingChange>()
  for (const [at, { reason, topic_group, email, push }] of input.entries()) {
    if (!reason && !topic_group) return { ok: false, at, refused: 'reason' }
    if (reason && email === false && rulesOf(reason).email === 'required') return { ok: false, at, refused: 'required' }
    const reasons = reason
      ? [reason]
      : notificationReasonNames.filter((name) => rulesOf(name).topic_group === topic_group)
    for (const name of reasons) {
      const rules = rulesOf(name)
      const isFixed = email === undefined || rules.email === 'required'
      // Turning all news on only removes an earlier opt-out. The customer consents to each program's news separately.
      const chosen = email === true && rules.email === 'off' ? null : email
      changes.set(name, {
        ...changes.get(name),
        reason: name,
        ...(isFixed ? {} : { email: chosen as boolean | null }),
        ...(push === undefined ? {} : { push }),
      })
    }
  }
  return { ok: true, changes: [...changes.values()].filter((change) => Object.keys(change).length > 1) }
}
