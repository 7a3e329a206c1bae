/** Hosts of the browsers' push services; `*.` matches any subdomain. */
const servicesOfBrowsers = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
]

/** The push service of a development build; the last part of the URL is its response. */
export const sandboxPushHost = 'push.sandbox.example'

/** The allowed push hosts: those of the browsers, and those in `PUSH_HOSTS`. */
export const pushHosts = (setting: string | undefined): readonly string[] => [
  ...servicesOfBrowsers,
  ...(DEVELOPMENT_TOOLS ? [sandboxPushHost] : []),
  ...(setting ?? '').split(/[\s,]+/).filter((host) => /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(host)),
]

/**
 * True for an endpoint of an allowed push service. The site sends requests to a URL that a customer provides, so only
 * known hosts are allowed: https, no port, user or fragment, in normalised form.
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
