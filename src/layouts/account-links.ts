import type { IconName } from '../ui/icons.tsx'
import type { ProgramContext } from './program-context.ts'

/** Pages of the logged-in customer, by their names in the account menu and bar. */
export type AccountSection =
  | 'desk'
  | 'overview'
  | 'schedule'
  | 'family'
  | 'orders'
  | 'passes'
  | 'cards'
  | 'notifications'
  | 'messages'
  | 'preferences'
  | 'account'
type AccountLink = {
  name: AccountSection
  href: string
  words: string
  /** Shorter words for the account bar, where the menu's are long. */
  short?: string
  icon: IconName
  note?: string | null
  /** True when the link is under "More" in the account bar. */
  isInMore?: true
}

/** The kinds of packages that a program sells; the title of the packages page depends on it. */
export const packagesSold = (features: ProgramContext['features']): 'session' | 'membership' | 'both' =>
  !features?.memberships_enabled ? 'session' : features.sessions_enabled ? 'both' : 'membership'

/** The customer's own pages, in the order of the account menu and bar. */
export const accountLinks = ({
  to,
  text,
  features,
  desk,
  unreadMessages,
  membershipsToMend,
}: Pick<
  ProgramContext,
  'to' | 'text' | 'features' | 'desk' | 'unreadMessages' | 'membershipsToMend'
>): AccountLink[] => [
  ...(desk
    ? [
        {
          name: 'desk' as const,
          href: desk.home(),
          words: text.deskShell.toDesk,
          icon: 'team' as const,
          isInMore: true as const,
        },
      ]
    : []),
  { name: 'overview', href: to.overview(), words: text.shell.overview, icon: 'flag' },
  { name: 'schedule', href: to.schedule(), words: text.shell.schedule, short: text.shell.scheduleShort, icon: 'cal' },
  { name: 'family', href: to.family(), words: text.shell.family, icon: 'people' },
  { name: 'orders', href: to.orders(), words: text.shell.orders, icon: 'receipt' },
  ...(features?.sessions_enabled || features?.memberships_enabled
    ? [
        {
          name: 'passes' as const,
          href: to.ownPackages(),
          words: text.packages.own[packagesSold(features)],
          ...(packagesSold(features) === 'both' && { short: text.packages.menu }),
          icon: 'ticket' as const,
          note: membershipsToMend > 0 ? text.memberships.actionNeeded : null,
        },
      ]
    : []),
  { name: 'cards', href: to.paymentMethods(), words: text.paymentMethods.title, icon: 'card', isInMore: true },
  { name: 'notifications', href: to.notifications(), words: text.notifications.title, icon: 'bell', isInMore: true },
  ...(features?.communications_enabled
    ? [
        {
          name: 'messages' as const,
          href: to.messages(),
          words: text.messages.title,
          icon: 'mail' as const,
          note: unreadMessages > 0 ? text.messages.unreadCount(unreadMessages) : null,
        },
      ]
    : []),
  { name: 'preferences', href: to.preferences(), words: text.preferences.title, icon: 'tune', isInMore: true },
  { name: 'account', href: to.account(), words: text.account.title, icon: 'user', isInMore: true },
]
