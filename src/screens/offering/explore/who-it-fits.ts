type Fits = {
  people: { id: string; first_name: string }[]
  events: { event_id: string; sentence: string; suits: boolean }[]
}

/**
 * Fills the list of family members, marks the cards that suit the chosen ones, and hides the others on request. Who was chosen is
 * stored on the device.
 */
async function showWhoItFits(box: HTMLElement, storage: Storage): Promise<void> {
  const { fits = '', who = '' } = box.dataset
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.card h3 a')]
  if (links.length === 0) return
  const key = `2021-03-04:who:${who}`
  const list = box.querySelector('ul') as HTMLElement
  const onlyLabel = box.querySelector(':scope > label') as HTMLElement
  const only = onlyLabel.querySelector('input') as HTMLInputElement
  const status = box.querySelector('[role=status]') as HTMLElement
  const cards = links.map((link) => link.closest('.card') as HTMLElement)
  const marks = cards.map((card) => card.querySelector('.mark'))
  let suits: ReadonlyMap<string, boolean> = new Map()
  const idOf = (link: HTMLAnchorElement) => link.pathname.split('/').pop() ?? ''

  async function load(): Promise<void> {
    const address = new URL(fits, location.href)
    for (const link of links) address.searchParams.append('event_id', idOf(link))
    for (const id of (storage.getItem(key) ?? '').split(' ')) if (id) address.searchParams.append('who', id)
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) show((await answer.json()) as Fits)
  }
  function show({ people, events }: Fits): void {
    const chosen = (storage.getItem(key) ?? '').split(' ')
    if (!list.firstChild)
      for (const { id, first_name } of people) {
        const label = document.createElement('label')
        const input = Object.assign(document.createElement('input'), { type: 'checkbox', value: id })
        input.checked = chosen.includes(id)
        label.appendChild(input)
        label.appendChild(document.createTextNode(` ${first_name}`))
        list.appendChild(document.createElement('li')).appendChild(label)
      }
    box.hidden = people.length === 0
    const sentences = new Map(events.map(({ event_id, sentence }) => [event_id, sentence]))
    for (const link of links) {
      const say = link.closest('.say')
      const line =
        say?.querySelector('.fits') ?? say?.querySelector('.meta')?.insertAdjacentElement('afterend', fitsLine())
      if (!(line instanceof HTMLElement)) continue
      line.textContent = sentences.get(idOf(link)) ?? ''
      line.hidden = line.textContent === ''
    }
    suits = new Map(events.map(({ event_id, suits }) => [event_id, suits]))
    hideOthers()
  }
  /** The heading of a month is above its first visible card. */
  function hideOthers(): void {
    onlyLabel.hidden = suits.size === 0
    if (onlyLabel.hidden) only.checked = false
    let mark: Element | null = null
    for (const [index, card] of cards.entries()) {
      mark = marks[index] ?? mark
      card.hidden = only.checked && suits.get(idOf(links[index] as HTMLAnchorElement)) === false
      if (card.hidden || !mark) continue
      card.insertBefore(mark, card.firstChild)
      mark = null
    }
    const count = cards.filter((card) => card.hidden).length
    const { one = '', other = '' } = status.dataset
    status.textContent = count === 0 ? '' : (count === 1 ? one : other).replace('{count}', `${count}`)
  }

  box.onchange = ({ target }) => {
    if (target === only) return hideOthers()
    storage.setItem(key, [...list.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value).join(' '))
    load()
  }
  await load()
}

function fitsLine(): HTMLElement {
  return Object.assign(document.createElement('p'), { className: 'meta fits' })
}

const box = document.querySelector<HTMLElement>('[data-who]')
if (box) void showWhoItFits(box, localStorage)
