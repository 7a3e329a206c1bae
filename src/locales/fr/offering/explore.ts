import type { Text } from '../../en.ts'

const number = new Intl.NumberFormat('fr-CA')

const gradeName = (grade: number) => (grade === 0 ? 'Maternelle' : `${grade}${grade === 1 ? 're' : 'e'} année`)

export const explore: Text['explore'] = {
  title: (program) => `${program}\u00a0: dates, prix et places`,
  description: (program) => `Les activités de ${program}\u00a0: dates, âges, prix et places libres.`,
  verified: 'Vérifié',
  opensElsewhere: 'ouvre un autre site',
  search: {
    label: 'Trouver une activité',
    what: 'Chercher une activité',
    whatExample: 'Canot, poterie, natation…',
    facets: { who: 'Pour qui', when: 'Quand', what: 'Quoi', where: 'Où', price: 'Prix' },
    anyOf: {
      who: 'Tous',
      when: 'Toute date',
      what: 'Tout',
      where: 'Partout',
      price: 'Tout prix',
    },
    onlySuits: 'Seulement ce qui convient à',
    onlySuitsHint: 'Le bon âge le premier jour.',
    showFamily: 'Voir ce qui convient à mon enfant',
    addFamily: 'Ajoutez un enfant pour voir ce qui lui convient',
    suits: (name) => `Convient à ${name}`,
    age: 'Âge le premier jour',
    orAge: 'Ou un âge',
    anyAge: 'Tout âge',
    years: (age) => (age < 2 ? `${age}\u00a0an` : `${age}\u00a0ans`),
    type: 'Type',
    anyType: 'Tout',
    show: 'Voir les activités',
    showCount: { none: 'Aucune activité', one: 'Voir 1 activité', other: 'Voir {count} activités' },
    filters: 'Filtres',
    close: 'Fermer',
    on: (count) => `${count} ${count < 2 ? 'choisi' : 'choisis'}`,
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
    freeOnly: 'Gratuites seulement',
    price: { all_in: 'Prix, tout compris', before_tax: 'Prix avant taxes' },
    anyPrice: 'Tous les prix',
    upTo: (price) => `Jusqu’à ${price}`,
    placesLeftOnly: 'Seulement s’il reste des places',
    placesLeft: 'Places disponibles',
    quoted: (words) => `«\u00a0${words}\u00a0»`,
    chosen: 'Filtres choisis',
    remove: (filter) => `Retirer ${filter}`,
    clear: 'Effacer les filtres',
    clearAll: 'Tout effacer',
    clearShort: 'Effacer',
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
  eventsOf: (count, all) => `${number.format(count)} ${count < 2 ? 'activité' : 'activités'} sur ${number.format(all)}`,
  online: 'En ligne',
  startsAt: (hour, weekday) => `Dès ${hour} ${weekday}`,
  emptyTitle: 'Aucune activité ne correspond',
  emptyText: (filters) => `Vos filtres\u00a0: ${filters}.`,
  eventsFor: (count, names, hasMore = false) =>
    count < 2
      ? `${count} activité convient à ${names}`
      : `${hasMore ? 'Plus de ' : ''}${number.format(count)} activités conviennent à ${names}`,
  othersFor: (count, names) =>
    count < 2
      ? `${count} autre activité ne convient pas à ${names}.`
      : `${number.format(count)} autres activités ne conviennent pas à ${names}.`,
  showAll: (count, hasMore = false) =>
    count < 2
      ? 'La voir'
      : hasMore
        ? `Voir plus de ${number.format(count)} activités`
        : `Voir les ${number.format(count)} activités`,
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
