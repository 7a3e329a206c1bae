import type { Event } from '#contract/offering/event'
import type { ProgramContext } from '../../../layouts/program-context.ts'

/** A package that opens an event, with its URL; null when it can no longer be bought. */
export type PackageLink = { name: string; href: string | null }

export function packageLinks(
  event: Pick<Event, 'packages'>,
  { features, to }: Pick<ProgramContext, 'features' | 'to'>,
): PackageLink[] {
  return event.packages.flatMap(({ id, object, name, is_discontinued }) => {
    const kind = object === 'session_package' ? 'session' : 'membership'
    const isShown = features?.[`${kind}s_enabled`] === true && !is_discontinued
    return [{ name, href: isShown ? to.package(kind, id) : null }]
  })
}
