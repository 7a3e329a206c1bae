import { displayMoney } from '#contract/display-money'
import type { Privacy } from '#contract/records/privacy'
import type { Language } from '../../../locales/choose-language.ts'

/** The size of an archive in kilobytes or megabytes, at least one kilobyte, in the reader's language. */
export function archiveSize(bytes: number, locale: string): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const)
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(Math.max(1, bytes / size))
}

type Words = Record<'balanceLeft' | 'balanceOwed', (amount: string, program: string) => string>

/** What an erasure means for each balance: it is lost, or still owed. */
export const balanceWarnings = ({ balances }: Pick<Privacy, 'balances'>, words: Words, language: Language): string[] =>
  balances.map(({ amount, program_name }) =>
    amount.value > 0
      ? words.balanceLeft(amount.display, program_name)
      : words.balanceOwed(displayMoney(-amount.value, amount, language), program_name),
  )
