const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details[name][open]')

/** Closes a menu on a tap outside it, on one of its links and with Escape, which returns the focus to its button. */
export function closeMenus(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest('a')
    for (const menu of openMenus()) if (link || !menu.contains(target as Node)) menu.open = false
  })
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      if (menu.contains(target as Node)) menu.querySelector('summary')?.focus()
    }
  })
}
