import { issueTypes, type IssueType, type SupportType } from '../../contract/contact/support.ts'

/** What only the organisation can answer goes to it, the rest to the people who run the site. */
const issuesOfProgram: ReadonlySet<IssueType> = new Set(['program_information', 'refund_missing', 'cannot_register'])
export const isForProgram = (issue: IssueType): boolean => issuesOfProgram.has(issue)

/** The issue of a report that names none. */
export const issueOf = (type: SupportType, issue: IssueType | null | undefined): IssueType =>
  issue ?? (issueTypes[type].at(-1) as IssueType)

/** What a reporter quotes. */
export const referenceOf = (number: number): string => `S-${number}`

/** The number in what a reporter quotes; 0, which no report has, where it is none. */
export const numberOf = (reference: string): number => Number(/^S-(\d{1,12})$/.exec(reference)?.[1] ?? 0)

const longestPart = 40

/**
 * The path of an address: what follows it may hold a token or what someone searched for, and a part longer than any id is a
 * signed link. An address of another site keeps its origin.
 */
export function placeOf(address: string): string {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)/i.exec(address) ?? []
  const parts = path.split('/').map((part) => (part.length > longestPart ? '…' : part))
  return `${origin.toLowerCase()}${parts.join('/')}`
}

const cardLike = /\d(?:[ -]?\d){12,18}/g

/** A text without card numbers: of each only the last four digits stay. */
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
