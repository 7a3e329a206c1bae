/**
 * HTML that waits as the text of a `<noscript>` until a script makes it elements; without script it stands there at once.
 * Attribute values keep a bare `<`: one that closed the noscript would let out what comes after it.
 */
export const asNoscript = (html: string): string => `<noscript>${untilClosed(html)}</noscript>`

/** The same for what is not read, such as a small picture: `AfterPaint.astro` makes it elements once the words stand on the screen. */
export const afterPaint = (html: string): string => `<noscript data-after-paint>${untilClosed(html)}</noscript>`

const untilClosed = (html: string): string => html.replace(/<(?=\/noscript)/gi, '&lt;')
