import type { ProgramContext } from './program-context.ts'

/** What stands for a program in a tab and beside a phone's apps: its icon, its logo, or ours. */
export const programIcon = ({ preferences }: Pick<ProgramContext['program'], 'preferences'>): string =>
  preferences.icon ?? preferences.logo ?? '/favicon.png'
