/** The accessible label of the notification link. */
export function bellWords(unread: number, { none = '', one = '', other = '' }: DOMStringMap): string {
  if (unread === 0) return none
  return (unread === 1 ? one : other).replace('{count}', `${unread}`)
}

/** Shows the number of unread notifications on the bell of a signed-in customer. */
async function showUnread(bell: HTMLElement): Promise<void> {
  const answer = await fetch(bell.dataset['bell'] ?? '').catch(() => null)
  const { unread } = answer?.ok ? ((await answer.json()) as { unread: number }) : { unread: 0 }
  const [label, count] = bell.querySelectorAll<HTMLElement>('span, b')
  if (label) label.textContent = bellWords(unread, bell.dataset)
  if (!count) return
  count.textContent = unread > 99 ? '99+' : `${unread}`
  count.hidden = unread === 0
}

const bell = typeof document === 'undefined' ? null : document.querySelector<HTMLElement>('[data-bell]')
if (bell) void showUnread(bell)
