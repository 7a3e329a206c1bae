import type { Refusal } from '../../../contract/organisation/organiser.ts'
import type { FileText } from '../../../contract/texts.ts'
import type { CompleteFile } from './complete-file.ts'
import { joinTexts } from './file-texts.ts'
import { refuse, refuseWhen } from './refuse.ts'
import { rowBy } from './rows-by.ts'
import type { StoredProgram } from './stored-program.ts'

/** A coupon's maximum of uses is at least the number of its uses. */
export function checkRedeemed(stored: StoredProgram, file: CompleteFile): Refusal[] {
  return stored.coupons.flatMap((coupon) => {
    const kept = rowBy(file.coupons, 'key', coupon.key)
    const here = coupon.times_redeemed - coupon.times_redeemed_before
    const times = here + (kept?.redeemed_before ?? 0)
    return refuseWhen(here > 0 && times > (kept?.max_redemptions ?? times), 'coupon_max_redemptions', {
      path: `coupons.${coupon.key}.max_redemptions`,
      message: `It has been used ${times} times, so there can be no fewer.`,
    })
  })
}

/** An accepted waiver stays, and another text needs another version. */
export function checkWaivers(stored: StoredProgram, file: CompleteFile): Refusal[] {
  return stored.waivers.flatMap((waiver) => {
    const path = `waivers.${waiver.key}`
    const kept = rowBy(file.waivers, 'key', waiver.key)
    if (!kept)
      return refuseWhen(waiver.is_accepted === 1, 'state_conflict', {
        path,
        message: 'It has been accepted by somebody, so it stays.',
      })
    const isChanged = changesTexts(
      { ...joinTexts(waiver), language: stored.program.language },
      { ...kept, language: file.language },
    )
    return [
      ...refuseWhen(kept.version < waiver.version, 'out_of_range', {
        path: `${path}.version`,
        message: `Version ${waiver.version} is there already.`,
      }),
      ...refuseWhen(isChanged && kept.version === waiver.version, 'state_conflict', {
        path: `${path}.version`,
        message: `Another text is another version: write version: ${waiver.version + 1}.`,
      }),
    ]
  })
}

type WaiverTexts = { title: FileText; text: FileText; language: string }
/** A version may get another language, whose text no customer has accepted yet. */
function changesTexts(before: WaiverTexts, after: WaiverTexts): boolean {
  const inLanguages = (text: FileText, language: string) => (typeof text === 'string' ? { [language]: text } : text)
  return (['title', 'text'] as const).some((name) => {
    const desired: Record<string, string | undefined> = inLanguages(after[name], after.language)
    return Object.entries(inLanguages(before[name], before.language)).some(([each, words]) => desired[each] !== words)
  })
}

/** An answered question stays, and keeps its type. */
export function checkQuestions(stored: StoredProgram, file: CompleteFile): Refusal[] {
  const usedIds = new Set(
    [...stored.questionTies, ...stored.appointmentQuestionTies]
      .filter(({ is_in_use }) => is_in_use === 1)
      .map(({ question_id }) => question_id),
  )
  return stored.questions
    .filter(({ id }) => usedIds.has(id))
    .flatMap((question) => {
      const kept = rowBy(file.questions, 'key', question.key)
      if (!kept)
        return [
          refuse(
            'state_conflict',
            `questions.${question.key}`,
            'It has been answered by somebody, so it stays. Take it from the events instead.',
          ),
        ]
      return refuseWhen(kept.type !== question.type, 'state_conflict', {
        path: `questions.${question.key}.type`,
        message: 'It has been answered already. Make a new question instead.',
      })
    })
}
