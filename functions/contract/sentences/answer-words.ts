import type { Language } from '../field-rules.ts'

/** The error that the deadline for changing answers has passed. */
export const answersTooLate: Record<Language, (until: string) => string> = {
  en: (until) => `Answers could be changed until ${until}. Please write to the organiser.`,
  fr: (until) => `Les réponses pouvaient être modifiées jusqu’au ${until}. Veuillez écrire à l’organisateur.`,
}
