/** True in a browser, false where a page is rendered: stores that keep things on the device begin empty there. */
export const isBrowser = !import.meta.env.SSR

type DeviceStorage = { storage: Storage; session: Storage }
/** Local and session storage of this device. Nothing is read from them while a page is rendered. */
export const deviceStorage = (): DeviceStorage =>
  isBrowser ? { storage: localStorage, session: sessionStorage } : { storage: emptyStorage, session: emptyStorage }

const emptyStorage: Storage = {
  length: 0,
  clear: () => {},
  getItem: () => null,
  key: () => null,
  removeItem: () => {},
  setItem: () => {},
}
