import { expect, it } from 'vitest'
import { moveAgeSentence } from './sentence.ts'

it.each([
  [
    1,
    null,
    'Léo will be 1 on May 3. This is for ages 1 and up.',
    'Léo aura 1 an le May 3. C’est pour les 1 an et plus.',
  ],
  [5, 5, 'Léo will be 1 on May 3. This is for age 5.', 'Léo aura 1 an le May 3. C’est pour les 5 ans.'],
  [
    null,
    1,
    'Léo will be 1 on May 3. This is for ages up to 1.',
    'Léo aura 1 an le May 3. C’est pour les 1 an et moins.',
  ],
  [6, 9, 'Léo will be 1 on May 3. This is for ages 6 to 9.', 'Léo aura 1 an le May 3. C’est pour les 6 à 9 ans.'],
])(
  'the sentence about ages from %s to %s names the person and the age limits in both languages',
  (minimum, maximum, english, french) => {
    const about = { name: 'Léo', years: 1, day: 'May 3', minimum, maximum }
    expect([moveAgeSentence(about, 'en'), moveAgeSentence(about, 'fr')]).toEqual([english, french])
  },
)
