import { isSignedIn } from './signed-in-mark.ts'

/** The accessible label of the notification link. */
export function bellWords(unread: number, { none = '', one = '', other = '' }: DOMStringMap): string {
  if (unread === 0) return none
  return (unread === 1 ? one : other).replace('{count}', `${unread}`)
}

/** Shows the number of unread notifications on the bell. */
export async function showUnread(): Promise<void> {
  const bell = document.querySelector<HTMLElement>('[data-bell]')
  const address = bell?.dataset['bell']
  if (!bell || !address || !isSignedIn(document.cookie, Date.now())) return
  const answer = await fetch(address).catch(() => null)
  const { unread } = answer?.ok ? ((await answer.json()) as { unread: number }) : { unread: 0 }
  const [label, count] = bell.querySelectorAll<HTMLElement>('span, b')
  if (label) label.textContent = bellWords(unread, bell.dataset)
  if (!count) return
  count.textContent = unread > 99 ? '99+' : `${unread}`
  count.hidden = unread === 0
}
