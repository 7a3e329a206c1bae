import { roleLabels } from '#contract/sentences/staff-words'
import type { Text } from '../../en.ts'

export const deskShell: Text['deskShell'] = {
  desk: 'Bureau',
  titleEnd: 'bureau de {program}',
  description: 'Le bureau de l’équipe de {program}.',
  searchLabel: 'Trouver une famille, un enfant, une commande ou un reçu',
  searchHint: 'Nom, téléphone ou commande',
  search: 'Chercher',
  menu: 'Votre menu, {name}',
  menuLabel: 'Vous',
  asParent: 'Voir le site comme un parent',
  ownAccount: 'Votre compte',
  toDesk: 'Bureau',
  foot: '{program} · Réservations par Muster',
  site: 'Responsable du site',
  roles: roleLabels('fr'),
  places: {
    today: 'Aujourd’hui',
    season: 'Saison',
    families: 'Familles',
    field: 'Accueil',
    messages: 'Messages',
    money: 'Argent',
    team: 'Équipe',
    settings: 'Paramètres',
    access: 'Accès à l’API',
    notices: 'Vos courriels',
  },
  notAllowed: 'Cette page ne fait pas partie de votre rôle',
  notAllowedText:
    'Votre rôle au bureau\u00a0: {role}. Si vous avez besoin de cette page, demandez à un propriétaire de votre équipe.',
  left: 'Votre accès a pris fin',
  leftText:
    'Vous ne faites plus partie de l’équipe de {program}. Si vous avez besoin du bureau, demandez à un propriétaire. Ce que vous avez réservé reste dans votre compte.',
  keys: { title: 'Touches', results: 'Parcourir les résultats', list: 'Cette liste', close: 'Fermer' },
  goOn: 'Aller à {place}',
}
