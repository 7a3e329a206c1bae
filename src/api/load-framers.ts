import { env } from 'cloudflare:workers'
import { pageFramers } from '../../functions/in-process.ts'
import { elsewhere } from './in-process.ts'

/** Which origins may frame a program's list. With an API elsewhere nobody may: the list is framed from there. */
export const loadFramers = async (programId: string): Promise<string[]> =>
  elsewhere ? [] : pageFramers(env, programId)
