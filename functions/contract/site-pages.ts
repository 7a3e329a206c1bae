// Over 250 lines: one row for every page of the site.
import { isPersonal, type PageFilterName, pageFilterNames, publicFilterNames } from './event-filters.ts'

/** Parameters that a list of events reads; an embedded list has no session, so no filter by the reader's family. */
const listParameters: readonly (PageFilterName | 'skip')[] = [...pageFilterNames, 'skip']
const embedParameters = [...publicFilterNames, 'skip'] as const
const homeParameters = ['search', 'place_name', 'type', 'tags', 'skip'] as const
const storeParameters = ['store', 'page_of', 'skip'] as const
const packageParameters = ['skip', 'page_of'] as const
const scheduleParameters = ['option', 'month', 'date'] as const
const bookingsParameters = ['show', 'month', 'skip', 'saved', 'who'] as const
const notificationsParameters = ['show', 'skip', 'saved'] as const
const refundParameters = ['registration_id', 'chosen', 'saved'] as const
const messagesParameters = ['about', 'search', 'skip'] as const
const signupParameters = ['goto', 'email', 'first_name', 'last_name'] as const
const deskSearchParameters = ['q', 'show', 'skip'] as const
const moneyParameters = ['from', 'to', 'by', 'show', 'skip', 'pay', 'saved'] as const
const moneyExportParameters = ['report', 'from', 'to', 'by'] as const
const deskRegisterParameters = ['customer', 'event', 'find', 'all', 'caller'] as const
const deskSeasonParameters = ['q', 'show', 'year', 'skip', 'saved', 'keys'] as const
const changeParameters = ['do', 'event', 'find', 'all'] as const
const campParameters = ['show', 'group', 'q', 'sort', 'column', 'skip', 'saved', 'told'] as const
const sheetParameters = ['column', 'day', 'group', 'skip'] as const
const deskMessagesParameters = ['show', 'q', 'skip'] as const
const writeParameters = ['family', 'place', 'event', 'part', 'draft'] as const
const supportParameters = ['program_id', 'about', 'url', 'type', 'code', 'param', 'path', 'timestamp', 'sent'] as const

/** Parameters of a client's authorization request. */
export const authorizationParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'program_id',
] as const

/** The parameters that the code of a page may read: a name missing from the page's list does not compile. */
type Query<Name extends string> = {
  get: (name: Name) => string | null
  getAll: (name: Name) => string[]
}
export type ListQuery = Query<(typeof listParameters)[number]>
export type HomeQuery = Query<(typeof homeParameters)[number]>
export type StoreQuery = Query<(typeof storeParameters)[number]>
export type PackageQuery = Query<(typeof packageParameters)[number]>
export type ScheduleQuery = Query<(typeof scheduleParameters)[number]>
export type NotificationsQuery = Query<(typeof notificationsParameters)[number]>
export type BookingsQuery = Query<(typeof bookingsParameters)[number]>
export type MessagesQuery = Query<(typeof messagesParameters)[number]>
export type DeskSearchQuery = Query<(typeof deskSearchParameters)[number]>
export type MoneyQuery = Query<(typeof moneyParameters)[number]>
export type MoneyExportQuery = Query<(typeof moneyExportParameters)[number]>
export type DeskRegisterQuery = Query<(typeof deskRegisterParameters)[number]>
export type DeskSeasonQuery = Query<(typeof deskSeasonParameters)[number]>
export type ChangeQuery = Query<(typeof changeParameters)[number]>
export type CampQuery = Query<(typeof campParameters)[number]>
export type SheetPageQuery = Query<(typeof sheetParameters)[number]>
export type DeskMessagesQuery = Query<(typeof deskMessagesParameters)[number]>
export type WriteQuery = Query<(typeof writeParameters)[number]>
export type SupportQuery = Query<(typeof supportParameters)[number]>
export type SignupQuery = Query<(typeof signupParameters)[number]>

/**
 * `isPublic`: the same for every reader unless its URL `isPersonal`, and then cached for
 * `cacheSeconds` (`limits.ts`) by `page-cache.ts`; other pages are never cached. `takesForm`: also receives a form. `isKey`: the URL itself grants access or contains private data.
 * `isAtEdge`: the worker itself renders it (functions/edge).
 */
type SitePage = {
  path: string
  parameters: readonly string[]
  isPublic?: true
  takesForm?: true
  isKey?: true
  isAtEdge?: true
}

/**
 * Every page of the site with the parameters it reads, in addition to `lang`. A page is rendered and cached under its
 * URL with only these parameters, so that no other part of a URL can reach another reader.
 */
export const sitePages: readonly SitePage[] = [
  { path: '/', parameters: homeParameters, isPublic: true },
  { path: '/privacy', parameters: [], isPublic: true },
  { path: '/api/docs', parameters: [], isPublic: true },
  { path: '/embed/:program_id', parameters: embedParameters, isPublic: true },
  { path: '/pg/:program_id', parameters: [...listParameters, ...storeParameters], isPublic: true },
  { path: '/pg/:program_id/evt/:event_id', parameters: [], isPublic: true },
  { path: '/pg/:program_id/schedule', parameters: [], isPublic: true },
  { path: '/pg/:program_id/schedule/:appointment_type_id', parameters: scheduleParameters, isPublic: true },
  { path: '/pg/:program_id/packages', parameters: packageParameters, isPublic: true },
  { path: '/pg/:program_id/packages/:kind', parameters: packageParameters, isPublic: true },
  { path: '/pg/:program_id/promotions', parameters: [], isPublic: true },
  { path: '/pg/:program_id/terms', parameters: [], isPublic: true },
  { path: '/pg/:program_id/privacy', parameters: [], isPublic: true },
  {
    path: '/pg/:program_id/feedback',
    parameters: ['code', 'rating', 'edit'],
    takesForm: true,
    isAtEdge: true,
    isKey: true,
  },
  { path: '/pg/:program_id/login', parameters: ['goto', 'program_id', 'cookies'], takesForm: true },
  { path: '/pg/:program_id/signup', parameters: signupParameters, takesForm: true },
  { path: '/pg/:program_id/verify', parameters: ['goto', 'sent'], takesForm: true },
  { path: '/pg/:program_id/logout', parameters: [], takesForm: true },
  { path: '/pg/:program_id/forgot-password', parameters: ['sent'], takesForm: true },
  { path: '/pg/:program_id/recovery/:recovery_id', parameters: [], takesForm: true, isKey: true },
  { path: '/pg/:program_id/evt/:event_id/register', parameters: ['option_id', 'again', 'discount'], takesForm: true },
  {
    path: '/pg/:program_id/apt/:appointment_type_id/register',
    parameters: ['option', 'start', 'weeks', 'discount'],
    takesForm: true,
  },
  { path: '/pg/:program_id/evt/:event_id/waitlist', parameters: ['option_id', 'saved'], takesForm: true },
  { path: '/pg/:program_id/offer', parameters: ['token'], takesForm: true, isKey: true },
  { path: '/pg/:program_id/checkout/:order_id', parameters: ['next', 'pay', 'saved'], takesForm: true },
  {
    path: '/pg/:program_id/cart',
    parameters: [
      'product_id',
      'product_variation_id',
      'session_package_id',
      'membership_package_id',
      'quantity',
      'start_date',
      'who',
    ],
    takesForm: true,
  },
  { path: '/pg/:program_id/profile/packages', parameters: ['skip'] },
  {
    path: '/pg/:program_id/profile/memberships/:membership_id',
    parameters: ['act', 'saved', 'skip'],
    takesForm: true,
  },
  { path: '/pg/:program_id/files/:file_id', parameters: [] },
  { path: '/pg/:program_id/profile', parameters: [] },
  { path: '/pg/:program_id/profile/today', parameters: [] },
  { path: '/pg/:program_id/profile/overview', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/profile/orders', parameters: ['skip'] },
  { path: '/pg/:program_id/profile/balance', parameters: ['skip'], takesForm: true },
  { path: '/pg/:program_id/profile/orders/childcare', parameters: ['year', 'attendee'] },
  { path: '/pg/:program_id/profile/orders/:order_id', parameters: ['saved', 'payment'], takesForm: true },
  { path: '/pg/:program_id/profile/orders/:order_id/receipts/:number', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/profile/orders/:order_id/refund', parameters: refundParameters, takesForm: true },
  { path: '/pg/:program_id/join', parameters: ['token'], takesForm: true, isAtEdge: true, isKey: true },
  { path: '/pg/:program_id/complete', parameters: ['token'], takesForm: true, isAtEdge: true, isKey: true },
  { path: '/pg/:program_id/unsubscribe', parameters: ['token'], takesForm: true, isAtEdge: true, isKey: true },
  { path: '/pg/:program_id/desk', parameters: ['token', 'done'], takesForm: true, isKey: true },
  { path: '/pg/:program_id/online/:registration_id', parameters: [], isKey: true },
  { path: '/pg/:program_id/roster', parameters: ['token', 'by', 'text'], takesForm: true, isKey: true },
  { path: '/pg/:program_id/profile/schedule', parameters: bookingsParameters, takesForm: true },
  {
    path: '/pg/:program_id/profile/schedule/:registration_id',
    parameters: ['month', 'date', 'saved', 'to', 'who'],
    takesForm: true,
  },
  { path: '/pg/:program_id/profile/schedule/:registration_id/answers', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/profile/family', parameters: ['saved', 'who'] },
  { path: '/pg/:program_id/profile/family/add', parameters: [], takesForm: true },
  { path: '/pg/:program_id/profile/family/:attendee_id', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/profile/family/:attendee_id/edit-personal', parameters: [], takesForm: true },
  { path: '/pg/:program_id/profile/family/:attendee_id/edit-emergency', parameters: [], takesForm: true },
  { path: '/pg/:program_id/profile/family/:attendee_id/connect', parameters: [], takesForm: true },
  { path: '/pg/:program_id/profile/account', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/profile/account/address', parameters: ['address_id'], takesForm: true },
  { path: '/pg/:program_id/profile/edit', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/profile/change-password', parameters: [], takesForm: true },
  { path: '/pg/:program_id/profile/family/:attendee_id/merge', parameters: ['with', 'saved'], takesForm: true },
  { path: '/pg/:program_id/profile/family/:attendee_id/adults', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/invitations/:invite_code', parameters: [], takesForm: true, isKey: true },
  { path: '/pg/:program_id/authorize', parameters: authorizationParameters, takesForm: true, isKey: true },
  { path: '/authorize', parameters: ['param'] },
  { path: '/confirm-payment', parameters: ['program_id', 'order_id', 'payment_id', 't', 'go', 'left'], isKey: true },
  { path: '/not-me', parameters: ['token', 'about', 'program_id', 'done'], takesForm: true, isKey: true },
  { path: '/pg/:program_id/profile/payment-methods', parameters: ['saved', 'remove', 'goto'], takesForm: true },
  { path: '/pg/:program_id/profile/notifications', parameters: notificationsParameters, takesForm: true },
  { path: '/pg/:program_id/profile/preferences', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/profile/messages', parameters: messagesParameters, takesForm: true },
  { path: '/pg/:program_id/profile/messages/:message_id', parameters: ['saved'], takesForm: true },
  { path: '/pg/:program_id/profile/privacy', parameters: ['saved'], takesForm: true },
  { path: '/support', parameters: supportParameters, takesForm: true },
  { path: '/desk/:program_id', parameters: ['skipped'], takesForm: true },
  { path: '/desk/:program_id/not-allowed', parameters: [] },
  { path: '/desk/:program_id/field', parameters: ['text'], takesForm: true },
  { path: '/desk/:program_id/families', parameters: deskSearchParameters },
  { path: '/desk/:program_id/families/:customer_id', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/families/:customer_id/health/:registration_id', parameters: [], takesForm: true },
  { path: '/desk/:program_id/families/:customer_id/privacy', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/families/:customer_id/privacy/:export_id/export', parameters: [] },
  {
    path: '/desk/:program_id/families/:customer_id/registrations/:registration_id',
    parameters: changeParameters,
    takesForm: true,
  },
  { path: '/desk/:program_id/money', parameters: moneyParameters, takesForm: true },
  { path: '/desk/:program_id/money/export', parameters: moneyExportParameters },
  { path: '/desk/:program_id/access', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/team/health', parameters: ['skip'] },
  { path: '/desk/:program_id/notices', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/settings', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/register', parameters: deskRegisterParameters, takesForm: true },
  { path: '/desk/:program_id/orders/:order_id', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/events', parameters: deskSeasonParameters, takesForm: true },
  { path: '/desk/:program_id/events/new', parameters: [], takesForm: true },
  { path: '/desk/:program_id/events/:event_id/edit', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/events/import', parameters: [], takesForm: true },
  { path: '/desk/:program_id/events/:event_id', parameters: campParameters, takesForm: true },
  { path: '/desk/:program_id/events/:event_id/sheet', parameters: sheetParameters, takesForm: true },
  { path: '/desk/:program_id/events/:event_id/sheet/export', parameters: sheetParameters },
  { path: '/desk/:program_id/events/:event_id/day-off', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/events/:event_id/cancel', parameters: [], takesForm: true },
  { path: '/desk/:program_id/messages', parameters: deskMessagesParameters },
  { path: '/desk/:program_id/messages/:message_id', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/write', parameters: writeParameters, takesForm: true },
  { path: '/desk/:program_id/campaigns/:campaign_id', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/team', parameters: ['saved'], takesForm: true },
  { path: '/desk/:program_id/team/:staff_id', parameters: ['saved'], takesForm: true },
]

const matchers = sitePages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}$`),
  names: [...new Set([...page.parameters, 'lang'])],
}))

/** The page at a path; null if there is none. */
export const findSitePage = (path: string): SitePage | null =>
  matchers.find(({ pattern }) => pattern.test(path))?.page ?? null

/** Whether the page at a URL is the same for every reader. */
export const isPublicPage = ({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean =>
  findSitePage(pathname)?.isPublic === true && !isPersonal(searchParams)

/** A URL reduced to its page's parameters, in a fixed order; unchanged without a page. */
export function readableAddress(address: string): string {
  const start = address.indexOf('?')
  if (start < 0) return address
  const path = address.slice(address.indexOf('/', address.indexOf('//') + 2), start)
  const names = matchers.find(({ pattern }) => pattern.test(path))?.names
  if (!names) return address
  const query = new URLSearchParams(address.slice(start + 1))
  const pairs = names.flatMap((name) => query.getAll(name).map((value) => [name, value]))
  return pairs.length === 0 ? address.slice(0, start) : `${address.slice(0, start)}?${new URLSearchParams(pairs)}`
}

/** URLs outside the pages that grant access: calendars, files and archives, and the return from a bank. */
const otherKeys = [
  '/calendar/:file',
  '/calendar/event/:file',
  '/calendar/family/:file',
  '/uploads/:token',
  '/pg/:program_id/profile/privacy/export/:export_id',
  '/confirm-payment/status',
  '/confirm-payment/continue',
]

/** Every URL that must not be sent as a Referer. */
export const keyAddresses: readonly string[] = [
  ...sitePages.flatMap(({ path, isKey }) => (isKey ? [path] : [])),
  ...otherKeys,
]
const keyPattern = new RegExp(`^(?:${keyAddresses.map((path) => path.replace(/:\w+/g, '[^/]+')).join('|')})/?$`)

/** Whether the URL of a request grants access by itself. */
export const isKeyAddress = (path: string): boolean => keyPattern.test(path)

/** Path of the JSON Schema of program files on every site. */
export const fileSchemaPath = '/program-file.schema.json'
