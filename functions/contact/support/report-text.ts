import { issueTypes, type IssueType, type SupportType } from '../../contract/contact/support.ts'

/** Issues that only the organisation can answer. All others go to the operator of the site. */
const issuesOfProgram: ReadonlySet<IssueType> = new Set(['program_information', 'refund_missing', 'cannot_register'])
export const isForProgram = (issue: IssueType): boolean => issuesOfProgram.has(issue)

/** The issue of a report; the default of the report's type if none is given. */
export const issueOf = (type: SupportType, issue: IssueType | null | undefined): IssueType =>
  issue ?? (issueTypes[type].at(-1) as IssueType)

/** The reference that a reporter quotes. */
export const referenceOf = (number: number): string => `S-${number}`

/** The number in a reference; 0, which no report has, if it is not a reference. */
export const numberOf = (reference: string): number => Number(/^S-(\d{1,12})$/.exec(reference)?.[1] ?? 0)

const longestPart = 40

/**
 * The URL without its query and fragment, which may contain a token or search words, and without long parts, which may
 * be signed links. A URL of another site keeps its origin.
 */
export function placeOf(address: string): string {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)/i.exec(address) ?? []
  const parts = path.split('/').map((part) => (part.length > longestPart ? '…' : part))
  return `${origin.toLowerCase()}${parts.join('/')}`
}

const cardLike = /\d(?:[ -]?\d){12,18}/g

/** The text with each card number reduced to its last four digits. */
export function withoutCardNumbers(text: string): string {
  return text.replace(cardLike, (written) => {
    const digits = written.replace(/\D/g, '')
    return isCardNumber(digits) ? `•••• ${digits.slice(-4)}` : written
  })
}

function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
