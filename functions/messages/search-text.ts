/** A text as it is searched: small letters without accents, one space between words, so that "Éléna" is found by "elena". */
export const searchText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
