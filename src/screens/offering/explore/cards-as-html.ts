import type { Text } from '../../../locales/choose-language.ts'
import { escaped, latePicture } from '../../../ui/as-noscript.ts'
import type { Card } from './card.ts'
import type { Month } from './group-by-month.ts'

/**
 * All cards of a page as one string, because rendering them as components costs more CPU than the database. Each
 * month's heading, with its number of events, is above its first card.
 */
export function cardsAsHtml(months: Month[], text: Text['explore']): string {
  if (months.length === 0) return ''
  const cards = months.flatMap(({ id, heading, count, cards }) => {
    const small = count && ` <small>${escaped(count)}</small>`
    const mark = `<h2 class="mark" id="${escaped(id)}">${escaped(heading)}${small}</h2>`
    return cards.map((card, index) => cardAsHtml(card, index === 0 ? mark : ''))
  })
  return `<ul class="cards wall" aria-label="${escaped(text.list)}">${cards.join('')}</ul>`
}

const spoken = (html: string, lang: string | undefined) =>
  lang ? `<span lang="${escaped(lang)}">${html}</span>` : html

function cardAsHtml(card: Card, mark: string): string {
  const price = card.price ? `<span class="price"><b>${escaped(card.price)}</b></span>` : ''
  return `<li class="card">${mark}<div class="${card.isFull ? 'leaf full' : 'leaf'}"><div>${latePicture(card.picture)}</div><p><span>${escaped(card.month)}</span> <b>${escaped(card.days)}</b> <span>${escaped(card.under)}</span></p></div>
<div class="say"><h3><a href="${escaped(card.href)}"${card.lang ? ` lang="${escaped(card.lang)}"` : ''}>${escaped(card.name)}</a></h3><p class="meta">${escaped(card.hours)}${card.places.map(({ name, lang }) => `, ${spoken(escaped(name), lang)}`).join('')}<br>${escaped(card.ages)}</p>${card.fits ? `<p class="meta">${escaped(card.fits)}</p>` : ''}<p>${price}${badgeAsHtml(card.badge)}</p></div></li>`
}

function badgeAsHtml(badge: Card['badge']): string {
  if (!badge) return ''
  const icon = badge.icon ? `<svg class="i" aria-hidden="true"><use href="#i-${escaped(badge.icon)}"></use></svg>` : ''
  return ` <span class="${badge.kind ? `badge ${badge.kind}` : 'badge'}">${icon} ${escaped(badge.words)}</span>`
}
