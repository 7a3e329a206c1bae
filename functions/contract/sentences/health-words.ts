import type { Language } from '../field-rules.ts'

/** The words about who reads health information: in the mail to the owner. */
const en = {
  often: {
    subject: (program: string) => `Health information was opened often at ${program}`,
    heading: 'Health information was opened often',
    lead: (who: string, reads: number) =>
      `${who} opened the health information of ${reads} people within a day, each time with a reason.`,
    family: 'Each family sees in its access log who opened it, when, and the reason.',
    remedy: 'If that is not what you expect, talk to them or change their role.',
    client: (id: string) => `The API client “${id}”`,
    because: 'You’re getting this email, at most once a day, because you run the team.',
  },
}
const fr: typeof en = {
  often: {
    subject: (program) => `Des informations de santé ont été souvent consultées à ${program}`,
    heading: 'Des informations de santé ont été souvent consultées',
    lead: (who, reads) =>
      `${who} a consulté les informations de santé de ${reads} personnes en une journée, chaque fois avec un motif.`,
    family: 'Chaque famille voit dans son journal d’accès qui les a consultées, quand et pour quel motif.',
    remedy: 'Si cela vous surprend, parlez-en avec cette personne ou changez son rôle.',
    client: (id) => `Le client de l’API «\u00a0${id}\u00a0»`,
    because: 'Vous recevez ce courriel, au plus une fois par jour, parce que vous dirigez l’équipe.',
  },
}
export const healthWords = { en, fr } satisfies Record<Language, typeof en>
