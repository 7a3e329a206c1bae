import { displayMoney } from '#contract/display-money'
import type { PackageLists } from '../../../api/load-packages.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { eachWords, firstPrice } from './package-words.ts'

/** The packages in one line: `Ten lake swims: $120, so $12 a visit. Swim pass: $45 a month.` */
export function teaserWords(
  { session, membership }: PackageLists,
  programContext: Pick<ProgramContext, 'program' | 'language' | 'text'>,
): string {
  const { program, language, text } = programContext
  const [visits, pass] = [session?.data[0], membership?.data[0]]
  const short = (item: Parameters<typeof firstPrice>[0]) =>
    displayMoney(firstPrice(item, program.selling), item.price.cost, language, true)
  return [
    visits && text.packages.teaserOf(visits.name, short(visits), eachWords(visits, programContext, true)),
    pass && text.packages.teaserOf(pass.name, `${short(pass)} ${text.packages.period[pass.billing_period]}`, null),
  ]
    .filter(Boolean)
    .join(' ')
}
