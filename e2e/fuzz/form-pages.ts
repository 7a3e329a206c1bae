import type { FormAction } from '../../functions/edge/forms/form.ts'
import { forms } from '../../functions/edge/forms/form-table.ts'

/** A POST of a page: its path, the pressed button, and the API calls whose fields it has. */
export type FormPage = { path: string; pressed: Record<string, string>; call: RegExp }

/** The API calls of forms that are in no table. */
const callsOf: Record<string, RegExp> = {
  '/token': /\/oauth\/token$/,
  '/pg/:program_id/feedback': /\/feedback/,
  '/pg/:program_id/unsubscribe': /\/notifications\/unsubscribe$/,
  '/pg/:program_id/complete': /\/registrations\/\{registration_id\}$/,
  '/pg/:program_id/join': /\/customer_claims$/,
  // These pages read the health notes, or preview, with the same fields.
  '/desk/:program_id/events/:event_id': /\/events\/\{key\}\/(?:sheet|groups\/fill)$/,
  '/desk/:program_id/field': /\/events\/\{key\}\/sheet$/,
  '/desk/:program_id/events/:event_id/sheet': /\/events\/\{key\}\/sheet$/,
  '/desk/:program_id/events/:event_id/cancel': /\/events\/\{key\}\/cancel$/,
  '/desk/:program_id/events/:event_id/day-off': /\/dates\/\{date\}\/cancel$/,
  '/desk/:program_id/families/:customer_id/health/:registration_id': /\/registrations\/\{registration_id\}\/health$/,
  '/desk/:program_id/families/:customer_id/registrations/:registration_id':
    /\/(?:registrations|appointments)\/\{registration_id\}\/(?:move|cancel|undo)$/,
  '/desk/:program_id/register': /\/bookings$/,
  '/desk/:program_id/orders/:order_id': /\/orders\/\{order_id\}\/(?:refund|charges|payments)$/,
  '/desk/:program_id/messages/:message_id':
    /\/(?:messages(?:\/\{message_id\}\/(?:close|assign))?|people\/\{customer_id\}\/notes)$/,
  '/desk/:program_id/write': /\/(?:messages|campaigns|campaigns\/\{campaign_id\}\/cancel)$/,
  '/desk/:program_id/campaigns/:campaign_id': /\/campaigns\/\{campaign_id\}\/(?:send|cancel)$/,
  '/desk/:program_id/access': /\/programs\/\{program_id\}\/clients$/,
  '/pg/:program_id/logout': /\/logout$/,
  '/pg/:program_id/cart': /\/orders(?:\/\{order_id\}\/items)?$/,
  '/pg/:program_id/evt/:event_id/register': /\/profile\/bookings$/,
  '/pg/:program_id/apt/:appointment_type_id/register': /\/profile\/bookings$/,
  '/pg/:program_id/evt/:event_id/waitlist': /\/profile\/registrations$/,
  '/pg/:program_id/profile/picture': /\/v1\/profile$/,
  '/pg/:program_id/profile/family/:attendee_id/picture': /\/v1\/profile$/,
  '/pg/:program_id/profile/schedule/:registration_id': /\/registrations\/\{registration_id\}(?:\/moves)?$/,
  '/pg/:program_id/profile/schedule/:registration_id/answers': /\/registrations\/\{registration_id\}$/,
  '/desk/:program_id/events/new': /\/organiser\/programs\/\{program_id\}\/events$/,
  '/desk/:program_id/events/:event_id/edit': /\/organiser\/programs\/\{program_id\}\/events\/\{key\}$/,
  '/desk/:program_id/events': /\/events\/publish$/,
  '/desk/:program_id/events/import': /\/events\/import$/,
  '/pg/:program_id/profile/messages': /\/profile\/messages$/,
  '/pg/:program_id/profile/messages/:message_id': /\/profile\/messages$/,
}
const besidesTable = [
  '/token',
  '/pg/:program_id/feedback',
  '/pg/:program_id/unsubscribe',
  '/pg/:program_id/complete',
  '/pg/:program_id/join',
]

const callOf = (path: string, call: FormAction['call']): RegExp =>
  typeof call === 'string'
    ? new RegExp(`${call.slice(call.indexOf(' ') + 1).replaceAll(/:\w+/g, '\\{\\w+\\}')}$`)
    : (callsOf[path] ?? /^$/)

const pressing = ({ when = {} }: FormAction): Record<string, string> =>
  typeof when === 'function'
    ? {}
    : Object.fromEntries(Object.entries(when).map(([name, value]) => [name, value === true ? '1' : value]))

/** Every path that accepts a POST, with each of its buttons. */
export const formPages: FormPage[] = [
  ...forms.flatMap((form) =>
    (form.actions ?? [{}]).map((action) => ({
      path: form.path,
      pressed: pressing(action),
      call: callOf(form.path, action.call ?? form.call),
    })),
  ),
  ...besidesTable.map((path) => ({ path, pressed: {}, call: callOf(path, undefined) })),
]

/** Values of the buttons that a hostile form sends. */
export const pressed = ['undo', 'delete', 'restore', 'disconnect', 'withdraw', 'subscribe', 'cancel', 'x', '']

/** Entries of the list whose form no longer exists. */
export const goneForms = Object.keys(callsOf).filter((path) => !formPages.some((page) => page.path === path))
