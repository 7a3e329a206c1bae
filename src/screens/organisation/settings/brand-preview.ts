import { accentRoles } from '#contract/offering/accent-roles'
import { roleNames } from '#contract/offering/colour-style'

/** Shows the colour that is typed on the preview of the brand. Without a usable colour it has the page's own. */
export function previewBrand(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-brand-colour]')
  const preview = document.querySelector<HTMLElement>('[data-brand-preview]')
  if (!field || !preview) return
  const show = () => {
    const roles = accentRoles(field.value.trim())
    for (const role of roleNames)
      if (roles) preview.style.setProperty(`--${role}`, `light-dark(${roles.light[role]}, ${roles.dark[role]})`)
      else preview.style.removeProperty(`--${role}`)
  }
  field.addEventListener('input', show)
  show()
}
