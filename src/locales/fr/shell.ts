import type { Text } from '../en.ts'

export const shell: Text['shell'] = {
  skip: 'Aller au contenu',
  mainMenu: 'Menu principal',
  menu: 'Menu',
  accountMenu: 'Menu du compte',
  explore: 'Découvrir',
  logIn: 'Connexion',
  schedule: 'Mes réservations',
  orders: 'Commandes',
  cart: { one: 'Panier, 1 place', other: 'Panier, {count} places' },
  logOut: 'Déconnexion',
  terms: 'Conditions',
  termsDescription: (program) => `Ce que vous acceptez en réservant auprès de ${program}.`,
  bookingBy: 'Réservations par Muster',
  required: 'Ce champ est obligatoire.',
  optional: '(facultatif)',
  somethingWrong: 'Quelque chose a mal tourné',
  somethingWrongText: 'Nous sommes désolés de ce contretemps. Veuillez réessayer plus tard.',
  languageNames: { en: 'English', fr: 'Français' },
  genders: {
    female: 'filles',
    male: 'garçons',
    non_binary: 'non binaires',
    another: 'autre genre',
    undisclosed: 'non précisé',
  },
}
