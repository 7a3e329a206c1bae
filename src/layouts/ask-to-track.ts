const cookieName = 'visit_counting'
const halfAYearSeconds = 182 * 86_400
/** Cookies that Meta and Google leave on this site; they go when the visitor changes their mind. */
const leftCookie = /^(?:_fbp|_fbc|_ga(?:_\w+)?|_gid|_gcl_\w+)$/

export type Choice = 'yes' | 'no'
type Signals = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

/** Whether the browser says for its reader that they do not want to be tracked: then nobody is asked. */
export const isObjected = ({ doNotTrack, globalPrivacyControl }: Signals): boolean =>
  globalPrivacyControl === true || doNotTrack === '1'

/** What the visitor chose for the program of this page, null while they have not. */
export const choiceIn = (cookies: string): Choice | null =>
  (new RegExp(`(?:^|;\\s*)${cookieName}=(yes|no)(?:;|$)`).exec(cookies)?.[1] as Choice | undefined) ?? null

/** The line that keeps a choice, for the pages of one program. */
export const choiceCookie = (programId: string, choice: Choice, isSecure: boolean): string =>
  `${cookieName}=${choice}; Path=/pg/${programId}; Max-Age=${halfAYearSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** The lines that take away what was left on this site, on its host and the hosts above it. */
export function forgetLines(cookies: string, hostname: string): string[] {
  const parts = hostname.split('.')
  const domains = ['', ...parts.slice(0, -1).map((_, index) => `; Domain=${parts.slice(index).join('.')}`)]
  const names = cookies.split(/;\s*/).map((pair) => pair.split('=')[0] ?? '')
  return names
    .filter((name) => leftCookie.test(name))
    .flatMap((name) => domains.map((domain) => `${name}=; Path=/; Max-Age=0${domain}`))
}

/** Asks once, with the two answers alike; loads what counts visits after a yes, and lets the answer be changed. */
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
    // What was loaded is gone only from a new page.
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

// Written by its line: the Cookie Store is not in every browser.
function setCookie(line: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = line
}

function withdraw(): void {
  for (const line of forgetLines(document.cookie, location.hostname)) setCookie(line)
  location.reload()
}
