import type { APIRoute } from 'astro'
import { webManifest } from '../../../layouts/web-manifest.ts'

export const GET: APIRoute = async ({ locals }) => {
  const programContext = await locals.programContext
  if (!programContext)
    return new Response('There is no such program.\n', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return Response.json(webManifest(programContext), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=300' },
  })
}
