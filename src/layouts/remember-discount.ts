const allowed = /^[A-Za-z0-9_-]{1,64}$/

/** Keeps `?discount=` of a link for the program's checkout (site.txt §2). Anything that is not a code is left alone. */
export function rememberDiscount(search: string, programId: string, storage: Pick<Storage, 'setItem'>): void {
  const code = new URLSearchParams(search).get('discount')
  if (!code || !allowed.test(code)) return
  try {
    storage.setItem(`2021-03-04:discount:${programId}`, code)
  } catch {
    // Storage may be full or forbidden; the code can still be typed at checkout.
  }
}
