/** True in a browser, false where a page is rendered: stores that keep things on the device begin empty there. */
export const isBrowser = !import.meta.env.SSR

type Kept = { storage: Storage; session: Storage }
/** Local and session storage of this device. Nothing is read from them while a page is rendered. */
export const storageOfDevice = (): Kept =>
  isBrowser ? { storage: localStorage, session: sessionStorage } : { storage: nothing, session: nothing }

const nothing: Storage = {
  length: 0,
  clear: () => {},
  getItem: () => null,
  key: () => null,
  removeItem: () => {},
  setItem: () => {},
}
