import type { CardEvent } from '#contract/offering/event'
import type { Locale } from '#contract/date-format'
import { type Shape, shapeOf } from '#contract/event-times'
import { rightSized } from '#contract/offering/picture-address'
import type { Program } from '#contract/offering/program'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { type Language, textIn } from '../../../locales/choose-language.ts'
import { leafWords } from '#contract/leaf-words'
import { limitWords } from '../../../locales/fact-words.ts'
import { shortHours, weekdaysOf } from '../../../locales/event-times.ts'
import { cardPrice } from '../../../locales/price-words.ts'
import { type SaleBadge, saleBadge } from '../../../locales/sale-badge.ts'
import { sceneOf } from '../../../ui/scenes.ts'
import { langOf } from '../../../locales/text-language.ts'

/** The content of a card, in the order a parent reads it. */
export type Card = {
  href: string
  name: string
  /** The language of the name, when it differs from the page's language. */
  lang: string | undefined
  picture: string
  month: string
  days: string
  under: string
  hours: string
  /** The places of the event, each with the language of its name, when that differs from the page's language. */
  places: { name: string; lang: string | undefined }[]
  ages: string
  price: string | null
  badge: SaleBadge | null
  /** Which members of the reader's family the event suits, on a page of one reader. */
  fits?: string | undefined
  isFull: boolean
  shape: Shape
}

export function placeWords(event: Pick<CardEvent, 'online_event' | 'venues'>, language: Language): string {
  if (event.online_event && event.venues.length === 0) return textIn(language).explore.online
  return event.venues.map(({ name }) => name).join(', ')
}

function agesOf(event: CardEvent, language: Language): string {
  const { explore, sale, shell } = textIn(language)
  const { minimum_age: minimum, maximum_age: maximum, genders } = event.options_brief
  const [only] = genders
  const ages = sale.shortAges({ minimum, maximum })
  return [ages, ...limitWords(event, explore), ...(genders.length === 1 && only ? [shell.genders[only]] : [])].join(
    ' · ',
  )
}

function badgeOf(event: CardEvent, program: Program, locale: Locale): SaleBadge | null {
  const { sale } = textIn(locale)
  if (event.status === 'cancelled') return { kind: 'stop', icon: 'x', words: sale.cancelled }
  if (event.has_external_registration) return { kind: null, icon: 'out', words: sale.partner }
  const { available_spots: places, sale_starts_at: opensAt } = event.order_availability
  return saleBadge(
    {
      status: event.options_brief.sale_status,
      places,
      opensAt,
      timezone: event.timezone,
      startsAt: event.starts_at,
      soldOutText: program.preferences.sold_out_text,
    },
    locale,
  )
}

/** True when the event is for members only and has no price of its own, because the package pays for it. */
const isInPackage = ({ options_brief, order_availability: { maximum_option_price: maxPrice } }: CardEvent): boolean =>
  options_brief.sale_status === 'restricted' && maxPrice?.cost.value === 0

/** The card of an event. */
export function cardOf(
  event: CardEvent,
  programContext: Pick<ProgramContext, 'program' | 'language' | 'locale' | 'to'>,
): Card {
  const { program, language, locale, to } = programContext
  const shape = shapeOf(event)
  const { minimum_option_price: minimum, maximum_option_price: maximum } = event.order_availability
  const badge = badgeOf(event, program, locale)
  return {
    href: to.event(event.id),
    name: event.name,
    lang: langOf(event, 'name'),
    picture: rightSized(
      event.picture_url ?? sceneOf(event.type),
      { program_id: program.id, kind: 'event', id: event.id },
      'small',
    ),
    ...leafWords(shape, weekdaysOf(event), locale),
    hours: shortHours(shape, locale),
    places:
      event.online_event && event.venues.length === 0
        ? [{ name: textIn(language).explore.online, lang: undefined }]
        : event.venues.map((venue) => ({ name: venue.name, lang: langOf(venue, 'name') })),
    ages: agesOf(event, language),
    price: isInPackage(event)
      ? textIn(language).event.withPackage.both
      : cardPrice({ minimum, maximum, currency: event.currency, selling: program.selling }, language),
    badge,
    isFull: badge?.kind === 'out',
    shape,
  }
}
