/**
 * Says below each time of a day what the reader's own clock shows then, where it shows something else. `own` is the zone
 * of his device. How each hour of a day is said stands in the page: with its words here, a page would load them as well.
 */
export function showOwnTimes(list: HTMLElement, note: HTMLElement | null, own: string): void {
  const { zone = '', time: words = '', note: noteWords = '', hours = '', minutes = '' } = list.dataset
  const clock = (timeZone: string, at: Date) => {
    const parts = new Intl.DateTimeFormat(document.documentElement.lang, { timeZone, weekday: 'short', hourCycle: 'h23', hour: 'numeric', minute: 'numeric' }).formatToParts(at)
    const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
    const [hour, minute] = [Number(part('hour')), part('minute').padStart(2, '0')]
    return { day: part('weekday'), hour: (minute === '00' ? hours : minutes).split('|')[hour]?.replace('{minute}', minute) ?? '' }
  }
  let shown = 0
  for (const each of list.querySelectorAll('time')) {
    const at = new Date(each.dateTime)
    const [theirs, mine] = [clock(zone, at), clock(own, at)]
    if (theirs.day === mine.day && theirs.hour === mine.hour) continue
    const line = document.createElement('span')
    line.className = 'fine muted'
    line.textContent = words.replace('{time}', `${theirs.day === mine.day ? '' : `${mine.day} `}${mine.hour}`)
    each.parentElement?.appendChild(line)
    shown += 1
  }
  if (shown > 0 && note) note.textContent = ` ${noteWords.replace('{place}', own.slice(own.lastIndexOf('/') + 1).replaceAll('_', ' '))}`
}
