import type { FirstStepName } from '#contract/organisation/first-day'

/** The texts of the first day of a program at the desk. */
export const deskFirstDay = {
  title: 'From nothing to a camp on sale',
  lead: (left: number) =>
    `${left === 1 ? 'One step is' : `${left} steps are`} left. Take them in any order, and skip what you don’t need.`,
  steps: {
    brand: 'Name and brand',
    payment: 'How families pay you',
    place: 'A place',
    camp: 'A camp on sale',
    look: 'Look at it as a parent',
  } satisfies Record<FirstStepName, string>,
  open: {
    brand: 'Add your logo or a colour. Families see them on every page.',
    payment:
      'Say how families pay at your office or by transfer. For cards, ask the people who run this site for a contract.',
    place: 'Add it in the form of your first camp, or choose “Online”.',
    camp: 'Enter dates, places and a price, then publish it.',
    look: 'See your site as families see it.',
  } satisfies Record<FirstStepName, string>,
  /** The step goes on in a draft. */
  draft: { place: 'Add it to your draft.', camp: 'Your draft is saved. Complete it, then publish it.' },
  status: { open: 'To do', done: 'Done', skipped: 'Skipped' },
  toSite: 'See your site',
  skip: 'Skip',
  undo: 'Undo',
  of: (act: string, step: string) => `${act}: ${step}`,
  skipped: (step: string) => `You skipped “${step}”.`,
  problem: 'Nothing was changed',
  sample: 'Want an example first? Add a sample season on the Season page, and take it out again when you like.',
  toSeason: 'Go to Season',
}
