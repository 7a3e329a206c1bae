/** The one message that leaves a frame; `public/embed.js` takes it. */
type HeightMessage = { type: 'muster:height'; height: number }

/** Tells the page around how tall the list is, and again whenever that changes. There is nothing in it that somebody must not know. */
export function postHeight(list: HTMLElement, post: (message: HeightMessage) => void): void {
  let last = 0
  const tell = () => {
    const height = Math.ceil(list.getBoundingClientRect().height)
    if (height === last || height === 0) return
    last = height
    post({ type: 'muster:height', height })
  }
  new ResizeObserver(tell).observe(list)
}
