type Ways = Pick<Navigator, 'share' | 'clipboard'>

/**
 * Shares this page as the phone does it, else copies its address and says so. False where neither can be done: the link
 * then does what it does without script, it writes a mail.
 */
export async function sharePage(
  page: { title: string; url: string },
  ways: Partial<Ways>,
): Promise<'shared' | 'copied' | false> {
  try {
    if (ways.share) {
      await ways.share(page)
      return 'shared'
    }
    if (!ways.clipboard) return false
    await ways.clipboard.writeText(page.url)
    return 'copied'
  } catch (error) {
    // The visitor closed the sheet: no mail opens then.
    return (error as Error).name === 'AbortError' ? 'shared' : false
  }
}

/** Brings the share link of a page alive; `data-share` holds what to say once the address is copied. */
export function enableShareLink(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-share]')
  if (!link || !(navigator.share || navigator.clipboard)) return
  link.addEventListener('click', async (event) => {
    event.preventDefault()
    const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
    const way = await sharePage({ title: document.title, url }, navigator)
    if (way === false) location.href = link.href
    else if (way === 'copied' && link.nextElementSibling)
      link.nextElementSibling.textContent = link.dataset['share'] ?? ''
  })
}

const ownDrawing = /^\/pictures\/[\w-]+\.svg$/

/** A picture as messengers and social networks show it: none of them draws SVG, so each drawing of ours has a photo-sized JPEG (1200 × 630) of the same name. */
export const shareablePicture = (address: string): string =>
  ownDrawing.test(address) ? address.replace(/svg$/, 'jpg') : address

/** A picture as other sites show it, with its size where it is known: that of our own drawings. */
export const sharedImage = (address: string): { src: string; size: { width: number; height: number } | null } => {
  const src = shareablePicture(address)
  return { src, size: ownDrawing.test(address) ? { width: 1200, height: 630 } : null }
}
