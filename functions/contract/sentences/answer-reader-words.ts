import type { Language } from '../field-rules.ts'
import { nameList } from '../name-list.ts'
import { rightOf } from '../organisation/rights.ts'
import { type StaffRole, staffRoles } from '../people/staff.ts'

/** The two kinds of answers, which different roles may read. */
export type AnswerKind = 'answers' | 'health'
type Names = Partial<Record<StaffRole, string>>
type Words = {
  /** The roles of a program, in a sentence about who reads. */
  names: Record<AnswerKind, Names>
  seen: (program: string, who: string) => string
  withReason: (who: string) => string
}

const words: Record<Language, Words> = {
  en: {
    names: {
      answers: {
        owner: 'director',
        manager: 'managers',
        front_desk: 'front desk',
        nurse: 'nurse',
        coach: 'the coaches of the event',
      },
      health: {
        owner: 'director',
        manager: 'managers',
        front_desk: 'The front desk',
        nurse: 'nurse',
        coach: 'your child’s coaches',
      },
    },
    seen: (program, who) => `Seen by ${program}’${program.endsWith('s') ? '' : 's'} ${who}.`,
    withReason: (who) => `${who} sees it only with a reason, which you can read.`,
  },
  fr: {
    names: {
      answers: {
        owner: 'la direction',
        manager: 'la gestion',
        front_desk: 'l’accueil',
        nurse: 'l’infirmerie',
        coach: 'l’encadrement de l’activité',
      },
      health: {
        owner: 'la direction',
        manager: 'la gestion',
        front_desk: 'L’accueil',
        nurse: 'l’infirmerie',
        coach: 'l’encadrement de votre enfant',
      },
    },
    seen: (program, who) => `Lu, chez ${program}, par ${who}.`,
    withReason: (who) => `${who} ne le voit qu’avec un motif, que vous pouvez lire.`,
  },
}

/** The roles in the order of a sentence: coaches last, because they are only those of the event or the child. */
const inSentence: readonly StaffRole[] = [...staffRoles.filter((role) => role !== 'coach'), 'coach']

/**
 * The sentence on a form about who of a program reads an answer, from the table of rights and the roles in its team:
 * neither more nor fewer than may read it. Null for a program without a team, whose readers are not known.
 */
export function answerReaders(
  { program, roles, language }: { program: string; roles: readonly StaffRole[]; language: Language },
  kind: AnswerKind,
): string | null {
  const { names, seen, withReason } = words[language]
  const present = inSentence.filter((role) => roles.includes(role))
  const named = (isWithReason: boolean) =>
    present.flatMap((role) => {
      const shade = rightOf(role, kind)
      const name = names[kind][role]
      return shade !== null && name !== undefined && (shade === 'with_reason') === isWithReason ? [name] : []
    })
  const always = named(false)
  const reasoned = named(true)
  if (always.length + reasoned.length === 0) return null
  return [...(always.length > 0 ? [seen(program, nameList(always, language))] : []), ...reasoned.map(withReason)].join(
    ' ',
  )
}
