/** The header that asks the API for texts in a language; without it they come in the program's own. */
export const languageHeader = (language: string | null): Record<string, string> =>
  language === null ? {} : { 'Accept-Language': language }
