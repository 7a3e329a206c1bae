const cookieName = 'visit_counting'
const halfAYearSeconds = 182 * 86_400
/** Cookies of Meta and Google on this site. They are deleted when the visitor withdraws consent. */
const leftCookie = /^(?:_fbp|_fbc|_ga(?:_\w+)?|_gid|_gcl_\w+)$/

export type Choice = 'yes' | 'no'
type Signals = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

/** True when the browser sends a do-not-track signal. The page does not ask such a visitor. */
export const isObjected = ({ doNotTrack, globalPrivacyControl }: Signals): boolean =>
  globalPrivacyControl === true || doNotTrack === '1'

/** The visitor's choice for the program of this page; null until they answer. */
export const choiceIn = (cookies: string): Choice | null =>
  (new RegExp(`(?:^|;\\s*)${cookieName}=(yes|no)(?:;|$)`).exec(cookies)?.[1] as Choice | undefined) ?? null

/** The `document.cookie` value that stores a choice for the pages of one program. */
export const choiceCookie = (programId: string, choice: Choice, isSecure: boolean): string =>
  `${cookieName}=${choice}; Path=/pg/${programId}; Max-Age=${halfAYearSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** The `document.cookie` values that delete the tracking cookies, on this host and its parent domains. */
export function forgetLines(cookies: string, hostname: string): string[] {
  const parts = hostname.split('.')
  const domains = ['', ...parts.slice(0, -1).map((_, index) => `; Domain=${parts.slice(index).join('.')}`)]
  const names = cookies.split(/;\s*/).map((pair) => pair.split('=')[0] ?? '')
  return names
    .filter((name) => leftCookie.test(name))
    .flatMap((name) => domains.map((domain) => `${name}=; Path=/; Max-Age=0${domain}`))
}

/** Asks once, with both answers equally prominent. A yes loads the trackers. The answer can be changed later. */
export function askToTrack(): void {
  const bar = document.querySelector<HTMLElement>('[data-tracking]')
  if (!bar) return
  const { program = '', meta = '', gtm = '' } = bar.dataset
  const mark = isObjected(navigator as Signals) ? 'objected' : (choiceIn(document.cookie) ?? 'open')
  for (const each of document.querySelectorAll<HTMLElement>('[data-tracking-state]'))
    each.hidden = each.dataset['trackingState'] !== mark
  if (mark === 'objected') return

  const load = () => void import('./load-trackers.ts').then(({ loadTrackers }) => loadTrackers({ meta, gtm }))
  if (mark === 'yes') load()
  bar.hidden = mark !== 'open'
  bar.addEventListener('click', ({ target }) => {
    const choice = target instanceof HTMLButtonElement ? target.value : ''
    if (choice !== 'yes' && choice !== 'no') return
    const before = choiceIn(document.cookie)
    setCookie(choiceCookie(program, choice, location.protocol === 'https:'))
    bar.hidden = true
    // Only a new page can remove loaded trackers.
    if (before === 'yes' && choice === 'no') return withdraw()
    for (const each of document.querySelectorAll<HTMLElement>('[data-tracking-state]'))
      each.hidden = each.dataset['trackingState'] !== choice
    if (choice === 'yes' && before !== 'yes') load()
  })
  for (const opener of document.querySelectorAll<HTMLElement>('[data-tracking-open]')) {
    opener.hidden = false
    opener.addEventListener('click', () => {
      bar.hidden = false
      bar.querySelector('button')?.focus()
    })
  }
}

// Uses `document.cookie`, because not every browser has the Cookie Store.
function setCookie(line: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = line
}

function withdraw(): void {
  for (const line of forgetLines(document.cookie, location.hostname)) setCookie(line)
  location.reload()
}
