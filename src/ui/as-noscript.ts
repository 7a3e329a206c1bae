/**
 * HTML that waits as the text of a `<noscript>` until a script makes it elements; without script it stands there at once.
 * Attribute values keep a bare `<`: one that closed the noscript would let out what comes after it.
 */
export const asNoscript = (html: string): string => `<noscript>${untilClosed(html)}</noscript>`

/** The same for what is not read, such as an icon: `Later.astro` makes it elements once the words stand on the screen. */
export const afterPaint = (html: string): string => `<noscript data-after-paint>${untilClosed(html)}</noscript>`

const untilClosed = (html: string): string => html.replace(/<(?=\/noscript)/gi, '&lt;')

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** A text as it may stand in an element or in a quoted attribute. */
export const escaped = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => signs[sign] as string) : text

/** A small picture that loads once the words stand on the screen. */
export const latePicture = (address: string): string =>
  afterPaint(`<img src="${escaped(address)}" alt="" width="240" height="160" fetchpriority="low" loading="lazy">`)
