import type { FirstDay, FirstStep, FirstStepName } from '#contract/organisation/first-day'
import type { Text } from '../../../locales/choose-language.ts'
import type { DeskRoutes } from '../../../routes.ts'

/** A step as the page shows it. `href` is where it is done; null for a step that is done, and for a look at the site. */
export type FirstStepRow = {
  name: FirstStepName
  status: FirstStep['status']
  title: string
  text: string
  href: string | null
}

type To = Pick<DeskRoutes, 'settings' | 'newEvent' | 'editEvent'>

/** The page and the part of it where a step is done. */
function placeOf({ name, event_id }: FirstStep, to: To): string | null {
  if (name === 'brand') return `${to.settings()}#brand`
  if (name === 'payment') return `${to.settings()}#pay`
  if (name === 'look') return null
  const form = event_id === null ? to.newEvent() : to.editEvent(event_id)
  return name === 'place' ? `${form}#venue` : form
}

function textOf({ name, status, event_id }: FirstStep, words: Text['deskFirstDay']): string {
  if (status !== 'open') return ''
  return (name === 'place' || name === 'camp') && event_id !== null ? words.draft[name] : words.open[name]
}

/** The steps of the first day in their order. */
export const firstStepRows = ({ steps }: FirstDay, words: Text['deskFirstDay'], to: To): FirstStepRow[] =>
  steps.map((step) => ({
    name: step.name,
    status: step.status,
    title: words.steps[step.name],
    text: textOf(step, words),
    href: step.status === 'done' ? null : placeOf(step, to),
  }))

/** The step that the last form skipped, for its undo; null once it is open or done. */
export const skippedStep = ({ steps }: FirstDay, name: string | null): FirstStepName | null =>
  steps.find((step) => step.name === name && step.status === 'skipped')?.name ?? null
