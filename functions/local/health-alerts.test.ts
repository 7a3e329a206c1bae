import { minuteMs } from '../contract/limits.ts'
import { describe, expect, it } from 'vitest'
import type { Health } from '../platform/health/health-rules.ts'
import { type AlertState, decideAlerts, type MachineState, mailed, newState, problemsOf } from './health-alerts.ts'

const begin = Date.UTC(2027, 5, 1)
const room = { free: 50e9, total: 100e9 }
const well = { problems: [] } as unknown as Health
const broken = (...problems: Health['problems']) => ({ problems }) as unknown as Health

/** Checks once a minute with that minute's problems, and returns the sent mails as `minute kind type`. */
function run(
  minutes: number,
  look: (minute: number) => Partial<MachineState>,
  serverIsUp = (_minute: number) => true,
): string[] {
  let state: AlertState = newState(begin)
  const mails: string[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    const now = begin + minute * minuteMs
    const problems = problemsOf({ health: well, disk: room, ...look(minute) }, state, now)
    const decided = decideAlerts(state, problems, now)
    // The state is serialised and parsed each time, as over a restart.
    state = JSON.parse(JSON.stringify(decided.state)) as AlertState
    for (const alert of serverIsUp(minute) ? decided.alerts : []) {
      state = mailed(state, alert, now)
      mails.push(`${minute} ${alert.kind} ${alert.type}`)
    }
  }
  return mails
}
const stuck = (is: boolean): Partial<MachineState> => (is ? { health: broken('outbox_stuck') } : {})
const between = (from: number, to: number) => (minute: number) => stuck(minute >= from && minute < to)

describe('alerts to the operator', () => {
  it.each<[string, number, (minute: number) => Partial<MachineState>, string[]]>([
    ['are not sent about a healthy site', 600, () => ({}), []],
    ['are not sent about a problem of one minute', 60, between(10, 11), []],
    [
      'are sent when a problem begins and, at least an hour later, when it is over',
      300,
      between(10, 30),
      ['12 outbox_stuck began', '72 outbox_stuck over'],
    ],
    [
      'report the end of a problem five minutes after it was last seen',
      300,
      between(10, 130),
      ['12 outbox_stuck began', '134 outbox_stuck over'],
    ],
    ['are sent once however long a problem lasts', 3000, between(10, 3000), ['12 outbox_stuck began']],
    [
      'treat a problem that recurs within an hour as one incident',
      300,
      (minute) => stuck(minute >= 10 && minute < 100 && minute % 10 < 8),
      ['12 outbox_stuck began', '102 outbox_stuck over'],
    ],
    [
      'are at least an hour apart, so a shorter second problem is not reported',
      400,
      (minute) => stuck((minute >= 10 && minute < 70) || (minute >= 80 && minute < 100)),
      ['12 outbox_stuck began', '74 outbox_stuck over'],
    ],
    [
      'are at least an hour apart, so a longer second problem is reported later',
      400,
      (minute) => stuck((minute >= 10 && minute < 70) || (minute >= 80 && minute < 200)),
      ['12 outbox_stuck began', '74 outbox_stuck over', '134 outbox_stuck began', '204 outbox_stuck over'],
    ],
    [
      'are separate for each kind of problem',
      100,
      (minute) =>
        minute < 50 ? { health: broken('clock_stopped', 'outbox_stuck'), disk: { free: 1e9, total: 100e9 } } : {},
      [
        '2 clock_stopped began',
        '2 outbox_stuck began',
        '2 disk_full began',
        '62 clock_stopped over',
        '62 outbox_stuck over',
        '62 disk_full over',
      ],
    ],
    ['report a site that does not respond', 20, () => ({ health: null }), ['2 site_unreachable began']],
    [
      'report a backup older than a day, but not its disk',
      60 * 30,
      () => ({ backup: { madeAt: begin, isOnSameDisk: true } }),
      [`${26 * 60 + 2} backups_old began`],
    ],
    [
      'wait a day for the first backup of a site',
      60 * 30,
      () => ({ backup: null }),
      [`${26 * 60 + 2} backups_old began`],
    ],
  ])('the operator gets one alert for each lasting problem: alerts %s', (_, minutes, look, mails) => {
    expect(run(minutes, look)).toEqual(mails)
  })

  it('a rejected alert is sent again each minute until it is outdated', () => {
    expect(run(300, between(10, 100), (minute) => minute > 40)).toEqual([
      '41 outbox_stuck began',
      '104 outbox_stuck over',
    ])
    expect(run(300, between(10, 30), (minute) => minute > 60)).toEqual([])
  })
})
