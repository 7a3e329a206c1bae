import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { describe, expect, it } from 'vitest'
import { api } from '../api.ts'
import { describeApi } from '../api-description.ts'

const text = JSON.stringify(describeApi(api))

/**
 * Ambiguous paths of the specification: an appointment type called `programs` or `appointment_types`, or an order or
 * person called `contact_account_balances`. No id looks like that.
 */
const twofold = ['/v1/explore/{appointment_type_id}/attachments', '/v1/profile/{program_id}/contact_account_balances/']

/** The one call that a browser opens as a page: it redirects and has no body. */
const sendsOn = '~1v1~1oauth~1authorize'

describe('the OpenAPI document', () => {
  it('the document passes Spectral’s recommended rules', async () => {
    const linter = new spectral.Spectral()
    linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] })
    const findings = await linter.run(JSON.parse(text))
    expect(findings.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
  }, 120_000)

  it('the document passes Redocly’s recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const findings = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
    expect(
      findings
        .filter(
          ({ ruleId, message }) =>
            ruleId !== 'no-ambiguous-paths' || !twofold.some((address) => message.includes(address)),
        )
        .filter(
          ({ ruleId, location }) =>
            ruleId !== 'operation-2xx-response' || !location[0]?.pointer?.startsWith(`#/paths/${sendsOn}/get/`),
        )
        .map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
    ).toEqual([])
  }, 120_000)
})
