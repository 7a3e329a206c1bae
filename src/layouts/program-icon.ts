import type { Visit } from './visit.ts'

/** What stands for a program in a tab and beside a phone's apps: its icon, its logo, or ours. */
export const programIcon = ({ preferences }: Pick<Visit['program'], 'preferences'>): string =>
  preferences.icon ?? preferences.logo ?? '/favicon.png'
