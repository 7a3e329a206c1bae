import { storeDiscount, storedDiscount } from '../../../layouts/discount-code.ts'

const storage = () => localStorage

/**
 * Stores the code of a tapped promotion and confirms it. When it cannot be stored, the link works as it does without
 * JavaScript.
 */
function enableCodeLinks(programId: string): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-code]')]
  const show = (storedCode: string | null) => {
    for (const link of links) {
      const status = link.closest('li')?.querySelector('[role=status]')
      if (status) status.textContent = link.dataset['code'] === storedCode ? (link.dataset['confirmation'] ?? '') : ''
    }
  }
  for (const link of links)
    link.addEventListener('click', (event) => {
      const code = link.dataset['code'] ?? ''
      if (!storeDiscount(code, programId, storage)) return
      event.preventDefault()
      show(code)
    })
  show(storedDiscount(programId, storage))
}

const programId = document.querySelector<HTMLElement>('[data-program]')?.dataset['program']
if (programId) enableCodeLinks(programId)
