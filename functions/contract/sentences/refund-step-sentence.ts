import { uncapitalise } from '../date-format.ts'
import type { Language } from '../field-rules.ts'

/** The refund for cancelling before one deadline, in displayed amounts; null for nothing. */
export type RefundStep = {
  /** The deadline in words; null for the step after all deadlines. */
  until: string | null
  returned: string | null
  /** What the customer can ask the organisation for. */
  requested: string | null
  /** True if other steps come before it. */
  isLater: boolean
  /** True if the amounts are for several places together. */
  isWhole: boolean
}

type Words = {
  cancel: (isWhole: boolean) => string
  by: (until: string) => string
  always: string
  after: string
  back: (amount: string) => string
  ask: (amount: string) => string
  both: (amount: string, requested: string) => string
}
const words: Record<Language, Words> = {
  en: {
    cancel: (isWhole) => (isWhole ? 'Cancel the whole order' : 'Cancel'),
    by: (until) => `by ${until}`,
    always: 'before it starts',
    after: 'after that',
    back: (amount) => `get ${amount} back`,
    ask: (amount) => `you can ask for ${amount} back`,
    both: (amount, requested) => `get ${amount} back, and you can ask for ${requested} more`,
  },
  fr: {
    cancel: (isWhole) => (isWhole ? 'Annulez toute la commande' : 'Annulez'),
    by: (until) => `d’ici le ${uncapitalise(until)}`,
    always: 'avant le début',
    after: 'après cette date',
    back: (amount) => `récupérez ${amount}`,
    ask: (amount) => `vous pouvez demander ${amount}`,
    both: (amount, requested) => `récupérez ${amount}, et vous pouvez demander ${requested} de plus`,
  },
}

/**
 * A step of a refund policy in a sentence, for checkout, the page of an order and its mail: `Cancel by Fri, July 2 and
 * get $157.89 back.` Null for a step that refunds nothing.
 */
export function refundStepSentence(step: RefundStep, language: Language): string | null {
  const { cancel, by, always, after, back, ask, both } = words[language]
  const { until, returned, requested } = step
  const what =
    returned === null
      ? requested === null
        ? null
        : ask(requested)
      : requested === null
        ? back(returned)
        : both(returned, requested)
  if (what === null) return null
  const when = until === null ? (step.isLater ? after : always) : by(until)
  return `${cancel(step.isWhole)} ${when} ${language === 'fr' ? 'et' : 'and'} ${what}.`
}
