/**
 * Adds the reader's own time below each time of a day, when the two differ. The server puts the program's time and
 * the words for hours and days into the page, and `Date` converts the time. A phone would load `Intl` for longer than
 * the whole page.
 */
export function showOwnTimes(list: HTMLElement, note: HTMLElement | null): void {
  const { time: words = '', note: noteWords = '', hours = '', minutes = '', days = '' } = list.dataset
  let count = 0
  for (const each of list.querySelectorAll('time')) {
    const [own, theirs] = [new Date(each.dateTime), new Date(`${each.dateTime.slice(0, 19)}Z`)]
    const isSameDay = own.getDay() === theirs.getUTCDay()
    if (isSameDay && own.getHours() === theirs.getUTCHours() && own.getMinutes() === theirs.getUTCMinutes()) continue
    const label = (own.getMinutes() === 0 ? hours : minutes)
      .split('|')
      [own.getHours()]?.replace('{minute}', String(own.getMinutes()).padStart(2, '0'))
    const line = document.createElement('span')
    line.className = 'fine muted'
    line.textContent = words.replace('{time}', `${isSameDay ? '' : `${days.split('|')[own.getDay()]} `}${label}`)
    each.parentElement?.appendChild(line)
    count += 1
  }
  if (count > 0 && note) note.textContent = ` ${noteWords}`
}
