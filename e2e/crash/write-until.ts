import type { ProofSite } from '../proofs/proof-site.ts'
import { type Journey, Refused, takeStep } from './journey.ts'

/** Each writer goes through its journeys, one request after the other, until told to stop or the connection breaks. Answers what was refused. */
export async function writeUntil(site: ProofSite, writers: Journey[][], isOver: () => boolean): Promise<string[]> {
  const refused: string[] = []
  await Promise.all(writers.map(async (journeys) => {
    for (const journey of journeys) {
      while (journey.next !== 'done') {
        if (isOver()) return
        try {
          await takeStep(site, journey)
        } catch (error) {
          if (!(error instanceof Refused)) return
          refused.push(error.message)
          break
        }
      }
    }
  }))
  return refused
}

const mostSteps = 16

/** Brings every journey that was begun to its end, the unanswered request first and as it was. Answers what did not come to one. */
export async function finishJourneys(site: ProofSite, begun: Journey[]): Promise<string[]> {
  const stuck = await Promise.all(begun.map(async (journey) => {
    try {
      for (let steps = 0; steps < mostSteps && journey.next !== 'done'; steps += 1) await takeStep(site, journey)
      return journey.next === 'done' ? [] : [`${journey.id} did not get beyond ${journey.next}`]
    } catch (error) {
      return [`${journey.id}: ${error instanceof Error ? error.message : String(error)}`]
    }
  }))
  return stuck.flat()
}
