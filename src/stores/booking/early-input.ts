import type { Values } from '#contract/booking/form-controls'

/** The name and value of a form control; null for any other element. */
export function controlValue(target: unknown): [string, string | boolean] | null {
  if (target instanceof HTMLInputElement && target.name) {
    if (target.type === 'file') return null
    if (target.type === 'checkbox') return [target.name, target.checked]
    return target.type === 'radio' && !target.checked ? null : [target.name, target.value]
  }
  return (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) && target.name
    ? [target.name, target.value]
    : null
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLInputElement)
    return control.type === 'checkbox' || control.type === 'radio'
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  return (
    control instanceof HTMLSelectElement &&
    control.selectedOptions[0]?.defaultSelected === false &&
    // A browser selects the first option of a field that has no selected one.
    (control.selectedIndex > 0 || [...control.options].some(({ defaultSelected }) => defaultSelected))
  )
}

/** The input that was typed in a form, or in a part of it, before the script loaded. */
export function readEarlyInput(form: HTMLFormElement | HTMLFieldSetElement | null): Values {
  return Object.fromEntries(
    [...(form?.elements ?? [])].filter(isChanged).flatMap((control) => {
      const typed = controlValue(control)
      return typed ? [typed] : []
    }),
  )
}

/** What a form sends, after its hidden fields got these values. A field that the form does not have is left out. */
export function readForm(form: HTMLFormElement | null, hidden: Record<string, string>): FormData {
  for (const input of form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? []) {
    const value = hidden[input.name]
    if (value !== undefined) input.value = value
  }
  return new FormData(form ?? undefined)
}
