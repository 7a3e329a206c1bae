/** Hosts of the push services of the browsers there are; `*.` is any one below. */
const servicesOfBrowsers = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
]

/** The push service of a development build, which answers by the last part of the address. */
export const sandboxPushHost = 'push.sandbox.example'

/** The hosts that a site sends to: those of the browsers, and those that `PUSH_HOSTS` names. */
export const pushHosts = (setting: string | undefined): readonly string[] => [
  ...servicesOfBrowsers,
  ...(DEVELOPMENT_TOOLS ? [sandboxPushHost] : []),
  ...(setting ?? '').split(/[\s,]+/).filter((host) => /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(host)),
]

/**
 * Whether an address is one of a push service that the site sends to. The site fetches what a customer names here, so that only
 * known hosts are taken: over https, without a port, a user or a fragment, and written as a browser writes it.
 */
export function isPushEndpoint(text: string, hosts: readonly string[]): boolean {
  if (!/^https:\/\/[a-z\d.-]+\/[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.href !== text || url.port !== '' || url.username !== '' || url.hash !== '' || /[#@\\]/.test(text))
    return false
  return hosts.some((host) => (host.startsWith('*.') ? isBelow(url.hostname, host.slice(1)) : url.hostname === host))
}

const isBelow = (hostname: string, suffix: string) =>
  hostname.endsWith(suffix) && /^[a-z\d-]+$/.test(hostname.slice(0, -suffix.length))
