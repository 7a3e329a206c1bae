import type { Text } from '../en.ts'

export const home: Text['home'] = {
  what: 'Quoi',
  whatExample: 'Canot, poterie, natation…',
  title: 'Muster : trouver un camp, inscrire les enfants, profiter de la journée',
  description: 'Sur Muster, des organisations ouvrent leurs camps, cours et activités, et les familles les réservent.',
  heading: 'Trouver un camp, inscrire les enfants, profiter de la journée',
  lead: 'Des organisations ouvrent ici leurs camps, leurs cours et leurs activités. Vous voyez les dates, le prix et les places libres, vous inscrivez toute la famille à la fois et vous payez en une fois.',
  programs: 'Où réserver',
  featured: 'À découvrir',
  all: 'Et tous les autres',
  results: 'Trouver où réserver',
  searchLabel: 'Trouver un programme',
  where: 'Où',
  whereExample: 'Perth…',
  searchButton: 'Chercher',
  near: (place) => `à ${place}`,
  found: (count) => (count < 2 ? `${count} programme` : `${count} programmes`),
  emptyTitle: 'Aucun résultat',
  emptyText: (filters) => `Personne ici pour ${filters}.`,
  nobodyTitle: 'Il n’y a encore personne ici',
  see: (program) => `Voir ${program}`,
  noPrograms:
    'Votre organisation vous donne l’adresse de sa page, sur son site, un dépliant ou dans un courriel. Toute réservation commence là.',
  how: 'Comment ça se passe',
  steps: ['Choisissez une date', 'Dites qui vient', 'Payez, et c’est fait'],
  stepTexts: [
    'Cherchez par âge, par type ou par mot. Chaque activité dit ce qu’elle coûte et combien de places il reste.',
    'Un seul formulaire pour tous les enfants. Pendant que vous le remplissez, vos places sont gardées.',
    'Le reçu et les dates pour votre calendrier arrivent par courriel. Si vos plans changent, vous voyez ce qui vous revient avant d’annuler.',
  ],
}
