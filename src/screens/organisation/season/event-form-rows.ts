/** Adds the row of an option at once. Without JavaScript, the button posts the form and its page has the row. */
export function addOptionRows(): void {
  const button = document.querySelector<HTMLButtonElement>('button[name=add]')
  const count = document.querySelector<HTMLInputElement>('input[name=options]')
  button?.addEventListener('click', (event) => {
    const last = [...document.querySelectorAll<HTMLElement>('[data-option]')].at(-1)
    if (!last || !count) return
    event.preventDefault()
    const added = emptyRowAfter(last)
    last.insertAdjacentElement('afterend', added)
    count.value = String(Number(added.dataset['option']) + 1)
    added.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus()
  })
}

function emptyRowAfter(last: HTMLElement): HTMLElement {
  const row = Number(last.dataset['option'])
  const added = last.cloneNode(true) as HTMLElement
  added.dataset['option'] = String(row + 1)
  for (const gone of added.querySelectorAll('.error, [data-seen]')) gone.remove()
  for (const number of added.querySelectorAll('[data-number]')) number.textContent = String(row + 2)
  for (const details of added.querySelectorAll('details')) details.open = false
  for (const input of added.querySelectorAll('input')) {
    input.checked = false
    if (input.type !== 'checkbox') input.value = ''
    for (const name of ['aria-invalid', 'aria-describedby']) input.removeAttribute(name)
  }
  for (const each of added.querySelectorAll('[id], [name], [for]'))
    for (const name of ['id', 'name', 'for']) {
      const text = each.getAttribute(name)
      if (text) each.setAttribute(name, text.replace(`option.${row}.`, `option.${row + 1}.`))
    }
  // Notes of a stored option are not about the new one.
  for (const hint of added.querySelectorAll('.hint')) hint.remove()
  return added
}

/** Opens the fields of a new place when it is chosen. */
export function openNewPlace(): void {
  const venue = document.querySelector<HTMLElement>('#venue')
  const fields = document.querySelector<HTMLDetailsElement>('[data-new-place]')
  venue?.addEventListener('change', () => {
    if (fields) fields.open = venue.matches(':has([value=new]:checked)')
  })
}

/** Posts a chosen picture at once, so that the page shows it. Without JavaScript, the button does. */
export function showChosenPicture(): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file][name=picture]')
  const button = document.querySelector<HTMLButtonElement>('button[name=show_picture]')
  input?.addEventListener('change', () => {
    if (input.files?.length && button) input.form?.requestSubmit(button)
  })
}
