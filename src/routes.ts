// Over 250 lines: every address of the site, each built in one place.
type Query = Record<string, string | number | boolean | null | undefined | readonly string[]>

/** A path with the parts of its query that say something. */
function address(path: string, query: Query): string {
  const parts: [string, string][] = []
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null && each !== undefined && each !== '') parts.push([name, String(each)])
  }
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts)}`
}

/** The choices of the explore page: the parameters of its GET form. */
export type ExploreFilters = Partial<
  Record<'search' | 'type' | 'gender' | 'scheduled_gte' | 'scheduled_lte' | 'venue_city' | 'venue_id', string | null>
> & {
  age?: number | null
  online_event?: true | null
  free?: true | null
  tags?: readonly string[] | null
  skip?: number | null
}

/** Kinds of packages, as their pages are called. */
export type PackageKind = 'session' | 'membership'

/** The choices on the page of an appointment type. A day brings its month. */
export type AppointmentChoice = { option?: string | null; month?: string | null; date?: string | null }

export type Routes = ReturnType<typeof routesOf>

/** Every address of a program's pages. `lang` is carried by each of them when it is not the program's own language. */
export function routesOf(programId: string, lang: string | null = null) {
  const to = (path: string, query: Query = {}) =>
    address(`/pg/${encodeURIComponent(programId)}${path}`, { ...query, lang })
  const part = encodeURIComponent
  return {
    programId,
    lang,
    explore: (filters: ExploreFilters = {}) => to('', { ...filters, skip: filters.skip || null }),
    event: (eventId: string) => to(`/evt/${part(eventId)}`),
    /** The registration form; `again` is an earlier booking that it begins with. */
    register: (eventId: string, optionId: string | null = null, again: string | null = null) =>
      to(`/evt/${part(eventId)}/register`, { option_id: optionId, again }),
    /** Joining the list of a full option, and where those who joined stand. */
    waitlist: (eventId: string, optionId: string) => to(`/evt/${part(eventId)}/waitlist`, { option_id: optionId }),
    /** What the link of an offer's mail opens. */
    offer: (token: string) => to('/offer', { token }),
    /** Packages and memberships, or those of one kind. */
    packages: (kind: PackageKind | null = null, skip: number | null = null) =>
      to(`/packages${kind ? `/${kind}` : ''}`, { skip: skip || null }),
    /** The page of its kind that a package stands on, there. */
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
    /** Booking a time of an appointment type: the length and when it starts. */
    bookAppointment: (typeId: string, { option, start }: { option: string | null; start: string }) =>
      to(`/apt/${part(typeId)}/register`, { option, start }),
    /** Another time for what is booked. */
    moveAppointment: (
      registrationId: string,
      choice: { month?: string | null; date?: string | null; saved?: true } = {},
    ) =>
      to(`/profile/schedule/${part(registrationId)}`, {
        month: choice.date ? null : choice.month,
        date: choice.date,
        saved: choice.saved,
      }),
    /** Another place for what is booked in an event: the choice, then what it means. `who` takes it instead. */
    movePlace: (registrationId: string, choice: { to?: string | null; who?: string | null } = {}) =>
      to(`/profile/schedule/${part(registrationId)}`, choice),
    /** The store, or one of its categories, as the explore page shows it. */
    store: (category: string | null = null, skip: number | null = null) =>
      to('', { store: category ?? 'all', skip: skip || null }),
    /** The page of the store that a product stands on, there. */
    product: (productId: string) => `${to('', { store: 'all', page_of: productId })}#${part(productId)}`,
    /** The events, with a code that is remembered on the way. */
    withDiscount: (code: string) => to('', { discount: code }),
    manifest: () => to('/manifest.webmanifest'),
    login: (goto: string | null = null) => to('/login', { goto }),
    /** Where a visitor who has to log in first is sent, and comes back from. */
    passkeyOptions: () => to('/login/passkey'),
    passkeys: () => to('/profile/account/passkeys'),
    loginFirst: (goto: string) => to('/login', { program_id: programId, goto }),
    signup: (goto: string | null = null) => to('/signup', { goto }),
    logout: () => to('/logout'),
    overview: () => to('/profile/overview'),
    /** The card of the day, which the device keeps. */
    today: () => to('/profile/today'),
    verify: (goto: string | null = null) => to('/verify', { goto }),
    /** Puts a thing of the store into the cart. */
    cart: () => to('/cart'),
    /** Asks for whom a session package is, and how many of it, and puts it into the cart. */
    buyPackage: (packageId: string) => to('/cart', { session_package_id: packageId }),
    /** Asks for whom a membership is and from when, and puts it into the cart. */
    buyMembership: (packageId: string) => to('/cart', { membership_package_id: packageId }),
    /** What is left of the customer's packages, and their memberships. */
    ownPackages: (skip: number | null = null) => to('/profile/packages', { skip: skip || null }),
    /** One of the customer's memberships; `act` asks about a change, `saved` says what was done. */
    membership: (
      membershipId: string,
      show: { act?: string | null; saved?: string | null; skip?: number | null } = {},
    ) => to(`/profile/memberships/${part(membershipId)}`, { ...show, skip: show.skip || null }),
    checkout: (orderId: string) => to(`/checkout/${part(orderId)}`),
    orders: (skip: number | null = null) => to('/profile/orders', { skip: skip || null }),
    /** The statement of the account balance. */
    balance: (skip: number | null = null) => to('/profile/balance', { skip: skip || null }),
    order: (orderId: string) => to(`/profile/orders/${part(orderId)}`),
    /** Asking for a refund of an order, of these places or of all that bring something back. */
    refund: (orderId: string, about: { registrationId?: string | null; saved?: string | null } = {}) =>
      to(`/profile/orders/${part(orderId)}/refund`, { registration_id: about.registrationId, saved: about.saved }),
    /** What the link of a mail to the organisation opens. */
    desk: (token: string) => to('/desk', { token }),
    /** The way into an online booking. */
    online: (registrationId: string) => to(`/online/${part(registrationId)}`),
    /** The list of a day at the gate, by the token of its link. */
    roster: (page: { token?: string; by?: string; text?: string } = {}) =>
      to('/roster', { token: page.token, by: page.by || null, text: page.text || null }),
    /** Stops news by email: with the token of a mail, or by an address. */
    unsubscribe: () => to('/unsubscribe'),
    /** What is booked: what is coming, what is over, or one month of it (`2027-07`). */
    schedule: (page: { isPast?: boolean; month?: string | null; skip?: number; who?: string | null } = {}) =>
      to('/profile/schedule', {
        show: page.month ? 'month' : page.isPast ? 'past' : null,
        month: page.month,
        skip: page.skip || null,
        who: page.who,
      }),
    /** The family; `who` is the person that `saved` is about. */
    family: (done: { saved?: string | null; who?: string | null } = {}) => to('/profile/family', done),
    /** Whom of the family each event of a list fits, for its page. */
    familyFits: () => to('/profile/fits'),
    addToFamily: () => to('/profile/family/add'),
    familyMember: (attendeeId: string, done: { saved?: string | null } = {}) =>
      to(`/profile/family/${part(attendeeId)}`, done),
    editMember: (attendeeId: string, form: 'edit-personal' | 'edit-emergency' | 'connect') =>
      to(`/profile/family/${part(attendeeId)}/${form}`),
    /** Takes the picture of the customer, or of a person of the family. */
    picture: (attendeeId: string | null = null) =>
      to(attendeeId === null ? '/profile/picture' : `/profile/family/${part(attendeeId)}/picture`),
    /** Opens a file of the signed-in customer. */
    file: (fileId: string) => to(`/files/${part(fileId)}`),
    /** The conversations; `about` fills in what a new message is about, as in `order:ord_1`. */
    messages: (show: { about?: string | null; search?: string | null; skip?: number | null } = {}) =>
      `${to('/profile/messages', { ...show, skip: show.skip || null })}${show.about ? '#new' : ''}`,
    message: (messageId: string, done: { saved?: string | null } = {}) =>
      to(`/profile/messages/${part(messageId)}`, done),
    account: () => to('/profile/account'),
    /** The form of a new address, or of one that is there. */
    address: (addressId: string | null = null) => to('/profile/account/address', { address_id: addressId }),
    /** The stored cards; `remove` asks about one. */
    paymentMethods: (show: { saved?: string | null; remove?: string | null; goto?: string | null } = {}) =>
      to('/profile/payment-methods', show),
    notifications: (page: { show?: string; skip?: number } = {}) =>
      to('/profile/notifications', { show: page.show === 'all' ? null : page.show, skip: page.skip || null }),
    /** How many are unread, for the bell. */
    unreadNotifications: () => to('/profile/notifications/unread'),
    preferences: () => to('/profile/preferences'),
    /** Where browsers are subscribed, tested and turned off. */
    push: () => to('/profile/preferences/push'),
    ownData: () => to('/profile/privacy'),
    forgotPassword: () => to('/forgot-password'),
    recovery: (recoveryId: string) => to(`/recovery/${part(recoveryId)}`),
    editProfile: () => to('/profile/edit'),
    /** Merging another record into one's own: which other one, or what was just done. */
    mergeFamily: (attendeeId: string, choice: { with?: string | null; saved?: string | null } = {}) =>
      to(`/profile/family/${part(attendeeId)}/merge`, choice),
    /** Who looks after a family member, and inviting someone. */
    adults: (attendeeId: string) => to(`/profile/family/${part(attendeeId)}/adults`),
    invitation: (inviteCode: string) => to(`/invitations/${part(inviteCode)}`),
    changePassword: () => to('/profile/change-password'),
    /** Where a client's request for access is answered. */
    authorize: () => to('/authorize'),
  }
}

/** The same addresses where a program’s contract has ended: its list is closed, and its customers are led to their orders. */
export const closedRoutesOf = (programId: string, lang: string | null = null): Routes => {
  const routes = routesOf(programId, lang)
  return { ...routes, explore: () => routes.orders() }
}

/** The same addresses for the list inside an organisation's own page: what narrows it stays in the frame. */
export const embedRoutesOf = (programId: string, lang: string | null = null): Routes => ({
  ...routesOf(programId, lang),
  explore: (filters: ExploreFilters = {}) =>
    address(`/embed/${encodeURIComponent(programId)}`, { ...filters, skip: filters.skip || null, lang }),
})

/** The choices of the home page: the parameters of its GET form. */
export type HomeSearch = {
  search?: string | null
  place_name?: string | null
  type?: string | null
  tags?: readonly string[]
  skip?: number | null
}
/** The page that says what this site is, or finds a program on it. */
export const homeAddress = (lang: string | null = null, search: HomeSearch = {}) =>
  address('/', { ...search, skip: search.skip || null, lang })

/** Every call of the API on one page, and the document it is made from. */
/** What Muster keeps of its users, for every program. */
export const privacyAddress = (lang: string | null = null) => address('/privacy', { lang })
export const docsAddress = '/api/docs'
export const openApiAddress = '/api/openapi.json'

/** The one place that rotates the refresh cookie; a page whose session is spent goes through it. */
export const refreshAddress = (goto: string) => address('/token', { goto })

/** Where a bank sends the customer back to. */
export const confirmPaymentAddress = (query: {
  program_id: string
  order_id: string
  payment_id: string
  t?: string
}) => address('/confirm-payment', query)

/** Where the customer confirms an order's payment with the bank: the bank's own page, else ours, which opens the step of the provider's script. Null where nothing is to be confirmed. */
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

/** Where an attempt to store a card is looked up after its bank step, before `goto` or the stored cards follow. */
export const cardSetupReturnAddress = (programId: string, setup: string, goto: string | null) =>
  address(`/pg/${programId}/profile/payment-methods/return`, { setup, goto })

/** Where an unwanted change of email, or a stranger's log-in, is undone. */
export const notMeAddress = (lang: string | null = null) => address('/not-me', { lang })

/** An error that a reader met, for the people who are asked about it: names and places, no words of anyone. */
export type MetFailure = {
  type: string
  code?: number | null
  param?: string | null
  path?: string | null
  timestamp?: string | null
}
/** The form that reaches the people who run a program or the site. `url` is the page the reader comes from. */
export const supportAddress = (
  from: {
    lang?: string | null
    program_id?: string | null
    url?: string | null
    about?: string | null
    failure?: MetFailure | null
  } = {},
) => {
  const { lang, program_id, url, about, failure } = from
  return address('/support', { program_id, about, url, ...failure, lang })
}

/** The same form with an error that was met after its page was made. */
export const withFailure = (support: string, failure: MetFailure) =>
  `${support}${support.includes('?') ? '&' : '?'}${address('', { ...failure }).slice(1)}`

/** An event as a calendar file. */
export const eventCalendarAddress = (eventId: string) => `/calendar/event/${encodeURIComponent(eventId)}.ics`

/** Asks how a payment stands; answers without a log-in when `t` is signed. */
export const paymentStatusAddress = '/confirm-payment/status'

/** The same page in another language: all its other parameters stay. */
export function inLanguage(url: URL, lang: string | null): string {
  const names = [...new Set(url.searchParams.keys())].filter((name) => name !== 'lang')
  return address(url.pathname, {
    ...Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name)])),
    lang,
  })
}
