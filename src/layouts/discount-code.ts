const allowed = /^[A-Za-z0-9_-]{1,64}$/
const keyOf = (programId: string) => `2021-03-04:discount:${programId}`

/**
 * Storage is opened only to read or write a code. Opening it waits for the disk, and throws in a browser that forbids
 * storage.
 */
export type OpenStorage<Can extends keyof Storage> = () => Pick<Storage, Can>

/**
 * Stores a code for the program's checkout. Returns false for an invalid code, and when storage is full or forbidden.
 * The customer can still type the code at checkout.
 */
export function storeDiscount(code: string, programId: string, storage: OpenStorage<'setItem'>): boolean {
  if (!allowed.test(code)) return false
  try {
    storage().setItem(keyOf(programId), code)
    return true
  } catch {
    return false
  }
}

/** The stored code of a program; null when there is none or storage is forbidden. */
export function storedDiscount(programId: string, storage: OpenStorage<'getItem'>): string | null {
  try {
    return storage().getItem(keyOf(programId))
  } catch {
    return null
  }
}

/** Stores the `?discount=` of a link. Invalid codes are ignored. */
export function rememberDiscount(search: string, programId: string, storage: OpenStorage<'setItem'>): void {
  const code = new URLSearchParams(search).get('discount')
  if (code) storeDiscount(code, programId, storage)
}
