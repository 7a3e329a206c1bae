const goMs = 1500
const typeMs = 250

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
const results = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('main .rows th a')]

/**
 * The keys of the desk: `/` searches, `g` and a letter open a place, `?` lists them, and the arrows move through the
 * results of a search. Every key repeats what a link or a button of the page does.
 */
export function enableDeskKeys(): void {
  const search = document.querySelector<HTMLInputElement>('.console .search input[type=search]')
  let goUntil = 0
  document.addEventListener('keydown', (event) => {
    const { key, target, timeStamp } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (moveFocus(key, { target, search })) return event.preventDefault()
    if (isTyping(target)) return
    const link =
      timeStamp < goUntil
        ? [...document.querySelectorAll<HTMLElement>('[data-go]')].find((each) => each.dataset['go'] === key)
        : undefined
    goUntil = key === 'g' ? timeStamp + goMs : 0
    if (link) link.click()
    else if (key === '/') search?.select()
    else if (key === '?') document.querySelector<HTMLDialogElement>('#keys')?.showModal()
    else return
    event.preventDefault()
  })
}

/** Moves through the search box and the results below it; false when the key is not for them. */
function moveFocus(
  key: string,
  { target, search }: { target: EventTarget | null; search: HTMLInputElement | null },
): boolean {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
  const links = results()
  const at = target === search ? -1 : links.indexOf(target as HTMLAnchorElement)
  if (at < 0 && target !== search) return false
  const next = key === 'ArrowDown' ? links[at + 1] : at === 0 ? search : links[at - 1]
  next?.focus()
  return next !== undefined && next !== null
}

/** On the page of the search, shows the results while the member types. The page itself is read again, so nothing differs. */
export function searchWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('.console form[data-live]')
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined
  const show = async () => {
    if (!form) return
    running?.abort()
    running = new AbortController()
    const url = new URL(form.action)
    for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value))
    const answer = await fetch(url, { signal: running.signal })
    if (!answer.ok || answer.redirected) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const main = page.querySelector('main')
    if (!main) return
    document.querySelector('main')?.replaceWith(main)
    document.title = page.title
    history.replaceState(null, '', url)
  }
  form?.addEventListener('input', () => {
    clearTimeout(timer)
    // Enter loads the page when a request fails.
    timer = setTimeout(() => void show().catch(() => {}), typeMs)
  })
}
