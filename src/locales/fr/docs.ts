import type { Text } from '../en.ts'

export const docs: Text['docs'] = {
  title: 'API de Muster',
  lead: 'Tous les appels auxquels ce site répond, tirés des règles mêmes qui vérifient les demandes.',
  asDocument: 'Le document OpenAPI',
  groups: 'Groupes d’appels',
  shapes: 'Formes',
  auth: {
    nobody: 'Sans connexion',
    bearer: 'Personne connectée\u00a0: jeton',
    basic: 'Client d’une organisation\u00a0: Basic',
  },
  parameters: 'Paramètres',
  body: 'Corps',
  answers: 'Réponses',
  example: 'Exemple',
  required: 'obligatoire',
}
