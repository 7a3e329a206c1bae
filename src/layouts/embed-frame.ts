/**
 * Links in an embedded list open in the top window (`<base target="_top">`), because no other page may be embedded.
 * Filters, pages and anchors of the list itself stay in the frame. `list` is the list's own URL.
 */
export function keepListInFrame(html: string, list: string): string {
  const own = list.split('?')[0] ?? list
  const isOwnAddress = (address: string) => address === own || address.startsWith(`${own}?`) || address.startsWith('#')
  return html.replace(/<(?:a|form)\s[^<>]*/g, (tag) =>
    tag.replace(/\s(?:href|action)="([^"]*)"/, (attribute, address: string) =>
      isOwnAddress(address) ? ` target="_self"${attribute}` : attribute,
    ),
  )
}

/** The only message that a frame posts; `public/embed.js` receives it. */
type HeightMessage = { type: 'muster:height'; height: number }

/**
 * Posts the height of the list to the parent page, and again whenever it changes. A height is not secret, so any page may receive
 * it.
 */
export function postHeight(list: HTMLElement, post: (message: HeightMessage) => void): void {
  let last = 0
  const report = () => {
    const height = Math.ceil(list.getBoundingClientRect().height)
    if (height === last || height === 0) return
    last = height
    post({ type: 'muster:height', height })
  }
  new ResizeObserver(report).observe(list)
}
