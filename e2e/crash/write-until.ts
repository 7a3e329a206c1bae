import type { ProofSite } from '../proofs/proof-site.ts'
import { type Journey, Refused, takeStep } from './journey.ts'

/**
 * Sends the requests of the journeys of each writer one after the other, until the writer is stopped or disconnected.
 * Returns the refusals.
 */
export async function writeUntil(site: ProofSite, writers: Journey[][], isOver: () => boolean): Promise<string[]> {
  const refused: string[] = []
  await Promise.all(
    writers.map(async (journeys) => {
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
    }),
  )
  return refused
}

const maxSteps = 16

/**
 * Repeats every request without a response unchanged, and completes one journey in four, or the chosen journeys.
 * Journeys of one family run one after the other. Returns the journeys that could not continue.
 */
export async function goOn(
  site: ProofSite,
  begun: Journey[],
  isChosen = (index: number): boolean => index % 4 === 0,
): Promise<string[]> {
  const stuck: string[] = []
  const whole = new Set(begun.filter((_, index) => isChosen(index)))
  const families = new Map<Journey['family'], Journey[]>()
  for (const journey of begun) families.set(journey.family, [...(families.get(journey.family) ?? []), journey])
  await Promise.all(
    [...families.values()].map(async (journeys) => {
      for (const journey of journeys) stuck.push(...(await goOnWith(site, journey, whole.has(journey))))
    }),
  )
  return stuck
}

async function goOnWith(site: ProofSite, journey: Journey, isWhole: boolean): Promise<string[]> {
  try {
    if (journey.unanswered !== null) await takeStep(site, journey)
    for (let steps = 0; isWhole && steps < maxSteps && journey.next !== 'done'; steps += 1)
      await takeStep(site, journey)
    return isWhole && journey.next !== 'done' ? [`${journey.id} did not get beyond ${journey.next}`] : []
  } catch (error) {
    return [`${journey.id}: ${error instanceof Error ? error.message : String(error)}`]
  }
}
