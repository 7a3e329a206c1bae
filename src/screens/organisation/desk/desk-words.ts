import type { DeskTask } from '#contract/organisation/desk'
import type { Text } from '../../../locales/en.ts'

type Words = Text['desk']

/** The question of a task, in one line. */
export function deskHeading(task: DeskTask, words: Words): string {
  const { kind, customer_name } = task
  if (kind === 'payment_alert') return words.alertHeading
  if (kind === 'refund_request') return words.refundHeading(customer_name, task.amount.display)
  if (task.choices.length > 0)
    return task.order_status === 'expired'
      ? words.offlineLate(customer_name)
      : words.offlineHeading(customer_name, task.amount_due.display)
  return task.order_status === 'paid' ? words.offlinePaid(customer_name) : words.offlineOver(customer_name)
}

/** The decision of a task, in one line. */
export function decisionHeading({ decision }: DeskTask, words: Words): string {
  const { decisions } = words
  if (!decision || !Object.hasOwn(decisions, decision.is)) return decisions.other
  const decided = decisions[decision.is as keyof typeof decisions]
  return typeof decided === 'function' ? decided(decision.amount?.display ?? '') : decided
}
