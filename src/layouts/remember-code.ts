import { keepDiscount, keptDiscount, type OpenStorage } from './remember-discount.ts'

/** Remembers the code of a promotion at a tap and says so; where nothing can be kept, the link is followed as without script. */
export function bringCodesAlive(programId: string, storage: OpenStorage<'getItem' | 'setItem'>): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-code]')]
  const show = (kept: string | null) => {
    for (const link of links) {
      const said = link.closest('li')?.querySelector('[role=status]')
      if (said) said.textContent = link.dataset['code'] === kept ? (link.dataset['said'] ?? '') : ''
    }
  }
  for (const link of links)
    link.addEventListener('click', (event) => {
      const code = link.dataset['code'] ?? ''
      if (!keepDiscount(code, programId, storage)) return
      event.preventDefault()
      show(code)
    })
  if (links.length > 0) show(keptDiscount(programId, storage))
}
