import { sitePages } from '../../functions/contract/site-pages.ts'

/** Addresses that a page's form or script sends to and that are no page. */
const besidesPages = [
  '/token',
  '/pg/:program_id/login/passkey',
  '/pg/:program_id/profile/account/passkeys',
  '/pg/:program_id/profile/picture',
  '/pg/:program_id/profile/family/:attendee_id/picture',
  '/pg/:program_id/profile/preferences/push',
]

/** The calls whose fields a form has; one without a line gets those of any call of a customer. */
const callsOf: Record<string, RegExp> = {
  '/token': /\/oauth\/token$/,
  '/support': /\/support$/,
  '/not-me': /\/(?:email_changes|logins)\/undo$/,
  '/pg/:program_id/login': /\/login$/,
  '/pg/:program_id/login/passkey': /\/login\/passkey/,
  '/pg/:program_id/signup': /\/signup$/,
  '/pg/:program_id/logout': /\/logout$/,
  '/pg/:program_id/verify': /\/verify$/,
  '/pg/:program_id/forgot-password': /\/recovery$/,
  '/pg/:program_id/recovery/:recovery_id': /\/recovery\/\{/,
  '/pg/:program_id/authorize': /\/oauth\/authorize$/,
  '/pg/:program_id/cart': /\/orders(?:\/\{order_id\}\/items)?$/,
  '/pg/:program_id/desk': /\/desk/,
  '/pg/:program_id/roster': /\/roster/,
  '/pg/:program_id/feedback': /\/feedback/,
  '/pg/:program_id/unsubscribe': /\/notifications\/unsubscribe$/,
  '/pg/:program_id/offer': /\/(?:claim|decline)$/,
  '/pg/:program_id/evt/:event_id/waitlist': /\/profile\/registrations$/,
  '/pg/:program_id/invitations/:invite_code': /\/invitations\/\{\w+\}\/(?:accept|decline)$/,
  '/pg/:program_id/profile/account': /\/profile\/email$/,
  '/pg/:program_id/profile/account/address': /\/customer_addresses/,
  '/pg/:program_id/profile/account/passkeys': /\/profile\/passkeys/,
  '/pg/:program_id/profile/balance': /\/orders$/,
  '/pg/:program_id/profile/change-password': /\/profile\/password$/,
  '/pg/:program_id/profile/edit': /\/v1\/profile$/,
  '/pg/:program_id/profile/family/add': /\/profile\/attendees$/,
  '/pg/:program_id/profile/family/:attendee_id/adults': /\/profile\/invitations$/,
  '/pg/:program_id/profile/family/:attendee_id/edit-personal': /\/profile\/attendees\/\{\w+\}$/,
  '/pg/:program_id/profile/family/:attendee_id/edit-emergency': /\/profile\/attendees\/\{\w+\}$/,
  '/pg/:program_id/profile/family/:attendee_id/connect': /\/programs\/\{\w+\}\/attendees$/,
  '/pg/:program_id/profile/family/:attendee_id/merge': /\/merge$/,
  '/pg/:program_id/profile/family/:attendee_id/picture': /\/v1\/profile$/,
  '/pg/:program_id/profile/picture': /\/v1\/profile$/,
  '/pg/:program_id/profile/memberships/:membership_id': /\/profile\/.+\/memberships\/\{\w+\}/,
  '/pg/:program_id/profile/messages': /\/profile\/messages$/,
  '/pg/:program_id/profile/messages/:message_id': /\/profile\/messages$/,
  '/pg/:program_id/profile/orders/:order_id': /\/orders\/\{order_id\}\/(?:calendar|cancel)$/,
  '/pg/:program_id/profile/orders/:order_id/refund': /\/orders\/\{order_id\}\/refund$/,
  '/pg/:program_id/profile/payment-methods': /\/payment_methods\//,
  '/pg/:program_id/profile/preferences': /\/preferences\/notifications$/,
  '/pg/:program_id/profile/preferences/push': /\/subscriptions\/notifications$/,
  '/pg/:program_id/profile/privacy': /\/profile\/(?:export|customer)$/,
  '/pg/:program_id/profile/schedule/:registration_id': /\/profile\/(?:registrations|appointments)\/\{\w+\}$/,
}

/** Every address of the site that takes the post of a page. */
export const formPages: { path: string; call: RegExp }[] = [
  ...sitePages.filter(({ takesForm }) => takesForm).map(({ path }) => path),
  ...besidesPages,
].map((path) => ({ path, call: callsOf[path] ?? /\/profile\// }))

/** What the buttons of these forms say. */
export const pressed = ['undo', 'delete', 'restore', 'disconnect', 'withdraw', 'subscribe', 'cancel', 'x', '']

/** Lines of the table whose form is gone. */
export const goneForms = Object.keys(callsOf).filter((path) => !formPages.some((page) => page.path === path))
