import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The same worker without one of the platform's own services, which stands beside it in the same process and would be counted as its work. */
export function configWithout(service: 'assets' | 'd1_databases', config: string): string {
  const { [service]: _service, ...others } = JSON.parse(readFileSync(config, 'utf8')) as Record<string, unknown>
  const path = join(config, `../without-${service.replace('_', '-')}.json`)
  writeFileSync(path, JSON.stringify(others))
  return path
}
