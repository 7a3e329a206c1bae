import { openApiAddress } from '../routes.ts'
import { apiFetch } from './api-client.ts'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema }
export type OpenApiResponse = { $ref?: string; description?: string; content?: Record<string, { schema?: Schema }> }
export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, OpenApiResponse>
}
export type OpenApi = {
  servers?: { url: string }[]
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, OpenApiResponse> }
}

/** The API's own OpenAPI description. */
export async function loadApiDescription(executionCtx: ExecutionContext): Promise<OpenApi> {
  const answer = await apiFetch(executionCtx)(openApiAddress)
  if (!answer.ok) throw new Error(`The API answered ${answer.status} for its description`)
  return answer.json()
}
