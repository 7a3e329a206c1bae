import { docs } from './en/docs.ts'
import { event } from './en/event.ts'
import { explore } from './en/explore.ts'
import { home } from './en/home.ts'
import { missing } from './en/missing.ts'
import { sale } from './en/sale.ts'
import { shell } from './en/shell.ts'

/** Every text of the site's pages. English is the shape: French must fill it. */
export const en = { shell, home, explore, event, sale, missing, docs }
export type Text = typeof en
