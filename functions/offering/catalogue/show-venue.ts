import type { Address } from '../../contract/people/address.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Venue } from '../../contract/offering/program.ts'
import { localize, type Translations } from '../../contract/texts.ts'

type VenueRow = { id: string; name: string; address: Address; timezone: string; translations: Translations }

/** Builds the venue of the API. The lines of its address are among its texts. */
export function showVenue(venue: VenueRow, { contentLanguage }: { contentLanguage: Language | null }): Venue {
  const { address_line_1, address_line_2 } = venue.address
  const texts = localize(
    { name: venue.name, address_line_1, address_line_2, translations: venue.translations },
    contentLanguage,
  )
  return {
    id: venue.id,
    object: 'venue',
    name: texts.name,
    address: { ...venue.address, address_line_1: texts.address_line_1, address_line_2: texts.address_line_2 },
    timezone: venue.timezone,
    text_languages: texts.text_languages,
  }
}
