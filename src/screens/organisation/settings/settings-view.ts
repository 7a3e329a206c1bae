import { currencyDigits } from '#contract/display-money'
import type { Language } from '#contract/field-rules'
import type { ProgramSettings } from '#contract/organisation/organiser-event'
import {
  type SettingField,
  settingControl,
  type SettingPath,
  type SettingSection,
  settingSections,
} from '#contract/organisation/settings-form'
import { amountForField } from '#contract/organisation/written-amount'
import type { FormFailure } from '../../../api/page-request.ts'
import { fieldError, typedIn } from '../../people/account/form-words.ts'

/** A control of the page: of a text one for each language of the program. */
export type SettingControl = Omit<SettingField, 'path'> & {
  path: SettingPath
  name: string
  lang: string | null
  value: string
  isOn: boolean
  /** How a flag is stored, which the form sends with it. */
  wasOn: boolean
  chosen: readonly string[]
  error: string | null
}

/** The value of a setting by its path. */
function valueAt(program: ProgramSettings, path: string): unknown {
  const [group = '', name] = path.split('.')
  const value = (program as Record<string, unknown>)[group]
  return name === undefined ? value : (value as Record<string, unknown>)[name]
}

/** A text in one language. A text without languages is in the program's own. */
function textIn(value: unknown, { lang, own }: { lang: string | null; own: string }): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return lang === null || lang === own ? String(value) : ''
  return String((value as Record<string, string | undefined>)[lang ?? own] ?? '')
}

/** A decimal amount as a field shows it, such as `99.50`. */
function amountIn(value: unknown, currency: string, language: Language): string {
  const minor = Math.round(Number(value) * 10 ** currencyDigits(currency))
  return amountForField(minor, currency, language)
}

/** The controls of a section with what is stored, or with what was typed in a refused form of it. */
export function controlsOf(
  section: SettingSection,
  program: ProgramSettings,
  refused: FormFailure | null,
  language: Language = 'en',
): SettingControl[] {
  const failure = refused?.values['section'] === section ? refused : null
  const { languages, language: own } = program
  return settingSections[section].flatMap((field: SettingField) => {
    const stored = valueAt(program, field.path)
    const parts = field.isText && languages.length > 1 ? languages : [null]
    const { isRequired, ...rest } = field
    return parts.map((lang): SettingControl => {
      const isOwn = lang === null || lang === own
      const name = settingControl(field.path, lang)
      const wasOn = stored === true || (typeof stored === 'object' && stored !== null)
      const listed = Array.isArray(stored) ? stored.map(String) : []
      return {
        ...rest,
        // A translation may come later.
        ...(isRequired && isOwn ? { isRequired } : {}),
        path: field.path as SettingPath,
        ...{ name, lang },
        value: typedIn(
          failure,
          name,
          field.kind === 'amount'
            ? amountIn(stored, program.default_currency, language)
            : textIn(stored, { lang, own }),
        ),
        isOn: failure ? typedIn(failure, name) === 'on' : wasOn,
        wasOn,
        chosen: failure
          ? (field.choices ?? []).filter((choice) => typedIn(failure, settingControl(field.path, choice)) === 'on')
          : listed,
        error:
          (lang === null ? null : fieldError(failure, `${field.path}.${lang}`)) ??
          (isOwn ? fieldError(failure, field.path) : null),
      }
    })
  })
}

/** True when another member changed the program after the page of a refused form was read. */
export const isStale = (failure: FormFailure | null): boolean =>
  failure?.type === 'state_conflict' && failure.param === 'version'

/** What a refused form had typed and what is stored now, for each control in which they differ. */
export function differences(
  section: SettingSection,
  program: ProgramSettings,
  failure: FormFailure,
  language: Language = 'en',
): { path: SettingPath; lang: string | null; typed: string; stored: string }[] {
  const now = controlsOf(section, program, null, language)
  return controlsOf(section, program, failure, language).flatMap(({ path, lang, kind, ...typed }, at) => {
    const stored = now[at]
    if (!stored) return []
    const shown = ({ value, isOn, chosen }: Pick<SettingControl, 'value' | 'isOn' | 'chosen'>) =>
      kind === 'flag' ? String(isOn) : kind === 'list' ? chosen.join(', ') : value
    return shown(typed) === shown(stored) ? [] : [{ path, lang, typed: shown(typed), stored: shown(stored) }]
  })
}
