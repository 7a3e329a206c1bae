import type { Text } from '../../en.ts'

const number = new Intl.NumberFormat('fr-CA')

const gradeName = (grade: number) => (grade === 0 ? 'Maternelle' : `${grade}${grade === 1 ? 're' : 'e'} année`)

export const explore: Text['explore'] = {
  title: (program) => `${program}\u00a0: dates, prix et places`,
  description: (program) => `Les activités de ${program}\u00a0: dates, âges, prix et places libres.`,
  who: 'C’est pour qui?',
  whoHint: 'Voyez quelles activités conviennent à vos enfants.',
  whoOnly: 'Sur cette page, afficher seulement ce qui leur convient',
  whoHidden: (count) =>
    count === 1 ? '1 activité de cette page est masquée' : '{count} activités de cette page sont masquées',
  verified: 'Vérifié',
  opensElsewhere: 'ouvre un autre site',
  search: {
    label: 'Trouver une activité',
    what: 'Chercher une activité',
    whatExample: 'Canot, poterie, natation…',
    quick: 'Filtres rapides',
    ages: 'Âge',
    age: 'Âge le premier jour',
    ageOf: 'Âge\u00a0: ',
    anyAge: 'Tout âge',
    years: (age) => (age < 2 ? `${age}\u00a0an` : `${age}\u00a0ans`),
    type: 'Type',
    anyType: 'Tout',
    show: 'Voir les activités',
    more: 'Filtres',
    moreChosen: (count) => (count === 0 ? '' : `${count} ${count < 2 ? 'choisi' : 'choisis'}`),
    counted: (value, count) => `${value} (${number.format(count)})`,
    city: 'Ville',
    anyCity: 'Toutes les villes',
    venue: 'Lieu',
    anyVenue: 'Tous les lieux',
    onePlace: 'Un lieu',
    from: 'Du',
    to: 'Au',
    fromDay: (day) => `À partir du ${day}`,
    toDay: (day) => `Jusqu’au ${day}`,
    gender: 'Ouvert aux',
    anyGender: 'Tout le monde',
    about: 'Thèmes',
    onlineOnly: 'En ligne seulement',
    quoted: (words) => `«\u00a0${words}\u00a0»`,
    chosen: 'Filtres choisis',
    remove: (filter) => `Retirer ${filter}`,
    clear: 'Effacer les filtres',
  },
  genders: {
    female: 'Filles',
    male: 'Garçons',
    non_binary: 'Non binaires',
    another: 'Autre genre',
    undisclosed: 'Non précisé',
  },
  types: {
    camp: 'Camps',
    class: 'Cours',
    event: 'Activités',
    clinic: 'Ateliers',
    competition: 'Compétitions',
    party: 'Fêtes',
    online: 'En ligne',
    other: 'Autres',
  },
  flags: {
    indoor: { label: 'Intérieur ou extérieur', any: 'Peu importe', yes: 'À l’intérieur', no: 'En plein air' },
  },
  limits: {
    grade: {
      label: 'Année scolaire',
      any: 'Toutes les années',
      one: gradeName,
      range: ({ minimum, maximum }) => {
        if (minimum === null) return `Jusqu’à la ${gradeName(maximum ?? 12).toLowerCase()}`
        if (maximum === null) return `${gradeName(minimum)} et plus`
        if (minimum === maximum) return gradeName(minimum)
        return `De la ${gradeName(minimum).toLowerCase()} à la ${gradeName(maximum).toLowerCase()}`
      },
    },
  },
  weekend: 'En fin de semaine',
  list: 'Activités',
  events: (count, hasMore = false) =>
    count < 2
      ? `${count} activité`
      : hasMore
        ? `Plus de ${number.format(count)} activités`
        : `${number.format(count)} activités`,
  online: 'En ligne',
  startsAt: (hour, weekday) => `Dès ${hour} ${weekday}`,
  emptyTitle: 'Aucune activité ne correspond',
  emptyText: (filters) => `Aucune activité ne correspond à ${filters}.`,
  nothingTitle: 'Rien de prévu pour l’instant',
  nothingText: (program) => `Les prochaines dates de ${program} s’afficheront ici.`,
  writeToUs: 'Nous écrire',
  pages: 'Pages',
  months: 'Mois',
  earlier: 'Activités précédentes',
  later: 'Activités suivantes',
  previous: 'Page précédente',
  next: 'Page suivante',
  page: (page, of, hasMore = false) => (hasMore ? `Page ${page}` : `Page ${page} de ${of}`),
  venues: 'Nos lieux',
  moreVenues: (count) =>
    count < 2
      ? 'Et un autre lieu. Chaque activité indique le sien.'
      : `Et ${number.format(count)} autres lieux. Chaque activité indique le sien.`,
  map: 'Carte',
}
