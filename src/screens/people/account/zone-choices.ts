/** Time zones of one region, with their names. */
export type ZoneGroup = { region: string; zones: { zone: string; words: string }[] }

/** The name of a time zone. */
export const zoneWords = (zone: string): string =>
  zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ')
const regionOf = (zone: string): string => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'UTC')

/** The time zones of the world by region, including the chosen one, even when it is an older alias. */
export function zoneChoices(existing: readonly string[], chosen: string): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup>()
  for (const zone of [...new Set([...existing, 'UTC', chosen])].sort()) {
    const region = regionOf(zone)
    const group = groups.get(region) ?? { region, zones: [] }
    group.zones.push({ zone, words: zoneWords(zone) })
    groups.set(region, group)
  }
  return [...groups.values()]
}
