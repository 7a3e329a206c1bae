/**
 * Says below each time of a day what the reader's own clock shows then, where it shows something else. What the program's
 * clock shows stands in the time itself, the words of hours and days stand in the page, and the device's clock is Date's
 * own: to read in Intl for it takes a phone longer than all else on the page.
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
