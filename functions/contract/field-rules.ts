import * as z from 'zod/mini'
import type { FieldCode } from './field-sentences.ts'
import { isRealDay } from './instant.ts'
import { hidesWebAddress, plainName } from './plain-name.ts'
import { trimEndOf } from './trim-characters.ts'

/**
 * The code of a broken rule, used as its message. The sentence in the reader's language is looked up when it is shown.
 */
export const code = (code: FieldCode): string => code

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const controlButLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/
const normal = z.overwrite<string>((text) => text.normalize('NFC').trim())
const characters = (text: string) => [...text].length
const atMost = (maximum: number) =>
  z.refine<string>((text) => characters(text) <= maximum, { error: code('too_long'), params: { maximum }, abort: true })
const present = z.refine<string>((text) => text.length > 0, { error: code('required'), abort: true })
const noControl = z.refine<string>((text) => !control.test(text), code('invalid_characters'))
const textField = () => z.string({ error: code('required') })

/** A required text of one line with at most `maximum` characters, trimmed, NFC, without control characters. */
export const line = (maximum: number) => textField().check(normal, present, atMost(maximum), noControl)
/** An optional text of one line: empty is allowed. */
export const optionalLine = (maximum: number) => textField().check(normal, atMost(maximum), noControl)
/** Text of several lines, possibly empty. */
export const lines = (maximum: number) =>
  textField().check(
    normal,
    atMost(maximum),
    z.refine<string>((text) => !controlButLines.test(text), code('invalid_characters')),
  )

const noWebAddress = z.refine<string>((text) => !hidesWebAddress(text), code('invalid_characters'))
const copiedName = z.overwrite<string>(plainName)
/** First or last name: 1–40 characters. No control characters, URLs or overrides of direction: others see names. */
export const PersonName = /* @__PURE__ */ textField().check(
  copiedName,
  normal,
  present,
  atMost(40),
  noControl,
  noWebAddress,
)
/** First and last name in one text, for example of a parent. */
export const FullName = /* @__PURE__ */ textField().check(
  copiedName,
  normal,
  present,
  atMost(80),
  noControl,
  noWebAddress,
)
/** A full name that may be empty. */
export const OptionalFullName = /* @__PURE__ */ textField().check(
  copiedName,
  normal,
  atMost(80),
  noControl,
  noWebAddress,
)

const withoutFullStop = (text: string): string => trimEndOf(text, (character) => character === '.')
/** An email as pasted, without invisible characters, the prefix `mailto:` and the full stop of its sentence. */
export const plainEmail = (typed: string): string =>
  withoutFullStop(
    typed
      .replaceAll(/\p{Cf}/gu, '')
      .trim()
      .replace(/^mailto:/i, ''),
  )

/** A code as pasted: without invisible characters and the full stop of its sentence, in plain letters and digits. */
export const plainCode = (typed: string): string =>
  withoutFullStop(
    typed
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .trim(),
  )

/** Email: at most 254, one @, a domain with a dot; kept as typed, without what was pasted around it. */
export const Email = /* @__PURE__ */ textField().check(
  z.overwrite(plainEmail),
  normal,
  present,
  atMost(254),
  z.refine(
    (text) =>
      /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@.]{2,}$/.test(text) &&
      !control.test(text) &&
      !text.includes('..'),
    code('invalid_email'),
  ),
)
/** The lookup key of an email: the whole address lower-cased, NFC. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase()

/** `n…@example.com`: recognisable for its owner, and useless to others. */
export function maskedEmail(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}

/**
 * A phone number as pasted, without invisible characters and the prefix `tel:` (RFC 3966), with plain hyphens, and with
 * + for the international prefix 00 (ITU-T E.123).
 */
export const plainPhone = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^00/, '+')

/** Phone number as typed. The server parses it with the program's country and stores E.164, which has no extension. */
export const Phone = /* @__PURE__ */ textField().check(
  z.overwrite(plainPhone),
  present,
  z.refine(
    (text) =>
      text.length <= 40 && /^[+\p{Nd}(][\p{Nd}\s().\-/]*$/u.test(text) && text.replace(/\P{Nd}/gu, '').length >= 7,
    code('invalid_phone'),
  ),
)

/** A new password: 8–128 characters, neither trimmed nor truncated. The server refuses common ones. */
export const NewPassword = /* @__PURE__ */ z.string({ error: code('required') }).check(
  present,
  z.refine((text) => characters(text) >= 8, { error: code('too_short'), abort: true }),
  atMost(128),
)
/** A password that is only compared. */
export const GivenPassword = /* @__PURE__ */ z.string({ error: code('required') }).check(present, atMost(1024))

/** A day, yyyy-mm-dd. The limits of a date of birth depend on the current day: see people/birth-date.ts. */
export const Day = /* @__PURE__ */ textField().check(normal, present, z.refine(isRealDay, code('invalid_date')))

/** Gender; the last three only with `expanded_gender_enabled`. */
export const genders = ['female', 'male', 'non_binary', 'another', 'undisclosed'] as const
export const Gender = /* @__PURE__ */ z.enum(genders, { error: code('invalid_option') })
export type Gender = (typeof genders)[number]

/** Health card number: spaces and hyphens removed, upper case, 4–20 letters or digits. */
export const HealthCardNumber = /* @__PURE__ */ textField().check(
  z.overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  present,
  z.refine((text) => /^[A-Z0-9]{4,20}$/.test(text), code('invalid_health_card')),
)

/** IANA time zone. Aliases are accepted, because it is checked by using it. */
export const Timezone = /* @__PURE__ */ textField().check(present, z.refine(isTimezone, code('invalid_timezone')))
export function isTimezone(name: string): boolean {
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** A public https URL of at most 2048 characters: its host has a name and is outside private networks. */
export const WebUrl = /* @__PURE__ */ textField().check(
  normal,
  present,
  z.refine((text) => isPublicUrl(text), code('invalid_url')),
)
/** The URL of an organisation's own site, which may also be http. */
export const WebsiteUrl = /* @__PURE__ */ textField().check(
  normal,
  present,
  z.refine((text) => isPublicUrl(text, ['https:', 'http:']), code('invalid_url')),
)
/** A picture: a public https URL, or a path of this site. */
export const PictureUrl = /* @__PURE__ */ textField().check(
  normal,
  present,
  z.refine(isPictureUrl, code('invalid_url')),
)
/** A picture, where an empty text means none. */
export const OptionalPictureUrl = /* @__PURE__ */ textField().check(
  normal,
  z.refine((text) => text === '' || isPictureUrl(text), code('invalid_url')),
)
function isPictureUrl(text: string): boolean {
  const isPath = /^\/(?!\/)[\w./-]{1,200}$/.test(text)
  return (isPath || (isPublicUrl(text) && !/["'<>\\]/.test(text))) && !text.includes('..')
}
const namedHost = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.(?!\d)[a-z0-9-]{2,}$/
const privateHost = /\.(?:local|localhost|localdomain|internal|intranet|lan|home|corp|arpa|onion)$/
/** Whether this URL is public; only https unless other protocols are given. */
export function isPublicUrl(text: string, protocols: readonly string[] = ['https:']): boolean {
  if (text.length > 2048 || control.test(text) || /\s/.test(text) || !/^https?:\/\//i.test(text)) return false
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (!protocols.includes(url.protocol) || url.username !== '' || url.password !== '') return false
  const { hostname } = url
  return namedHost.test(hostname) && !privateHost.test(hostname)
}

/**
 * An origin that may embed a program's list: https, or http on localhost. It becomes part of a header, so nothing else
 * is accepted; a trailing slash is removed.
 */
export const FramingOrigin = /* @__PURE__ */ textField().check(
  normal,
  present,
  z.overwrite((text) => (URL.canParse(text) && /^[^/]+\/\/[^/?#@]+\/?$/.test(text) ? new URL(text).origin : text)),
  z.refine(isFramingOrigin, code('invalid_url')),
)
export function isFramingOrigin(text: string): boolean {
  return (
    text.length <= 300 &&
    /^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/.test(text)
  )
}

/** `#rrggbb` only. */
export const Colour = /* @__PURE__ */ z.string().check(z.regex(/^#[0-9a-f]{6}$/i, code('invalid_option')))

/** Languages of the product. */
export const languages = ['en', 'fr'] as const
export const Language = /* @__PURE__ */ z.enum(languages, { error: code('invalid_option') })
export type Language = (typeof languages)[number]

/** An opaque id, or a program's slug, in a path or a body. */
export const Id = /* @__PURE__ */ textField().check(
  present,
  z.refine((text) => /^[A-Za-z0-9_-]{1,80}$/.test(text), code('invalid_parameter')),
)
export const ProgramId = /* @__PURE__ */ textField().check(
  present,
  z.refine((text) => /^[a-z0-9][a-z0-9-]{1,62}$/.test(text), code('invalid_parameter')),
)
/** Key of an object in a program file. */
export const Key = /* @__PURE__ */ textField().check(
  present,
  z.refine((text) => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(text), code('file_key')),
)

/**
 * The header in which a page lists the origins that may embed it. The middleware removes it and writes the policy, so
 * the header never reaches a visitor.
 */
export const framedByHeader = 'X-Framed-By'

/** The origins in the header's format. Invalid ones in programs stored long ago are left out. */
export const framersAsHeader = (origins: string[]): string => origins.filter(isFramingOrigin).join(' ')
