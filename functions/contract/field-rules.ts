import * as z from 'zod/mini'

/** The English sentence of each field rule (decisions.md §12). It is the key under which sentences/ has the other languages. */
export const fieldSentences = {
  required: 'Field is required.',
  too_short: 'Use at least 8 characters.',
  invalid_characters: 'Use letters, spaces, hyphens and apostrophes only.',
  invalid_email: 'Enter an email like name@example.com.',
  invalid_phone: 'Enter a phone number with area code.',
  password_too_common: 'Choose a password that is harder to guess.',
  password_mismatch: 'The two passwords differ.',
  password_incorrect: 'The current password is not right.',
  invalid_date: 'Enter a date like 2017-05-31.',
  date_in_future: 'Enter a date in the past.',
  date_too_old: 'Enter a date less than 125 years ago.',
  invalid_option: 'Please select an option.',
  invalid_health_card: 'Check the health card number.',
  invalid_postcode: 'Check the postal code.',
  invalid_region: 'Check the region.',
  date_in_past: 'Enter a date in the future.',
  end_before_start: 'The end must be after the start.',
  sale_after_event: 'The sale must end before the event does.',
  invalid_timezone: 'Choose a time zone from the list.',
  invalid_amount: 'Enter an amount above 0.',
  invalid_integer: 'Enter a whole number.',
  invalid_url: 'Enter an address like https://example.com.',
  out_of_range: 'Choose a value from the range.',
} as const
export type FieldRule = keyof typeof fieldSentences

/** "Use at most 40 characters." The number differs by field; the other languages keep it. */
export const tooLong = (most: number) => `Use at most ${most} characters.`

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const controlButLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/
const normal = z.overwrite<string>((text) => text.normalize('NFC').trim())
const characters = (text: string) => [...text].length
const atMost = (most: number) => z.refine<string>((text) => characters(text) <= most, { error: tooLong(most), abort: true })
const present = z.refine<string>((text) => text.length > 0, { error: fieldSentences.required, abort: true })
const noControl = z.refine<string>((text) => !control.test(text), fieldSentences.invalid_characters)
const textField = () => z.string({ error: fieldSentences.required })

/** A required line of text of at most `most` characters, trimmed, NFC, without control characters. */
export const line = (most: number) => textField().check(normal, present, atMost(most), noControl)
/** An optional line: empty is allowed. */
export const optionalLine = (most: number) => textField().check(normal, atMost(most), noControl)
/** Text of several lines, possibly empty. */
export const lines = (most: number) => textField().check(normal, atMost(most), z.refine<string>((text) => !controlButLines.test(text), fieldSentences.invalid_characters))

/** First or last name: 1–40 characters, no control characters, no address (decisions.md §12, reliability.md E-02). */
export const PersonName = textField().check(normal, present, atMost(40), noControl, z.refine((text) => !/:\/\/|www\./i.test(text), fieldSentences.invalid_characters))

/** Email: at most 254, one @, a domain with a dot; kept as typed. */
export const Email = textField().check(normal, present, atMost(254), z.refine((text) => /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@.]{2,}$/.test(text) && !control.test(text) && !text.includes('..'), fieldSentences.invalid_email))

/** Phone as typed; the server parses it with the program's country and stores E.164. */
export const Phone = textField().check(normal, present, z.refine((text) => text.length <= 40 && /^[+\d(][\d\s().\-/]*(?:(?:x|ext\.?)\s*\d{1,6})?$/i.test(text) && text.replace(/\D/g, '').length >= 7, fieldSentences.invalid_phone))

/** A new password: 8–128 characters, nothing trimmed or cut. Common ones are refused by the server. */
export const NewPassword = z.string({ error: fieldSentences.required }).check(present, z.refine((text) => characters(text) >= 8, { error: fieldSentences.too_short, abort: true }), atMost(128))
/** A password that is only compared. */
export const GivenPassword = z.string({ error: fieldSentences.required }).check(present, atMost(1024))

/** True for a real calendar day written yyyy-mm-dd. */
export function isRealDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A day yyyy-mm-dd. The bounds of a date of birth depend on the clock: see attendees/birth-date.ts. */
export const Day = textField().check(normal, present, z.refine(isRealDay, fieldSentences.invalid_date))

/** Gender; the last three only with `expanded_gender_enabled` (decisions.md §12). */
export const genders = ['female', 'male', 'non_binary', 'another', 'undisclosed'] as const
export const Gender = z.enum(genders, { error: fieldSentences.invalid_option })
export type Gender = (typeof genders)[number]

/** Health card number: spaces and hyphens removed, upper case, 4–20 letters or digits. */
export const HealthCardNumber = textField().check(
  z.overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase()), present, z.refine((text) => /^[A-Z0-9]{4,20}$/.test(text), fieldSentences.invalid_health_card))

/** IANA zone, tried rather than looked up, so that aliases count. */
export const Timezone = textField().check(present, z.refine(isTimezone, fieldSentences.invalid_timezone))
export function isTimezone(name: string): boolean {
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** https address of at most 2048 characters. `WebUrl` is one that anyone can open: a host with a name, and not one of a private network (reliability.md X-03). */
export const HttpsUrl = textField().check(normal, present, z.refine(isHttps, fieldSentences.invalid_url))
export const WebUrl = textField().check(normal, present, z.refine(isPublicUrl, fieldSentences.invalid_url))
function isHttps(text: string): boolean {
  if (text.length > 2048 || control.test(text) || /\s/.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return /^https:\/\//i.test(text) && url.protocol === 'https:' && url.username === '' && url.password === ''
}
const namedHost = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.(?!\d)[a-z0-9-]{2,}$/
const privateHost = /\.(?:local|localhost|localdomain|internal|intranet|lan|home|corp|arpa|onion)$/
export function isPublicUrl(text: string): boolean {
  if (!isHttps(text)) return false
  const { hostname } = new URL(text)
  return namedHost.test(hostname) && !privateHost.test(hostname)
}

/** Origin of a page that may frame a program's list: https, or http on one's own machine. It becomes a word of a header, so nothing else is let through; a slash at its end is taken off. */
export const FramingOrigin = textField().check(
  normal, present, z.overwrite((text) => (URL.canParse(text) && /^[^/]+\/\/[^/?#@]+\/?$/.test(text) ? new URL(text).origin : text)), z.refine(isFramingOrigin, fieldSentences.invalid_url))
export function isFramingOrigin(text: string): boolean {
  return text.length <= 300 && /^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/.test(text)
}

/** `#rrggbb` and nothing else (reliability.md X-02). */
export const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, fieldSentences.invalid_option))

/** Languages of the product. */
export const languages = ['en', 'fr'] as const
export const Language = z.enum(languages, { error: fieldSentences.invalid_option })
export type Language = (typeof languages)[number]

/** An opaque id, or a program's slug, in a path or a body (decisions.md §21). */
export const Id = textField().check(present, z.refine((text) => /^[A-Za-z0-9_-]{1,80}$/.test(text), 'Not a valid id.'))
export const ProgramId = textField().check(present, z.refine((text) => /^[a-z0-9][a-z0-9-]{1,62}$/.test(text), 'Not a valid id.'))
/** Key of a thing in a program file. */
export const Key = textField().check(present, z.refine((text) => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text), 'Use lower-case letters, digits and hyphens.'))
