import type { Text } from './en.ts'
import { docs } from './fr/docs.ts'
import { event } from './fr/event.ts'
import { explore } from './fr/explore.ts'
import { home } from './fr/home.ts'
import { missing } from './fr/missing.ts'
import { sale } from './fr/sale.ts'
import { shell } from './fr/shell.ts'

/** Every text in French, written for readers in Canada, not translated. */
export const fr: Text = { shell, home, explore, event, sale, missing, docs }
