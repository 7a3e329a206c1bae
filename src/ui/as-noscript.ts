/**
 * HTML kept as the text of a `<noscript>` until a script turns it into elements. Without JavaScript it is shown at
 * once. Attribute values keep a bare `<`, so a value that would close the noscript is escaped.
 */
export const asNoscript = (html: string): string => `<noscript>${untilClosed(html)}</noscript>`

/**
 * HTML kept as the text of a `<noscript>` for decoration, such as an icon. `Later.astro` inserts it after the first
 * paint.
 */
export const afterPaint = (html: string): string => `<noscript data-after-paint>${untilClosed(html)}</noscript>`

const untilClosed = (html: string): string => html.replace(/<(?=\/noscript)/gi, '&lt;')

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text escaped for an element or a quoted attribute. */
export const escaped = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => signs[sign] as string) : text

/** A small picture that loads after the first paint. */
export const latePicture = (address: string): string =>
  afterPaint(`<img src="${escaped(address)}" alt="" width="240" height="160" fetchpriority="low" loading="lazy">`)
