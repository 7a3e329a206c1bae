import { type BankStep, runBankStep } from '../../../stores/money/bank-step.ts'
import type { ReturnState } from './poll-payment.ts'

type Page = {
  step: BankStep
  fetchState: () => Promise<ReturnState | null>
  /** Polls the payment until it succeeds or fails. */
  poll: () => Promise<unknown>
  show: (state: ReturnState) => void
}

/** Opens the bank step at once. The button opens it again after an interruption. */
export function askBank({ step, fetchState, poll, show }: Page, run = runBankStep): void {
  const button = document.querySelector<HTMLButtonElement>('[data-bank]')
  const message = document.querySelector<HTMLElement>('[data-bank-message]')
  if (!button || !message) return

  async function ask(): Promise<void> {
    if (!button || !message) return
    button.disabled = true
    message.hidden = true
    const end = await run(step)
    if (end.is === 'answered') {
      show('checking')
      return void (await poll())
    }
    const state = await fetchState().catch(() => null)
    if (state !== null && state !== 'checking') return show(state)
    button.disabled = false
    message.textContent = end.message
    message.hidden = end.message === null
  }
  button.addEventListener('click', () => void ask())
  void ask()
}
