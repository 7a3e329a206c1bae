import {
  type NotificationPreferences,
  preferenceTopics,
  rulesOf,
  type TableTopic,
} from '#contract/delivery/notification'

export type ShownChannel = 'email' | 'push'
/** The channels that have a column on the page. */
export const shownChannels = (hasPush: boolean): readonly ShownChannel[] => (hasPush ? ['email', 'push'] : ['email'])
type Box = { name: string; channel: ShownChannel; isOn: boolean; isLocked: boolean }
export type PreferenceRow = { topic: TableTopic; boxes: Box[] }

/**
 * The rows of the table. A checkbox stands for several reasons to notify: it is checked when at least one is on, and
 * disabled when none of them can be turned off.
 */
export function preferenceRows(
  { notifications }: NotificationPreferences,
  channels: readonly ShownChannel[],
): PreferenceRow[] {
  return preferenceTopics
    .filter((topic): topic is TableTopic => topic !== 'news')
    .map((topic) => {
      const settings = notifications.filter(({ reason }) => rulesOf(reason).topic === topic)
      const boxes = channels.map((channel) => ({
        name: `${channel}_${topic}`,
        channel,
        isOn: settings.some((setting) => setting[channel]),
        isLocked: channel === 'email' && settings.every((setting) => setting.is_email_required),
      }))
      return { topic, boxes }
    })
}
