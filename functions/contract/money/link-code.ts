/**
 * The discount code of a link (`?discount=`), in a cookie of its program's pages. Public pages are the same for everyone
 * and have no code, so a browser without JavaScript carries it to the forms this way.
 */
const name = 'link_code'
const maxAgeSeconds = 7 * 24 * 3600
const code = /^[A-Za-z0-9_-]{1,64}$/
const programPage = /^\/pg\/([a-z0-9][a-z0-9-]{1,62})(?:\/|$)/

/** The Set-Cookie line for the code of a page's URL; null without a valid code, and outside a program's pages. */
export function linkCodeLine(address: string, isSecure: boolean): string | null {
  const { pathname, searchParams } = new URL(address)
  const [, programId] = programPage.exec(pathname) ?? []
  const value = searchParams.get('discount') ?? ''
  if (programId === undefined || !code.test(value)) return null
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/pg/${programId}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The Set-Cookie line that deletes the code, once it was used or refused. */
export const noLinkCodeLine = (programId: string): string =>
  `${name}=; Max-Age=0; Path=/pg/${programId}; HttpOnly; SameSite=Lax`

/** The code in the cookies of a request to a program's page; null if there is none. */
export function readLinkCode(cookies: string | null): string | null {
  const [, value = ''] = /(?:^|; ?)link_code=([^;]*)/.exec(cookies ?? '') ?? []
  return code.test(value) ? value : null
}
