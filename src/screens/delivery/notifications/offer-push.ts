import { subscribeHere } from './subscribe-push.ts'

const offeredKey = 'push-offered'
const answered = 'answered'

/** True on the first order page that shows the offer, until the customer answers it. */
export function mayOffer(orderId: string, storage: () => Pick<Storage, 'getItem' | 'setItem'>): boolean {
  try {
    const offered = storage().getItem(offeredKey)
    if (offered === null) storage().setItem(offeredKey, orderId)
    return offered === null || offered === orderId
  } catch {
    return false
  }
}

/** Shows the offer, and runs the action that the customer chooses. */
export function offerPush(template: HTMLTemplateElement, storage: () => Storage): void {
  const { pushOffer = '', publicKey = '', order = '' } = template.dataset
  const section = template.content.querySelector('section')
  if (!section || !mayOffer(order, storage)) return
  template.replaceWith(section)
  const [allow, no, status] = ['[data-allow]', '[data-no]', '[role=status]'].map((each) =>
    section.querySelector<HTMLElement>(each),
  )
  const buttons = allow?.parentElement
  no?.addEventListener('click', () => {
    storage().setItem(offeredKey, answered)
    section.remove()
    document.getElementById('order-state')?.focus()
  })
  allow?.addEventListener('click', async () => {
    allow.setAttribute('disabled', '')
    const result = await subscribeHere(pushOffer, publicKey)
    allow.removeAttribute('disabled')
    const words = { on: 'done', denied: 'denied', failed: 'failed' } as const
    if (status) status.textContent = status.dataset[words[result]] ?? ''
    if (result === 'failed') return
    storage().setItem(offeredKey, answered)
    buttons?.remove()
    section.querySelector<HTMLElement>('h2')?.focus()
  })
}
