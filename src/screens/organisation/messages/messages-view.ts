import { dayWords, type Locale } from '#contract/date-format'
import type { Language } from '#contract/field-rules'
import { nameList } from '#contract/name-list'
import type { Campaign, CampaignPreview } from '#contract/contact/campaign'
import type { Message, TeamThread } from '#contract/contact/message'
import type { Text } from '../../../locales/choose-language.ts'

/** True for a conversation that waits for the organisation. */
export const isUnanswered = ({ sender, is_open }: Pick<Message, 'sender' | 'is_open'>): boolean =>
  sender === 'customer' && is_open

type Change = TeamThread['changes'][number]
/** The name of a member of the team; a member whose account is erased has none. */
export const memberName = (
  member: { first_name: string | null; last_name: string | null } | null,
  words: Text['deskMessages'],
): string => [member?.first_name, member?.last_name].filter(Boolean).join(' ') || words.formerMember

/** What staff did with a conversation, in words. A client of the API acts for the organisation. */
export function changeWords(
  { to, by, assignee }: Change,
  { words, program }: { words: Text['deskMessages']; program: string },
): string {
  const who = by === null ? program : memberName(by, words)
  if (to === 'closed') return words.changed.closed(who)
  if (by !== null && assignee?.staff_id === by.staff_id)
    return to === 'assigned' ? words.changed.taken(who) : words.changed.left(who)
  return words.changed[to](who, memberName(assignee, words))
}

/** Who does not get a campaign, by reason, with a number; reasons without a person are left out. */
export function leftOut({ recipients }: Pick<CampaignPreview, 'recipients'>): { reason: string; count: number }[] {
  const { sent_to: _, ...reasons } = recipients
  return Object.entries(reasons)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({ reason, count }))
}

/** What became of a campaign: how many it reached of how many, and how many it did not reach by outcome. */
export function outcomeOf({ recipients }: Pick<Campaign, 'recipients'>) {
  const { sent, waiting, ...others } = recipients
  const missed = Object.entries(others)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => ({ outcome: outcome as keyof Text['deskMessages']['outcomes'], count }))
  const all = sent + waiting + missed.reduce((total, { count }) => total + count, 0)
  return { sent, waiting, all, missed }
}

/** The days that the conditions of a group name. */
export const daysIn = (to: readonly string[]): string[] =>
  to.flatMap((text) => (text.startsWith('day:') ? text.slice('day:'.length).split(',') : []))

type Names = {
  events: readonly { key: string; name: string }[]
  words: Text['deskMessages']
  language: Language
  locale: Locale
}
/** The conditions of a campaign in words. A key without a known name is shown as it is. */
export const groupWords = (
  { to, audience, event_key }: Pick<Campaign, 'to' | 'audience' | 'event_key'>,
  names: Names,
): string => {
  const { events, words, language, locale } = names
  const nameOf = (key: string) => events.find((event) => event.key === key)?.name ?? key
  if (to === null) return audience === 'event' ? nameOf(event_key ?? '') : words.subscribers
  return to
    .map((text) => {
      const [kind = '', rest = ''] = text.split(':')
      const [key = '', part] = rest.split('/')
      if (kind === 'unpaid' || kind === 'waiver_missing' || kind === 'answers_missing') return words.conditions[kind]
      if (kind === 'day')
        return words.onDays(
          nameList(
            daysIn([text]).map((day) => dayWords(day, locale)),
            language,
          ),
        )
      if (kind === 'waitlist') return words.waitlistOf(nameOf(key))
      if (kind === 'event') return nameOf(key)
      return part === undefined ? rest : `${nameOf(key)}, ${part}`
    })
    .join(' · ')
}
