// Over 250 lines: this file builds every URL of the site.
import type { PageFilterName } from '#contract/event-filters'
import { address, type FailureToReport, type Query } from './address.ts'
import type { CampPage } from './page-input/camp-page.ts'
import type { DeskInbox, WritingPage } from './page-input/desk-messages.ts'
import type { SheetPage } from './page-input/sheet-page.ts'

/** The filters of the explore page: the parameters of its GET form. */
export type ExploreFilters = Partial<Record<PageFilterName | 'skip', Query[string]>>

/** The kinds of packages, as written in the URLs of their pages. */
export type PackageKind = 'session' | 'membership'

/** The selection on the page of an appointment type. A day implies its month. */
export type AppointmentChoice = { option?: string | null; month?: string | null; date?: string | null }

export type Routes = ReturnType<typeof routesOf>

/** Every URL of a program's pages. Each has `lang` when the language is not the program's default. */
export function routesOf(programId: string, lang: string | null = null) {
  const to = (path: string, query: Query = {}) =>
    address(`/pg/${encodeURIComponent(programId)}${path}`, { ...query, lang })
  const part = encodeURIComponent
  return {
    programId,
    lang,
    explore: (filters: ExploreFilters = {}) => to('', { ...filters, skip: filters.skip || null }),
    event: (eventId: string) => to(`/evt/${part(eventId)}`),
    /** The registration form. `again` is an earlier booking to copy. */
    register: (eventId: string, optionId: string | null = null, again: string | null = null) =>
      to(`/evt/${part(eventId)}/register`, { option_id: optionId, again }),
    /** Joins the waitlist of a full option. The page shows the place in the list, too. */
    waitlist: (eventId: string, optionId: string) => to(`/evt/${part(eventId)}/waitlist`, { option_id: optionId }),
    /** The page of a mailed waitlist offer. */
    offer: (token: string) => to('/offer', { token }),
    /** The page of packages and memberships, or of one kind. */
    packages: (kind: PackageKind | null = null, skip: number | null = null) =>
      to(`/packages${kind ? `/${kind}` : ''}`, { skip: skip || null }),
    /** A package on the page of its kind. */
    package: (kind: PackageKind, packageId: string) =>
      `${to(`/packages/${kind}`, { page_of: packageId })}#${part(packageId)}`,
    promotions: () => to('/promotions'),
    terms: () => to('/terms'),
    privacy: () => to('/privacy'),
    appointments: () => to('/schedule'),
    appointment: (typeId: string, choice: AppointmentChoice = {}) =>
      to(`/schedule/${part(typeId)}`, {
        option: choice.option,
        month: choice.date ? null : choice.month,
        date: choice.date,
      }),
    /** Books a time of an appointment type. The URL names the length and the start. */
    bookAppointment: (typeId: string, { option, start }: { option: string | null; start: string }) =>
      to(`/apt/${part(typeId)}/register`, { option, start }),
    /** Reschedules an appointment. */
    moveAppointment: (
      registrationId: string,
      choice: { month?: string | null; date?: string | null; saved?: true } = {},
    ) =>
      to(`/profile/schedule/${part(registrationId)}`, {
        month: choice.date ? null : choice.month,
        date: choice.date,
        saved: choice.saved,
      }),
    /**
     * Reschedules a booking of an event: the customer chooses the target, then confirms the effect. `who` gives the
     * place to another attendee.
     */
    movePlace: (registrationId: string, choice: { to?: string | null; who?: string | null } = {}) =>
      to(`/profile/schedule/${part(registrationId)}`, choice),
    /** The answers of a booked place, and the form that changes them. */
    answers: (registrationId: string) => to(`/profile/schedule/${part(registrationId)}/answers`),
    /** The store on the explore page, or one of its categories. */
    store: (category: string | null = null, skip: number | null = null) =>
      to('', { store: category ?? 'all', skip: skip || null }),
    /** The page of the store that has this product. */
    product: (productId: string) => `${to('', { store: 'all', page_of: productId })}#${part(productId)}`,
    /** The explore page with a discount code in its URL, which the page stores for checkout. */
    withDiscount: (code: string) => to('', { discount: code }),
    manifest: () => to('/manifest.webmanifest'),
    login: (goto: string | null = null) => to('/login', { goto }),
    /** The URL of the options for a log-in by passkey, as JSON. */
    passkeyOptions: () => to('/login/passkey'),
    passkeys: () => to('/profile/account/passkeys'),
    loginFirst: (goto: string) => to('/login', { program_id: programId, goto }),
    signup: (goto: string | null = null) => to('/signup', { goto }),
    logout: () => to('/logout'),
    overview: () => to('/profile/overview'),
    /** The day card, which is stored on the device. */
    today: () => to('/profile/today'),
    verify: (goto: string | null = null) => to('/verify', { goto }),
    /** Adds an item to the cart. */
    cart: () => to('/cart'),
    /** Adds a session package to the cart, after the customer chooses the attendees and the number. */
    buyPackage: (packageId: string) => to('/cart', { session_package_id: packageId }),
    /** Adds a membership to the cart, after the customer chooses the attendees and the start. */
    buyMembership: (packageId: string) => to('/cart', { membership_package_id: packageId }),
    /** The balances of the customer's packages, and the customer's memberships. */
    ownPackages: (skip: number | null = null) => to('/profile/packages', { skip: skip || null }),
    /** A membership of the customer. `act` asks to confirm a change, and `saved` reports a finished change. */
    membership: (
      membershipId: string,
      show: { act?: string | null; saved?: string | null; skip?: number | null } = {},
    ) => to(`/profile/memberships/${part(membershipId)}`, { ...show, skip: show.skip || null }),
    /** Checkout. With `next` it leaves the order in the cart and goes on to the events. */
    checkout: (orderId: string, next: 'explore' | null = null) => to(`/checkout/${part(orderId)}`, { next }),
    orders: (skip: number | null = null) => to('/profile/orders', { skip: skip || null }),
    /** The childcare receipts; with year and child, one of them to print. */
    childcare: (of: { year?: number; attendee?: string } = {}) => to('/profile/orders/childcare', of),
    /** The statement of the account balance. */
    balance: (skip: number | null = null) => to('/profile/balance', { skip: skip || null }),
    /** An order; `saved` and `payment` report a paid instalment. */
    order: (orderId: string, news: { saved?: string; payment?: string } = {}) =>
      to(`/profile/orders/${part(orderId)}`, news),
    /** A receipt or a credit note of an order, to print. */
    receipt: (orderId: string, number: string) => to(`/profile/orders/${part(orderId)}/receipts/${part(number)}`),
    /** Requests a refund of an order, for one place or for everything refundable. */
    refund: (orderId: string, about: { registrationId?: string | null; saved?: string | null } = {}) =>
      to(`/profile/orders/${part(orderId)}/refund`, { registration_id: about.registrationId, saved: about.saved }),
    /** The page of a mailed link to the organisation. */
    desk: (token: string) => to('/desk', { token }),
    /** The link to join an online booking. */
    online: (registrationId: string) => to(`/online/${part(registrationId)}`),
    /** The roster of a day, with the token of its link. */
    roster: (page: { token?: string; by?: string; text?: string } = {}) =>
      to('/roster', { token: page.token, by: page.by || null, text: page.text || null }),
    /** Unsubscribes from news by email: with the token of a mail, or with a typed email address. */
    unsubscribe: () => to('/unsubscribe'),
    /** The bookings: upcoming, past, or those of one month (`2027-07`). */
    schedule: (page: { isPast?: boolean; month?: string | null; skip?: number; who?: string | null } = {}) =>
      to('/profile/schedule', {
        show: page.month ? 'month' : page.isPast ? 'past' : null,
        month: page.month,
        skip: page.skip || null,
        who: page.who,
      }),
    /** The family. `who` is the person that the message `saved` is about. */
    family: (done: { saved?: string | null; who?: string | null } = {}) => to('/profile/family', done),
    /** The people of the reader's family for a filter form, and the number of events that suit some of them, as JSON. */
    familyToFilter: () => to('/profile/fits'),
    familyCount: () => to('/profile/fits/count'),
    addToFamily: () => to('/profile/family/add'),
    familyMember: (attendeeId: string, done: { saved?: string | null } = {}) =>
      to(`/profile/family/${part(attendeeId)}`, done),
    editMember: (attendeeId: string, form: 'edit-personal' | 'edit-emergency' | 'connect') =>
      to(`/profile/family/${part(attendeeId)}/${form}`),
    /** Uploads the picture of the customer or of an attendee. */
    picture: (attendeeId: string | null = null) =>
      to(attendeeId === null ? '/profile/picture' : `/profile/family/${part(attendeeId)}/picture`),
    /** Opens a file of the logged-in customer. */
    file: (fileId: string) => to(`/files/${part(fileId)}`),
    /** The conversations. `about` fills in the topic of a new message, such as `order:ord_1`. */
    messages: (show: { about?: string | null; search?: string | null; skip?: number | null } = {}) =>
      `${to('/profile/messages', { ...show, skip: show.skip || null })}${show.about ? '#new' : ''}`,
    message: (messageId: string, done: { saved?: string | null } = {}) =>
      to(`/profile/messages/${part(messageId)}`, done),
    account: () => to('/profile/account'),
    /** The form of a new or an existing postal address. */
    address: (addressId: string | null = null) => to('/profile/account/address', { address_id: addressId }),
    /** The stored cards. `remove` asks to confirm the removal of one. */
    paymentMethods: (show: { saved?: string | null; remove?: string | null; goto?: string | null } = {}) =>
      to('/profile/payment-methods', show),
    notifications: (page: { show?: string; skip?: number } = {}) =>
      to('/profile/notifications', { show: page.show === 'all' ? null : page.show, skip: page.skip || null }),
    /** The URL of the number of unread notifications, as JSON for the bell. */
    unreadNotifications: () => to('/profile/notifications/unread'),
    preferences: () => to('/profile/preferences'),
    /** Subscribes, tests and unsubscribes a browser. */
    push: () => to('/profile/preferences/push'),
    ownData: () => to('/profile/privacy'),
    forgotPassword: () => to('/forgot-password'),
    recovery: (recoveryId: string) => to(`/recovery/${part(recoveryId)}`),
    editProfile: () => to('/profile/edit'),
    /** Merges another record into an attendee: the page that chooses the record, or its confirmation. */
    mergeFamily: (attendeeId: string, choice: { with?: string | null; saved?: string | null } = {}) =>
      to(`/profile/family/${part(attendeeId)}/merge`, choice),
    /** The adults of a family member, and invitations. */
    adults: (attendeeId: string) => to(`/profile/family/${part(attendeeId)}/adults`),
    invitation: (inviteCode: string) => to(`/invitations/${part(inviteCode)}`),
    changePassword: () => to('/profile/change-password'),
    /** The page on which the customer decides about an authorisation request. */
    authorize: () => to('/authorize'),
  }
}

/** What the search of the desk shows: one kind of result, and the page of its list. */
/** The days, the groups and the list of the money at the desk. */
export type MoneySearch = {
  from?: string | null
  to?: string | null
  by?: string | null
  show?: string | null
  skip?: number | null
  pay?: string | null
}
export type DeskSearch = { q?: string | null; show?: string | null; skip?: number | null }

/** What a booking at the desk begins with. `all` also shows full camps. */
export type DeskRegister = {
  customer?: string | null
  event?: string | null
  find?: string | null
  all?: string | null
  caller?: string | null
}

/** What the page of the season selects, and what its last button changed. */
type DeskSeason = {
  q?: string | null
  show?: string | null
  year?: number | null
  skip?: number | null
}
const sheetQueryOf = ({ columns, day, group, skip }: Partial<SheetPage>): Query => ({
  column: columns,
  day,
  group,
  skip: skip || null,
})

export type DeskRoutes = ReturnType<typeof deskRoutesOf>

/** Every URL of a program's desk: the pages of the organisation's team. */
export function deskRoutesOf(programId: string, lang: string | null = null) {
  const to = (path: string, query: Query = {}) =>
    address(`/desk/${encodeURIComponent(programId)}${path}`, { ...query, lang })
  const part = encodeURIComponent
  return {
    home: () => to(''),
    /** The page that tells a member which right is missing. Other pages show it at their own URL. */
    notAllowed: () => to('/not-allowed'),
    /** The people of today on a phone: check-in, contacts, and health notes. */
    field: (page: { text?: string } = {}) => to('/field', { text: page.text || null }),
    /** A family with what it has; `saved` reports a change of its notes. */
    family: (customerId: string) => to(`/families/${part(customerId)}`),
    /** The health information of a person with a place. Opening it is logged. */
    health: (customerId: string, registrationId: string) =>
      to(`/families/${part(customerId)}/health/${part(registrationId)}`),
    /** The archive and the erasure of a family without a log-in. */
    familyData: (customerId: string) => to(`/families/${part(customerId)}/privacy`),
    familyArchive: (customerId: string, exportId: string) =>
      to(`/families/${part(customerId)}/privacy/${part(exportId)}/export`),
    /** Moves or cancels a booking of a family. */
    change: (
      { customer, registration }: { customer: string; registration: string },
      choice: { do?: 'move' | 'cancel'; event?: string | null; find?: string | null; all?: string | null } = {},
    ) => to(`/families/${part(customer)}/registrations/${part(registration)}`, choice),
    /** Sales and what is owed; `pay` opens the form that records a payment of an order. */
    money: (search: MoneySearch = {}) => to('/money', { ...search, skip: search.skip || null }),
    /** The address of the form that exports a report as a file. */
    moneyExport: () => to('/money/export'),
    settings: () => to('/settings'),
    /** The clients of the API. */
    access: () => to('/access'),
    /** Who of the organisation read whose health notes. */
    healthReads: (skip = 0) => to('/team/health', { skip: skip || null }),
    /** The mails that a member chooses for themselves. */
    notices: () => to('/notices'),
    /** The form of a booking for a family; `caller` is what was searched for a new one. */
    register: (choice: DeskRegister = {}) => to('/register', choice),
    /** An order with its money; `saved` reports what was done. */
    order: (orderId: string) => to(`/orders/${part(orderId)}`),
    /** The events by their start. */
    season: (choice: DeskSeason = {}) => to('/events', { ...choice, skip: choice.skip || null }),
    /** The form of a new event, and of an event; `saved` reports what was done. */
    newEvent: () => to('/events/new'),
    editEvent: (eventId: string) => to(`/events/${part(eventId)}/edit`),
    /** The import of a spreadsheet of events. */
    importEvents: () => to('/events/import'),
    /** An event: who is in it, its groups and its waitlist. */
    camp: (eventId: string, page: Partial<CampPage> = {}) =>
      to(`/events/${part(eventId)}`, {
        show: page.show,
        group: page.group,
        q: page.q,
        sort: page.sort === 'name' ? null : page.sort,
        column: page.columns,
        skip: page.skip || null,
      }),
    /** The sheet of an event to print, and the same as a file for spreadsheets. */
    sheet: (eventId: string, page: Partial<SheetPage> = {}) => to(`/events/${part(eventId)}/sheet`, sheetQueryOf(page)),
    sheetFile: (eventId: string, page: Partial<SheetPage> = {}) =>
      to(`/events/${part(eventId)}/sheet/export`, sheetQueryOf({ ...page, skip: 0 })),
    /** Calls off one day of an event. */
    dayOff: (eventId: string) => to(`/events/${part(eventId)}/day-off`),
    /** Cancels an event as a whole. */
    cancelEvent: (eventId: string) => to(`/events/${part(eventId)}/cancel`),
    /** The conversations with families, and what was sent to groups. */
    messages: (page: Partial<DeskInbox> = {}) =>
      to('/messages', { show: page.show === 'unanswered' ? null : page.show, q: page.q, skip: page.skip || null }),
    message: (messageId: string) => to(`/messages/${part(messageId)}`),
    /** Writes to one family, about a place of theirs, or to the people of an event. A draft fills in its text. */
    write: (whom: Partial<WritingPage> = {}) => to('/write', whom),
    campaign: (campaignId: string) => to(`/campaigns/${part(campaignId)}`),
    team: () => to('/team'),
    /** A member of the team, or an invitation. */
    teamMember: (staffId: string) => to(`/team/${part(staffId)}`),
    families: (search: DeskSearch = {}) => to('/families', { ...search, skip: search.skip || null }),
  }
}

/**
 * The same URLs for a program whose contract has ended: its list is closed, and its customers are sent to their orders.
 */
export const closedRoutesOf = (programId: string, lang: string | null = null): Routes => {
  const routes = routesOf(programId, lang)
  return { ...routes, explore: () => routes.orders() }
}

/** The same URLs for an embedded list: its filters stay inside the iframe. */
export const embedRoutesOf = (programId: string, lang: string | null = null): Routes => ({
  ...routesOf(programId, lang),
  explore: (filters: ExploreFilters = {}) =>
    address(`/embed/${encodeURIComponent(programId)}`, { ...filters, skip: filters.skip || null, lang }),
})

/** The parameters of the home page's search form (GET). */
export type HomeSearch = {
  search?: string | null
  place_name?: string | null
  type?: string | null
  tags?: readonly string[]
  skip?: number | null
}
/** The home page, or a search for programs on it. */
export const homeAddress = (lang: string | null = null, search: HomeSearch = {}) =>
  address('/', { ...search, skip: search.skip || null, lang })

/** The URLs of the API documentation, and of its OpenAPI document. */
/** The page about privacy in all programs. */
export const privacyAddress = (lang: string | null = null) => address('/privacy', { lang })
export const docsAddress = '/api/docs'
export const openApiAddress = '/api/openapi.json'

/** Only this URL rotates the refresh cookie. A page with a spent session redirects through it. */
export const refreshAddress = (goto: string) => address('/token', { goto })

/** The page to which a bank returns the customer. */
export const confirmPaymentAddress = (query: {
  program_id: string
  order_id: string
  payment_id: string
  t?: string
}) => address('/confirm-payment', query)

/**
 * The page on which the customer confirms an order's payment with the bank: the bank's own page, or a page of this
 * site that runs the provider's script. Null when no confirmation is needed.
 */
export function bankStepAddress(order: {
  id: string
  program_id: string
  payments: { id: string; status: string; next_action_url: string | null }[]
}): string | null {
  const payment = order.payments.find(({ status }) => status === 'requires_action')
  if (!payment) return null
  const { id: order_id, program_id } = order
  return payment.next_action_url ?? confirmPaymentAddress({ program_id, order_id, payment_id: payment.id })
}

/** Shows the outcome of storing a card after its bank step, then continues to `goto` or the stored cards. */
export const cardSetupReturnAddress = (programId: string, setup: string, goto: string | null) =>
  address(`/pg/${programId}/profile/payment-methods/return`, { setup, goto })

/** Undoes an unwanted change of email or an unknown log-in. */
export const notMeAddress = (lang: string | null = null) => address('/not-me', { lang })

/** The contact form of a program or of the site. `url` is the page the reader comes from. */
export const supportAddress = (
  from: {
    lang?: string | null
    program_id?: string | null
    url?: string | null
    about?: string | null
    failure?: FailureToReport | null
  } = {},
) => {
  const { lang, program_id, url, about, failure } = from
  return address('/support', { program_id, about, url, ...failure, lang })
}

/** An event as a calendar file. */
export const eventCalendarAddress = (eventId: string) => `/calendar/event/${encodeURIComponent(eventId)}.ics`

/** The URL of a payment's status. It needs no log-in when `t` is a signed token. */
export const paymentStatusAddress = '/confirm-payment/status'

/** The same page in another language, with all its other parameters. */
export function inLanguage(url: URL, lang: string | null): string {
  const names = [...new Set(url.searchParams.keys())].filter((name) => name !== 'lang')
  return address(url.pathname, {
    ...Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name)])),
    lang,
  })
}
