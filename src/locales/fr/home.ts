import type { Text } from '../en.ts'

export const home: Text['home'] = {
  what: 'Quoi',
  whatExample: 'Canot, poterie, natation…',
  title: 'Muster\u00a0: trouver un camp, inscrire les enfants, profiter de la journée',
  description:
    'Sur Muster, des organisations affichent leurs camps, cours et activités, et les familles les réservent.',
  heading: 'Trouver un camp, inscrire les enfants, profiter de la journée',
  lead: 'Trouvez des camps, des cours et des activités. Voyez les dates, le prix et les places libres, inscrivez toute la famille à la fois et payez en une fois.',
  programs: 'Où réserver',
  featured: 'À découvrir',
  all: 'Tous les autres programmes',
  results: 'Trouver un programme',
  searchLabel: 'Trouver un programme',
  where: 'Où',
  whereExample: 'Perth…',
  searchButton: 'Chercher',
  near: (place) => `à ${place}`,
  found: (count) => (count < 2 ? `${count} programme` : `${count} programmes`),
  emptyTitle: 'Aucun résultat',
  emptyText: (filters) => `Aucun programme ne correspond à ${filters}.`,
  nobodyTitle: 'Aucun programme pour l’instant',
  see: (program) => `Voir ${program}`,
  noPrograms:
    'Votre programme peut vous donner le lien de sa page\u00a0: sur son site, sur un dépliant ou par courriel. C’est là que vous réservez.',
  how: 'Comment ça se passe',
  steps: ['Choisissez une date', 'Dites qui vient', 'Payez, et c’est fait'],
  stepTexts: [
    'Cherchez par âge, par type ou par mot-clé. Chaque activité affiche son prix et les places qui restent.',
    'Un seul formulaire pour tous les enfants. Dès que vous passez au paiement, nous gardons vos places.',
    'Le reçu et les dates pour votre calendrier arrivent par courriel. Si vos plans changent, vous voyez ce qui vous revient avant d’annuler.',
  ],
}
