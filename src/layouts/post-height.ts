/** The one message that leaves a frame; `public/embed.js` takes it. */
type HeightMessage = { type: 'muster:height'; height: number }

/**
 * Tells the page around how tall the list is, after it was first seen and whenever that changes; from then on all of it
 * is laid out. There is nothing in it that somebody must not know.
 */
export async function postHeight(list: HTMLElement, post: (message: HeightMessage) => void): Promise<void> {
  await firstFrame()
  list.classList.add('whole')
  let last = 0
  const tell = () => {
    const height = Math.ceil(list.getBoundingClientRect().height)
    if (height === last || height === 0) return
    last = height
    post({ type: 'muster:height', height })
  }
  new ResizeObserver(tell).observe(list)
}

/** A frame that nobody sees yet is not drawn, and its height is wanted all the same. */
const longestUnseenMs = 200
const firstFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, longestUnseenMs)
  })
