/** Hosts of card providers that may ask a customer for the bank step. */
const providerHosts = /(?:^|\.)stripe\.com$/

/** The address of a bank step if it may be shown as a link: https at the provider, or the local bank page; else null. */
export function nextActionAddress(address: string | null, siteOrigin: string): string | null {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return null
  if (url.protocol === 'https:' && providerHosts.test(url.hostname)) return url.href
  return DEVELOPMENT_TOOLS && url.origin === siteOrigin && url.pathname.startsWith('/dev/bank/') ? url.href : null
}
