import type { Field } from './event.ts'

const healthWords =
  /allerg|medic|medec|medication|health|\bsante|asthm|epi-?pen|injector|inject|diet|regime|restriction|disab|handicap|special needs|besoins particuliers|illness|maladie|vaccin|immuni|diagnos|epilep|diabet|doctor|symptom|anaphyla/

/** True for a question about health, by its words in English or French: its answer is copied to no one and kept on no device. */
export const isHealthQuestion = ({ title, help }: Pick<Field, 'title' | 'help'>): boolean =>
  healthWords.test(
    `${title} ${help ?? ''}`
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  )
