import { dayMs, hourMs } from '../../functions/contract/limits.ts'
import { makeAppointmentType } from '../../functions/test-bench/appointments.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { RoundResult } from './in-rounds.ts'

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export type Appointments = {
  programId: string
  type_id: string
  option_id: string
  /** A time a number of half hours after the first of the day after tomorrow. */
  timeAt: (index: number) => string
}

/** An appointment type of a program that is open day and night, half an hour each. */
export async function openAppointments(
  site: ProofSite,
  { programId, ...type }: { programId: string; spots_total?: number; resourceIds?: string[] },
): Promise<Appointments> {
  const { type_id, option_ids } = await makeAppointmentType(site.bench, programId, {
    opening_hours: [{ days: [...everyDay], from: '00:00', to: '24:00' }],
    ...type,
  })
  const first = (Math.floor(site.bench.now() / dayMs) + 2) * dayMs
  return {
    programId,
    type_id,
    option_id: option_ids[0],
    timeAt: (index) => new Date(first + (index * hourMs) / 2).toISOString(),
  }
}

/** The body that books a time. */
export const bookingBody = (
  { type_id, option_id, timeAt }: Appointments,
  input: { at: number; customer_profile_id: string; attendee_profile_id: string },
) => ({
  start_time: timeAt(input.at),
  appointment_type_id: type_id,
  appointment_option_id: option_id,
  customer_profile_id: input.customer_profile_id,
  attendee_profile_id: input.attendee_profile_id,
})

/** The result of a round in which all customers book one time and only one can have it. */
export function resultOfOneTime(answers: Answer[], taken: number): RoundResult {
  const won = answers.filter(({ status }) => status === 201).length
  const unexpected = answers.filter(({ status, body }) => status !== 201 && body?.type !== 'slot_taken')
  return {
    faults: [
      ...(won === 1 && taken === 1 ? [] : [`${won} customers are told that they have the time, ${taken} have it`]),
      ...unexpected.map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
    ],
    sums: {
      requests: answers.length,
      won,
      doubled: won > 1 ? 1 : 0,
      failed: answers.filter(({ status }) => status >= 500).length,
    },
  }
}
