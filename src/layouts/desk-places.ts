import { type Right, shadeOf } from '#contract/organisation/rights'
import type { StaffRole } from '#contract/people/staff'
import { findSitePage } from '#contract/site-pages'
import type { Text } from '../locales/choose-language.ts'
import type { DeskRoutes } from '../routes.ts'
import type { IconName } from '../ui/icons.tsx'

/** The member of a team who is at the desk. The role is null for a person who runs the site. */
export type DeskMember = {
  first_name: string
  last_name: string
  role: StaffRole | null
  title: string | null
  is_admin: boolean
}

/** How far a right of the member goes; null without the right. */
export const mayAtDesk = ({ role, is_admin }: DeskMember, right: Right) => shadeOf(role, { is_admin, right })

/** Every page of the desk with the right that it needs; null for every member. A new page adds its row. */
export const deskPages: Readonly<Record<string, Right | null>> = {
  '/desk/:program_id': null,
  '/desk/:program_id/not-allowed': null,
  '/desk/:program_id/field': 'roster',
  '/desk/:program_id/families': 'people',
  '/desk/:program_id/families/:customer_id': 'people',
  '/desk/:program_id/families/:customer_id/health/:registration_id': 'health',
  '/desk/:program_id/families/:customer_id/privacy': 'personal_data',
  '/desk/:program_id/families/:customer_id/privacy/:export_id/export': 'personal_data',
  '/desk/:program_id/families/:customer_id/registrations/:registration_id': 'bookings',
  '/desk/:program_id/money': 'money',
  '/desk/:program_id/money/export': 'money',
  '/desk/:program_id/access': 'machine_access',
  '/desk/:program_id/team/health': 'team',
  '/desk/:program_id/notices': 'notices',
  '/desk/:program_id/settings': 'settings',
  '/desk/:program_id/register': 'bookings',
  '/desk/:program_id/orders/:order_id': 'money',
  '/desk/:program_id/events': 'catalogue',
  '/desk/:program_id/events/new': 'catalogue',
  '/desk/:program_id/events/:event_id/edit': 'catalogue',
  '/desk/:program_id/events/import': 'catalogue',
  '/desk/:program_id/events/:event_id': 'roster',
  '/desk/:program_id/events/:event_id/sheet': 'roster',
  '/desk/:program_id/events/:event_id/sheet/export': 'roster',
  '/desk/:program_id/events/:event_id/day-off': 'bookings',
  '/desk/:program_id/events/:event_id/cancel': 'catalogue',
  '/desk/:program_id/messages': 'messages',
  '/desk/:program_id/messages/:message_id': 'messages',
  '/desk/:program_id/write': 'messages',
  '/desk/:program_id/campaigns/:campaign_id': 'messages',
  '/desk/:program_id/team': 'team',
  '/desk/:program_id/team/:staff_id': 'team',
}

/** What a page of the desk answers. `not_found` is for customers, who do not see that there is a desk. */
export type DeskAnswer = 'open' | 'not_found' | 'second_factor' | 'not_allowed'

/**
 * Whether a logged-in person may open the page of the desk at a path, by the right of its row in `deskPages`. A page
 * without a row is not allowed.
 */
export function deskAnswer(path: string, member: DeskMember, needsSecondFactor: boolean): DeskAnswer {
  if (member.role === null && !member.is_admin) return 'not_found'
  if (needsSecondFactor) return 'second_factor'
  const right = deskPages[findSitePage(path)?.path ?? '']
  return right === null || (right !== undefined && mayAtDesk(member, right) !== null) ? 'open' : 'not_allowed'
}

type Place = {
  name: keyof Text['deskShell']['places']
  right: Right
  icon: IconName
  href: (to: DeskRoutes) => string
  /** The letter of its key: `g`, then this letter. */
  key: string
  /** True when a phone shows it in the menu, because its bar has room for four places. */
  isLate?: true
  /** True when it is in the menu alone, on every screen. */
  isInMenu?: true
}

/** The places of the desk in the order of its bar. A page adds its row here. */
const places: readonly Place[] = [
  { name: 'today', right: 'people', icon: 'cal', href: (to) => to.home(), key: 't' },
  { name: 'season', right: 'catalogue', icon: 'weeks', href: (to) => to.season(), key: 's' },
  { name: 'families', right: 'people', icon: 'people', href: (to) => to.families(), key: 'f' },
  { name: 'field', right: 'roster', icon: 'check', href: (to) => to.field(), key: 'c' },
  { name: 'messages', right: 'messages', icon: 'chat', href: (to) => to.messages(), key: 'i' },
  { name: 'money', right: 'money', icon: 'coin', href: (to) => to.money(), key: 'm', isLate: true },
  { name: 'team', right: 'team', icon: 'team', href: (to) => to.team(), key: 'e', isLate: true },
  { name: 'settings', right: 'settings', icon: 'tune', href: (to) => to.settings(), key: 'p', isInMenu: true },
  { name: 'access', right: 'machine_access', icon: 'lock', href: (to) => to.access(), key: 'a', isInMenu: true },
  { name: 'notices', right: 'notices', icon: 'bell', href: (to) => to.notices(), key: 'n', isInMenu: true },
]

/** The places that a member may open. */
export const placesOf = (member: DeskMember): Place[] => places.filter(({ right }) => mayAtDesk(member, right) !== null)
export type DeskPlace = Place['name']
