/** Time zones of one region, with their names. */
export type ZoneGroup = { region: string; zones: { zone: string; words: string }[] }

/** The name of a time zone. */
export const zoneWords = (zone: string): string =>
  zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ')
const regionOf = (zone: string): string => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'UTC')

/** The zones of a country, with its name in the language of the page. */
export type OwnZones = { region: string; zones: readonly string[] }

/** The zones of a country (`CA`), as the runtime knows them. An older runtime knows none. */
export function zonesOfCountry(country: string, locale: string): OwnZones {
  const place = new Intl.Locale('und', { region: country }) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined
  }
  const region = new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
  return { region, zones: place.getTimeZones?.() ?? [] }
}

/**
 * The time zones of the world by region, with those of the own country first. The chosen zone is included, even when
 * it is an older alias.
 */
export function zoneChoices(existing: readonly string[], chosen: string, own: OwnZones): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup>()
  const ownZones = new Set(own.zones.filter((zone) => existing.includes(zone)))
  const all = new Set([...[...ownZones].sort(), ...[...existing, 'UTC', chosen].sort()])
  for (const zone of all) {
    const region = ownZones.has(zone) ? own.region : regionOf(zone)
    const group = groups.get(region) ?? { region, zones: [] }
    group.zones.push({ zone, words: zoneWords(zone) })
    groups.set(region, group)
  }
  return [...groups.values()]
}
