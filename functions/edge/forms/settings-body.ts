import { languages } from '../../contract/field-rules.ts'
import {
  currencyControl,
  flagBefore,
  type SettingField,
  settingControl,
  type SettingSection,
  settingSections,
} from '../../contract/organisation/settings-form.ts'
import { writtenAmount } from '../../contract/organisation/written-amount.ts'
import { decimalOf } from '../../organisation/organiser/program-file/file-amounts.ts'
import { isTicked } from '../read-form.ts'
import type { FormPost } from './form.ts'

const isSection = (name: string): name is SettingSection => Object.hasOwn(settingSections, name)

/** The fields of a section as the body of the call, with the version that the page showed. */
export function settingsBody(post: FormPost): object {
  const section = post.text('section')
  const fields: readonly SettingField[] = isSection(section) ? settingSections[section] : []
  const body: Record<string, unknown> = { version: post.text('version') }
  for (const field of fields) {
    const value = sentValue(post, field)
    if (value === undefined) continue
    const [group = '', name] = field.path.split('.')
    body[group] = name === undefined ? value : { ...(body[group] as object | undefined), [name]: value }
  }
  return body
}

/** The value of a control; undefined for one that the form does not have, and for a flag that did not change. */
function sentValue(post: FormPost, { path, kind, choices = [], isText, isRequired }: SettingField): unknown {
  const control = settingControl(path)
  const orNull = (text: string) => (text.trim() === '' && !isRequired ? null : text)
  if (kind === 'flag') {
    const isOn = isTicked(post.fields, control)
    return isOn === isTicked(post.fields, flagBefore(path)) ? undefined : isOn
  }
  if (kind === 'list') return choices.filter((choice) => isTicked(post.fields, settingControl(path, choice)))
  const perLanguage = languages.filter((language) => settingControl(path, language) in post.fields)
  if (isText && perLanguage.length > 0) {
    const texts = perLanguage.map((language) => [language, post.text(settingControl(path, language))] as const)
    const filled = texts.filter(([, text]) => text.trim() !== '')
    return filled.length === 0 ? orNull('') : Object.fromEntries(filled)
  }
  if (!(control in post.fields)) return undefined
  const text = post.text(control)
  if (kind === 'amount') {
    const currency = post.text(currencyControl)
    const amount = writtenAmount(text, currency)
    return amount === null ? orNull(text) : decimalOf(amount, currency)
  }
  return kind === 'number' && /^\d{1,4}$/.test(text) ? Number(text) : orNull(text)
}
