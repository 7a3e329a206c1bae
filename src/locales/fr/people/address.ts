import type { Text } from '../../en.ts'

export const address: Text['address'] = {
  title: 'Adresses',
  none: 'Aucune adresse pour l’instant.',
  add: 'Ajouter une adresse',
  newTitle: 'Ajouter une adresse',
  editTitle: 'Modifier votre adresse',
  edit: 'Modifier',
  remove: 'Supprimer',
  street: 'Numéro et rue',
  unit: 'Appartement, étage ou entrée',
  city: 'Ville',
  region: 'Province ou État',
  postcode: 'Code postal',
  country: 'Pays',
  chooseCountry: 'Choisissez',
  save: 'Enregistrer l’adresse',
  saved: 'Adresse enregistrée',
  deleted: 'Adresse supprimée',
  full: 'Vous avez dix adresses, le maximum. Supprimez-en une pour en ajouter une autre.',
  enter: {
    address_line_1: 'Entrez le numéro et la rue',
    city: 'Entrez une ville',
    region: 'Entrez une province ou un État',
    postcode: 'Entrez un code postal',
    country: 'Choisissez un pays',
  },
}
