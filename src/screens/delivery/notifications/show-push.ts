import { currentSubscription, type PushState, pushAbility, subscribeHere } from './subscribe-push.ts'

/** Shows the panel of this browser, in its current state. */
export async function showPush(template: HTMLTemplateElement): Promise<void> {
  const { push = '', publicKey = '', endpoints = '[]', done = '' } = template.dataset
  const ability = pushAbility(window)
  const subscription = ability === 'off' ? await currentSubscription() : null
  const isOn = subscription !== null && (JSON.parse(endpoints) as string[]).includes(subscription.endpoint)
  const panel = template.content.querySelector('section')
  if (!panel) return
  showState(panel, isOn ? 'on' : ability)
  template.replaceWith(panel)
  if (subscription) forgetWhereTurnedOff(subscription)

  const button = panel.querySelector<HTMLButtonElement>('[data-allow]')
  const status = panel.querySelector<HTMLElement>('[data-failed]')
  button?.addEventListener('click', async () => {
    button.disabled = true
    const result = await subscribeHere(push, publicKey)
    if (result === 'on') return location.assign(done)
    button.disabled = false
    if (result === 'denied' && pushAbility(window) === 'denied') showState(panel, 'denied')
    else if (status) status.textContent = status.dataset['failed'] ?? ''
  })
}

function showState(panel: HTMLElement, state: PushState): void {
  for (const part of panel.querySelectorAll<HTMLElement>('[data-state]')) part.hidden = part.dataset['state'] !== state
}

/** When the reader turns this browser off, its subscription also ends, so that nothing can be sent to it. */
function forgetWhereTurnedOff(subscription: PushSubscription): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-endpoint]')) {
    if (form.dataset['endpoint'] !== subscription.endpoint) continue
    form.addEventListener('submit', (event) => {
      if ((event.submitter as HTMLButtonElement | null)?.name === 'remove') void subscription.unsubscribe()
    })
  }
}
