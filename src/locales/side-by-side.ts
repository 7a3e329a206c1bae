/** Facts of one line, those there are, with a dot between them that never begins a line. */
export const sideBySide = (...facts: (string | null | undefined | false)[]): string =>
  facts.filter(Boolean).join('\u00a0· ')
