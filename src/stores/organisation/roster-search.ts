const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether a name contains every word of a search, ignoring accents and capital letters. */
export const isNamed = (name: string, text: string): boolean =>
  plain(text)
    .split(/\s+/)
    .every((word) => plain(name).includes(word))

/** Whether two names differ only in accents and capital letters. */
export const isSameName = (name: string, other: string): boolean => plain(name) === plain(other)

/** The search in the address of a roster, at most as long as the field. */
export const searchIn = (query: URLSearchParams): string => (query.get('text') ?? '').trim().slice(0, 80)

/** Searches in a roster from the device's cache, which has everyone: the site cannot answer the search. */
export function searchKept(root: HTMLElement, text: string): void {
  if (!text || !root.querySelector('[data-kept]:not([hidden])')) return
  const field = root.querySelector<HTMLInputElement>('[type="search"]')
  if (field) field.value = text
  for (const entry of root.querySelectorAll<HTMLElement>('[data-entry]'))
    entry.hidden = !isNamed(entry.dataset['person'] ?? '', text)
  for (const event of root.querySelectorAll<HTMLElement>('[data-event]'))
    event.hidden = !event.querySelector('[data-entry]:not([hidden])')
  for (const others of root.querySelectorAll<HTMLDetailsElement>('details[data-others]')) others.open = true
  const all = root.querySelector<HTMLElement>('[data-all]')
  if (all) all.hidden = false
  const none = root.querySelector<HTMLElement>('[data-none]')
  if (!none) return
  none.textContent = (none.dataset['none'] ?? '').replace('{text}', () => text)
  none.hidden = root.querySelector('[data-event]:not([hidden])') !== null
}
