import type { Translations } from '../../contract/texts.ts'

type Named = { package_name: string; translations: Translations }

/** The name of a package as `package_name` in every language: its own row has it in `name`. */
export const packageNames = ({ package_name, translations: { language, ...others } }: Named): Named => ({
  package_name,
  translations: {
    ...(language && { language }),
    ...Object.fromEntries(Object.entries(others).map(([key, texts]) => [key, { package_name: texts['name'] ?? null }])),
  },
})
