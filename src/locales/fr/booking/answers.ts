import { uncapitalise } from '#contract/date-format'
import type { Text } from '../../en.ts'

/** Les réponses d’une place réservée. */
export const answers: Text['answers'] = {
  heading: 'Réponses',
  change: 'Modifier les réponses',
  title: (who) => `Réponses pour ${who}`,
  lead: (what, when) => `Pour ${what}\u00a0: ${uncapitalise(when)}.`,
  until: (until) => `Vous pouvez modifier ces réponses jusqu’au ${until}.`,
  closed: 'Ces réponses ne peuvent plus être modifiées',
  closedText: (program) => `Écrivez à ${program} si quelque chose doit changer.`,
  saved: 'Vos réponses sont enregistrées.',
  problem: 'Pas encore enregistré',
  save: 'Enregistrer les réponses',
  back: 'Retour à vos réservations',
  none: 'Il n’y a pas de réponses.',
  onlyIf: (question, answer) => `Seulement si la réponse à «\u00a0${question}\u00a0» est «\u00a0${answer}\u00a0».`,
  sentFile: 'Ouvrir le fichier envoyé',
  otherFile: 'Choisissez un fichier pour le remplacer.',
  changes: 'Modifications',
  changedBy: (who, when) => `${who}, ${uncapitalise(when)}`,
  byProgram: 'L’organisateur',
  bySite: 'Automatiquement',
  wasEmpty: 'sans réponse',
  fromTo: (before, after) => `${before} → ${after}`,
}
