/** Marks and isolates that a phone copies with a name written from right to left; without them it reads the same. */
const copiedMarks = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/g
// Characters that reverse the order of letters, which can hide a web address.
const directionOverride = /[\u202d\u202e]/
const webAddress = /\/\/|www\.|\p{L}[\p{L}\p{N}_-]{0,80}:\S|[\p{L}\p{N}_-][.\u3002]\p{L}{2,}|\d\.\d+\.\d/iu
/** Initials without spaces between them, as in "J.R.R.Tolkien". */
const initials = /(?<![^\s.])\p{Lu}\.(?=\p{Lu})/gu
/** A title or a short form and a name without a space between them, as in "St.John" and "Mohd.Ali". */
const titled = /(?<!\S)(\p{Lu}\p{Ll}{1,3}\.)(\p{Lu}\p{L}*)/gu
const topLevels = /* @__PURE__ */ new Set(
  'biz com dev edu fun gov icu info lat live mil mobi mom net new one online org page pro shop site store tel top vip web win xyz zip'.split(
    ' ',
  ),
)
const spacedName = (text: string): string =>
  text
    .replace(initials, '$& ')
    .replace(titled, (whole, title: string, name: string) =>
      topLevels.has(name.toLowerCase()) ? whole : `${title} ${name}`,
    )

/** A name as pasted, without the marks that a phone copies with it. */
export const plainName = (typed: string): string => typed.replace(copiedMarks, '')

/** True for a name that others would see as a link, or whose letters an override reorders. */
export const hidesWebAddress = (text: string): boolean =>
  directionOverride.test(text) || webAddress.test(spacedName(text.normalize('NFKC')))
