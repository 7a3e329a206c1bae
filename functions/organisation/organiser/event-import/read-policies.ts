import type { FileEvent, FilePaymentPlan } from '../../../contract/organisation/file-events.ts'
import type { DateOrder } from '../../../contract/organisation/event-import.ts'
import { readMoment } from './read-dates.ts'
import { partsOf, plainWord } from '../../../contract/organisation/written-words.ts'

type Tier = FileEvent['refund']['tiers'][number]
type Part = FilePaymentPlan['parts'][number]

const noRefund = [
  'none',
  'no',
  'no refund',
  'no refunds',
  'non refundable',
  'non-refundable',
  'aucun',
  'non remboursable',
]
const whole = ['full', 'all', 'complet', 'tout']
const units: Record<string, (count: string) => string> = {
  d: (count) => `P${count}D`,
  j: (count) => `P${count}D`,
  h: (count) => `PT${count}H`,
  w: (count) => `P${count}W`,
  s: (count) => `P${count}W`,
}
const tierText =
  /^(\d{1,3}) ?% (?:until|jusqu.a) (\d{1,3}) ?(d(?:ays?)?|j(?:ours?)?|h(?:ours?|eures?)?|w(?:eeks?)?|semaines?)(?: (?:before|avant))?$/

/** Reads a refund policy: `100% until 14 days before; 50% until 48 hours before`, or `none`. Null if it is malformed. */
export function readRefund(text: string): Tier[] | null {
  if (noRefund.includes(plainWord(text))) return []
  const tiers = partsOf(text).map((part): Tier | null => {
    const [first = '', ...rest] = plainWord(part).split(' ')
    const plain = whole.includes(first) ? ['100%', ...rest].join(' ') : [first, ...rest].join(' ')
    const [, percent = '', count = '', unit = ''] = tierText.exec(plain) ?? []
    const until = units[unit.charAt(0)]?.(count)
    return until === undefined ? null : { until, percent: Number(percent) }
  })
  return tiers.length === 0 || tiers.includes(null) ? null : (tiers as Tier[])
}

/** Reads when instalments are due: days before the start or days, `60; 30` or `2027-05-01; 2027-06-01`. */
export function readInstalments(text: string, order: DateOrder | null): Part[] | 'ambiguous' | null {
  const due = partsOf(text).map((part): Part | 'ambiguous' | null => {
    const [, days = ''] = /^(\d{1,3})(?: ?(?:days?|jours?|d|j)(?: (?:before|avant))?)?$/.exec(plainWord(part)) ?? []
    if (days !== '') return { days_before: Number(days), due_on: null }
    const read = readMoment(part, order)
    if (read === 'ambiguous') return read
    return read === null || read.hour !== null ? null : { days_before: null, due_on: read.day }
  })
  if (due.includes('ambiguous')) return 'ambiguous'
  return due.length === 0 || due.includes(null) ? null : (due as Part[])
}
