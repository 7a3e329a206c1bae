import type { Text } from '../en.ts'

/** La journée sur une fiche, que l'appareil garde pour quand il n'y a pas de réseau. */
export const dayCard: Text['dayCard'] = {
  title: 'Votre journée',
  description: (program) => `Où aller, à quelle heure et quoi apporter chez ${program}.`,
  open: 'Fiche du jour',
  kept: (when) => `Pas de réseau pour l’instant. Voici ce qui était prévu le ${when}.`,
  offline:
    'Une fois ouverte, cette page reste lisible sur votre téléphone sans réseau, jusqu’à ce que vous vous déconnectiez.',
  call: (phone) => `Appeler le ${phone}`,
  write: 'Envoyer un courriel',
}
