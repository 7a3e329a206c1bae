const allowed = /^[A-Za-z0-9_-]{1,64}$/
const keyOf = (programId: string) => `2021-03-04:discount:${programId}`

/** Opened only to read or write a code: opening it makes a page wait for the disk, and a browser that refuses it throws. */
export type OpenStorage<Can extends keyof Storage> = () => Pick<Storage, Can>

/** Keeps a code for the program's checkout. False for what is no code, and where storage is full or forbidden: it can still be typed at checkout. */
export function storeDiscount(code: string, programId: string, storage: OpenStorage<'setItem'>): boolean {
  if (!allowed.test(code)) return false
  try {
    storage().setItem(keyOf(programId), code)
    return true
  } catch {
    return false
  }
}

/** The code that is kept for a program, if there is one and it may be read. */
export function storedDiscount(programId: string, storage: OpenStorage<'getItem'>): string | null {
  try {
    return storage().getItem(keyOf(programId))
  } catch {
    return null
  }
}

/** Keeps `?discount=` of a link. Anything that is not a code is left alone. */
export function rememberDiscount(search: string, programId: string, storage: OpenStorage<'setItem'>): void {
  const code = new URLSearchParams(search).get('discount')
  if (code) storeDiscount(code, programId, storage)
}

/** Remembers the code of a promotion at a tap and says so; where nothing can be kept, the link is followed as without script. */
export function enableCodeLinks(programId: string, storage: OpenStorage<'getItem' | 'setItem'>): void {
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
  if (links.length > 0) show(storedDiscount(programId, storage))
}
