type Lifecycle = 'upcoming' | 'ongoing' | 'ended'

/** Where an event stands in time. The instant of its end still belongs to it. */
export function lifecycleOf(event: { starts_at: number; ends_at: number }, now: number): Lifecycle {
  if (now < event.starts_at) return 'upcoming'
  return now <= event.ends_at ? 'ongoing' : 'ended'
}
