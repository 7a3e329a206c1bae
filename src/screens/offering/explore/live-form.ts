type Found = { total: number; total_capped?: boolean }

/** The filters of a form as the query of its count, without empty fields and the language of the page. */
export const countQuery = (fields: Iterable<[string, FormDataEntryValue]>): URLSearchParams =>
  new URLSearchParams(
    [...fields].flatMap(([name, value]) => (value === '' || name === 'lang' ? [] : [[name, String(value)]])),
  )

/** The words of the button that shows the events of a form. */
export const countWords = ({ total, total_capped }: Found, words: DOMStringMap, language: string): string =>
  ((total === 0 ? words['none'] : total === 1 ? words['one'] : words['other']) ?? '').replace(
    '{count}',
    `${new Intl.NumberFormat(`${language}-CA`).format(total)}${total_capped ? '+' : ''}`,
  )

/** Shows the number of events for the fields of a filter form on its buttons, and offers the reader's family. */
async function enliven(form: HTMLFormElement): Promise<void> {
  const buttons = form.querySelectorAll<HTMLElement>('.apply button, .end button')
  const status = form.appendChild(Object.assign(document.createElement('p'), { className: 'vh' }))
  status.setAttribute('role', 'status')
  let latest = new AbortController()

  const update = async () => {
    latest.abort()
    latest = new AbortController()
    const { signal } = latest
    const query = countQuery(new FormData(form))
    const { count = '', own = '' } = form.dataset
    const answer = await fetch(`${query.has('for') ? own : count}${query}`, { signal }).catch(() => null)
    const found = answer?.ok ? ((await answer.json().catch(() => null)) as Found | null) : null
    if (signal.aborted || !found) return
    const words = countWords(found, form.dataset, document.documentElement.lang.slice(0, 2))
    for (const button of buttons) button.textContent = words
    status.textContent = words
  }
  form.addEventListener('input', update)
  void update()

  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })

  const family = form.querySelector<HTMLElement>('[data-family]')
  if (!family || !document.cookie.includes('signed_in=')) return
  const answer = await fetch(family.dataset['family'] ?? '').catch(() => null)
  const { people } = answer?.ok
    ? ((await answer.json()) as { people: { id: string; first_name: string }[] })
    : { people: [] }
  if (people.length > 0)
    family.replaceWith(
      ...people.map(({ id, first_name }) => {
        const label = Object.assign(document.createElement('label'), { className: 'tap' })
        label.appendChild(Object.assign(document.createElement('input'), { type: 'checkbox', name: 'for', value: id }))
        label.appendChild(document.createTextNode(` ${first_name}`))
        return label
      }),
    )
}

const form = typeof document === 'undefined' ? null : document.querySelector<HTMLFormElement>('#find')
if (form) void enliven(form)
