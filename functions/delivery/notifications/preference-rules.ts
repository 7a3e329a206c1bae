import {
  type ChangeNotificationSetting,
  type NotificationReason,
  notificationReasonNames,
  rulesOf,
} from '../../contract/delivery/notification.ts'

/** A way in which a notification reaches somebody who can turn it off. In the list on the site it always stands. */
export type Channel = 'email' | 'push'
/** What somebody chose for one reason, null where they follow the default; `enabled` false turns off all that can be. */
export type Choice = { enabled: boolean; email: boolean | null; push: boolean | null }
export type SettingChange = { reason: NotificationReason; email?: boolean | null; push?: boolean }

/** Whether a notification goes out on a channel; which emails are always sent stands in `notificationReasons` (`contract/delivery/notification.ts`). News need the yes to a program's list besides, which is not looked at here. */
export function isWanted(reason: NotificationReason, channel: Channel, choice: Choice): boolean {
  const { email, push } = rulesOf(reason)
  if (channel === 'email' && email === 'required') return true
  if (!choice.enabled) return false
  return channel === 'email' ? (choice.email ?? true) : (choice.push ?? push)
}

type ChangeAnswer = { ok: true; changes: SettingChange[] } | { ok: false; at: number; refused: 'required' | 'reason' }

/**
 * The settings that a list of changes means: one of a topic group changes all of its reasons that can be changed, one of a reason
 * is refused where its email is always sent. The later change of a reason wins.
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
      // A yes to all news takes an earlier no back; which program's news come is said on its list.
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
