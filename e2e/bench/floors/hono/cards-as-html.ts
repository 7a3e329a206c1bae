type Option = { cost: number; minimum_age: number | null; maximum_age: number | null; left: number }
export type CardRow = {
  id: string
  program_id: string
  name: string
  type: string
  starts_at: number
  ends_at: number
  timezone: string
  currency: string
  picture_url: string | null
  options: string
  place: string | null
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)

const kept = new Map<string, Intl.DateTimeFormat>()
function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const cached = kept.get(name)
  if (cached) return cached
  const made = new Intl.DateTimeFormat('en-CA', options)
  kept.set(name, made)
  return made
}
const money = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD', minimumFractionDigits: 0 })

/**
 * Hand-written cards in one grid, with the month above its first card. They have the same words and elements as the
 * cards of the explore page.
 */
export function cardsAsHtml(rows: CardRow[]): string {
  let html = ''
  let latest = ''
  for (const row of rows) {
    const month = format(`m${row.timezone}`, { month: 'long', year: 'numeric', timeZone: row.timezone }).format(
      row.starts_at,
    )
    html += cardAsHtml(row, month === latest ? '' : `<h2 class="mark" id="${month}">${month}</h2>`)
    latest = month
  }
  return `<ul class="cards wall" aria-label="Events">${html}</ul>`
}

function cardAsHtml(row: CardRow, mark: string): string {
  const options = JSON.parse(row.options) as Option[]
  const { timezone: timeZone } = row
  const day = format(`d${timeZone}`, { day: 'numeric', timeZone })
  const [first, last] = [day.format(row.starts_at), day.format(row.ends_at)]
  const week = format(`w${timeZone}`, { weekday: 'short', timeZone })
  const hour = format(`h${timeZone}`, { hour: 'numeric', minute: '2-digit', timeZone })
  const costs = options.map(({ cost }) => cost)
  const [least, most] = [Math.min(...costs), Math.max(...costs)]
  const ages = [
    Math.min(...options.map(({ minimum_age: age }) => age ?? 0)),
    Math.max(...options.map(({ maximum_age: age }) => age ?? 99)),
  ]
  const left = options.reduce((sum, option) => sum + option.left, 0)
  const price = least === most ? money.format(least / 100) : `${money.format(least / 100)}–${money.format(most / 100)}`
  const badge =
    left === 0
      ? '<span class="badge out">Sold out</span>'
      : left < 6
        ? `<span class="badge few">${left} places left</span>`
        : ''
  const month = format(`M${timeZone}`, { month: 'short', timeZone })
  return `<li class="card">${mark}<div class="leaf"><div><noscript data-after-paint><img src="${escaped(row.picture_url ?? `/pictures/${row.type}.svg`)}" alt="" width="240" height="160" fetchpriority="low" loading="lazy"></noscript></div><p><span>${month.format(row.starts_at)}</span> <b>${first === last ? first : `${first}–${last}`}</b> <span>${week.format(row.starts_at)}–${week.format(row.ends_at)}</span></p></div><div class="say"><h3><a href="/pg/${row.program_id}/evt/${row.id}">${escaped(row.name)}</a></h3><p class="meta">${hour.format(row.starts_at)} to ${hour.format(row.ends_at)}, ${escaped(row.place ?? '')}<br>Ages ${ages[0]}–${ages[1]}</p><p><span class="price"><b>${price}</b></span> ${badge}</p></div></li>`
}
