import type { Language } from '../field-rules.ts'

const en = {
  subject: (what: string) => `Returned: ${what}`,
  heading: 'You returned something',
  lead: (what: string, from: string) =>
    `You’re returning ${what}. If you already have it, hand it in to ${from}, or reply to this email to ask where.`,
}
const fr: typeof en = {
  subject: (what) => `Rendu\u00a0: ${what}`,
  heading: 'Vous avez rendu un article',
  lead: (what, from) =>
    `Vous rendez ${what}. Si vous l’avez déjà, remettez-le à ${from}, ou répondez à ce courriel pour savoir où.`,
}

/** Texts about returned store items. */
export const itemReturnWords = { en, fr } satisfies Record<Language, typeof en>
