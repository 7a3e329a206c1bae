/**
 * Everything in a frame opens at the top (`<base target="_top">`), because no other page lets itself be framed. What only
 * narrows, turns or jumps within the list stays where it is. `list` is the list's own address.
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

/** The one message that leaves a frame; `public/embed.js` takes it. */
type HeightMessage = { type: 'muster:height'; height: number }

/** Posts the height of the list to the page around it, and again whenever it changes. A height is no secret: any page may read it. */
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
