import type { EventRecord } from '../../offering/catalogue/event-record.ts'
import type { OrderedPlace } from './take-places.ts'

/** A place of an event's option as an order reads it: with its names in every language, at the option's price. */
export function eventBooking(
  record: Pick<EventRecord, 'id' | 'name' | 'type' | 'translations'>,
  option: Pick<EventRecord['options'][number], 'id' | 'name' | 'cost' | 'translations'>,
): OrderedPlace['booking'] {
  const inLanguage = (language: 'en' | 'fr') => ({
    title: record.translations[language]?.['name'] ?? null,
    option_title: option.translations[language]?.['name'] ?? null,
  })
  return {
    kind: 'event',
    source_id: record.id,
    option_id: option.id,
    title: record.name,
    option_title: option.name,
    translations: { language: record.translations.language ?? 'en', en: inLanguage('en'), fr: inLanguage('fr') },
    event_type: record.type,
    cost: option.cost,
  }
}
