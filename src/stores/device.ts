/** False during server rendering, where stores that keep data on the device start empty. */
export const isBrowser = !import.meta.env.SSR

type DeviceStorage = { storage: Storage; session: Storage }
/** Local and session storage of this device; empty during server rendering. */
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
