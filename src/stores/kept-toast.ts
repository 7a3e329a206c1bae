import { storageVersion } from '#contract/limits'

const key = `${storageVersion}:toast`

/** Keeps a confirmation for the page that comes next. */
export const keepToast = (session: Pick<Storage, 'setItem'>, text: string): void => session.setItem(key, text)

/** The confirmation the last page left, once. */
export function takeToast(session: Pick<Storage, 'getItem' | 'removeItem'>): string | null {
  const text = session.getItem(key)
  session.removeItem(key)
  return text
}
