import { preparedSite } from './prepared-site.ts'

/** Before any proof: they share one build and one empty database. */
export default async (): Promise<void> => void (await preparedSite())
