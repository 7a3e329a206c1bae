import type { Text } from '../../en.ts'

const some = (count: number, one: string, many: string) => `${count} ${count > 1 ? many : one}`

export const deskSeason: Text['deskSeason'] = {
  title: 'Saison',
  count: (total) => some(total, 'activité', 'activités'),
  import: 'Importer',
  show: 'Afficher',
  views: {
    coming: 'En cours et à venir',
    draft: 'Brouillons',
    published: 'Sur le site',
    hidden: 'Masquées',
    past: 'Passées',
    archived: 'Archivées',
  },
  years: 'Année',
  allYears: 'À partir d’aujourd’hui',
  find: 'Trouver une activité',
  search: 'Chercher',
  clear: 'Effacer',
  empty: 'Aucune activité pour l’instant. Créez la première ou importez votre feuille de calcul.',
  emptyHere: 'Aucune activité ne correspond.',
  showAll: 'Afficher les activités en cours et à venir',
  columns: {
    event: 'Activité',
    dates: 'Dates',
    ages: 'Âges',
    places: 'Places',
    waiting: 'Liste d’attente',
    state: 'État',
    do: 'Actions',
  },
  choose: (name, days) => `Choisir ${name}, ${days}`,
  places: ({ sold, total }) =>
    total === null ? `${some(sold, 'vendue', 'vendues')}, sans limite` : `${sold} sur ${total}`,
  held: (count) => some(count, 'retenue', 'retenues'),
  over: (count) => `${count} en trop`,
  planned: (total) => (total === null ? 'Sans limite' : some(total, 'place prévue', 'places prévues')),
  countedElsewhere: 'Comptées sur l’autre site',
  waiting: (count) => `${count}`,
  ages: (from, to) =>
    to === null
      ? `${from} ans et plus`
      : from === null
        ? `jusqu’à ${to} ans`
        : from === to
          ? `${from} ans`
          : `${from}–${to} ans`,
  online: 'En ligne',
  states: {
    draft: 'Brouillon',
    scheduled: 'Ouverture prévue',
    on_sale: 'En vente',
    full: 'Complet',
    closed: 'Inscriptions fermées',
    elsewhere: 'Inscription ailleurs',
    under_way: 'En cours',
    ended: 'Terminée',
    hidden: 'Masquée',
    cancelled: 'Annulée',
    archived: 'Archivée',
  },
  opens: (date) => `le ${date}`,
  newEvent: 'Nouvelle activité',
  edit: 'Modifier',
  finish: 'Terminer',
  withChosen: 'Avec les activités choisies',
  acts: { publish: 'Publier', unpublish: 'Masquer', copy: 'Copier vers une autre saison', archive: 'Archiver' },
  previous: 'Avant dans la liste',
  more: 'Suite',
  chooseFirst: 'Choisissez au moins une activité',
  nothingChanged: 'Rien n’a été changé',
  back: 'Retour à la saison',
  confirm: {
    publish: {
      title: (count) => `Publier ${some(count, 'activité', 'activités')}\u00a0?`,
      text: 'Les familles les voient tout de suite sur votre site. Vous pourrez les masquer de nouveau.',
      button: (count) => `Publier ${some(count, 'activité', 'activités')}`,
    },
    unpublish: {
      title: (count) => `Masquer ${some(count, 'activité', 'activités')}\u00a0?`,
      text: 'Elles quittent votre site et personne d’autre ne peut s’inscrire. Les places réservées sont conservées. Vous pourrez les publier de nouveau.',
      button: (count) => `Masquer ${some(count, 'activité', 'activités')}`,
    },
    archive: {
      title: (count) => `Archiver ${some(count, 'activité', 'activités')}\u00a0?`,
      text: 'Elles quittent votre site et ces listes. Aucun courriel n’est envoyé et rien n’est remboursé. Vous pourrez les ramener, masquées.',
      button: (count) => `Archiver ${some(count, 'activité', 'activités')}`,
    },
  },
  copy: {
    title: (count) => `Copier ${some(count, 'activité', 'activités')}`,
    lead: 'Choisissez de combien les dates avancent, puis vérifiez les nouvelles dates.',
    weeks: 'Semaines plus tard',
    weeksHint: '52 garde les jours de la semaine et passe à l’année suivante.',
    sales: 'Dates d’inscription',
    salesChoices: {
      shift: 'Avancer aussi',
      keep: 'Rester telles quelles',
      none: 'Les enlever\u00a0: ouvertes dès la publication',
    },
    preview: 'Voir les nouvelles dates',
    newDays: 'Ensuite',
    result: 'Résultat',
    create: 'Nouveau brouillon',
    keep: 'Déjà copiée, reste telle quelle',
    sum: (count) => some(count, 'nouveau brouillon', 'nouveaux brouillons'),
    along:
      'Les options, les âges, les places, les prix, les questions, les décharges, la politique de remboursement et les images suivent.',
    stay: 'Les réservations et les listes d’attente restent dans cette saison.',
    button: (count) => `Copier ${some(count, 'activité', 'activités')} en brouillon`,
    nothing: 'Toutes les copies existent déjà.',
  },
  saved: {
    published: (count) => some(count, 'activité est sur votre site', 'activités sont sur votre site'),
    hidden: (count) => some(count, 'activité est masquée', 'activités sont masquées'),
    archived: (count) => some(count, 'activité est archivée', 'activités sont archivées'),
    copied: (count) => some(count, 'brouillon créé', 'brouillons créés'),
    imported: (count) => some(count, 'activité importée', 'activités importées'),
    imported_file: () => 'Votre fichier est importé',
    sample_in: () => 'La saison d’exemple est ajoutée. Les familles ne la voient pas',
    sample_out: () => 'La saison d’exemple est retirée. Toute activité réservée reste',
  },
  samples: {
    sample: {
      text: 'Ou regardez d’abord un exemple\u00a0: un camp, un cours et une activité gratuite en brouillon, avec des dates l’été prochain. Les familles n’en voient rien.',
      button: 'Ajouter une saison d’exemple',
    },
    remove_sample: {
      text: 'Les activités nommées «\u00a0Exemple\u00a0» sont là pour être regardées. Vous pouvez les retirer toutes à la fois\u00a0; celles qui ont des réservations restent.',
      button: 'Retirer la saison d’exemple',
    },
  },
  undo: 'Annuler',
  problem: (count) => `${some(count, 'point', 'points')} à régler d’abord`,
  missing: {
    summary: 'Écrivez un résumé d’une ligne',
    venues: 'Choisissez un lieu, ou une activité en ligne',
    options: 'Ajoutez une option avec ses places et son prix',
    starts_at: 'Le premier jour doit être à venir',
    ends_at: 'La fin doit suivre le début',
    cost: 'Les familles n’ont pas encore de moyen de payer ce prix',
    status: 'Son état ne le permet pas',
    archive: 'Des personnes sont inscrites. Annulez-la, ou archivez-la une fois terminée',
  },
}
