import type { Registration, SignedWaiver } from '#contract/booking/registration'
import type { ReadProfile } from './page-request.ts'

/** The signed waivers of registrations, by the id of the registration. */
export async function loadSignedWaivers(
  read: ReadProfile,
  registrations: readonly Pick<Registration, 'id' | 'waiver'>[],
): Promise<ReadonlyMap<string, SignedWaiver>> {
  const waivers = await Promise.all(
    registrations
      .filter(({ waiver }) => waiver !== null)
      .map(({ id }) => read<SignedWaiver>(`/v1/profile/registrations/${encodeURIComponent(id)}/waiver`)),
  )
  return new Map(waivers.flatMap((waiver) => (waiver ? [[waiver.registration_id, waiver] as const] : [])))
}
