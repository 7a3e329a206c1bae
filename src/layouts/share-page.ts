type Ways = Pick<Navigator, 'share' | 'clipboard'>

/**
 * Opens the phone's share sheet. Without one it copies the URL and confirms that. Returns false when neither is
 * possible; then the link opens a mail, as it does without JavaScript.
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
    // The visitor closed the share sheet, so no mail opens.
    return (error as Error).name === 'AbortError' ? 'shared' : false
  }
}

/** Enhances the share link of a page. `data-share` has the confirmation of a copied URL. */
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

/**
 * A picture for messengers and social networks. They show no SVG, so each of our drawings has a JPEG (1200 × 630) of the same
 * name.
 */
export const shareablePicture = (address: string): string =>
  ownDrawing.test(address) ? address.replace(/svg$/, 'jpg') : address

/** A picture for other sites, with its size when it is one of our own drawings. */
export const sharedImage = (address: string): { src: string; size: { width: number; height: number } | null } => {
  const src = shareablePicture(address)
  return { src, size: ownDrawing.test(address) ? { width: 1200, height: 630 } : null }
}
