import { Hono } from 'hono'
import { ProgramFile, ProgramPlan, PutProgramQuery } from '../contract/organiser.ts'
import { InProgramId } from '../contract/program.ts'
import type { Worker } from '../context.ts'
import { describes } from '../middleware/describes.ts'
import { organiserClient } from '../middleware/organiser-client.ts'
import { valid } from '../middleware/validate.ts'
import { applyProgram } from './program-file/apply-program.ts'
import { exportProgram } from './program-file/export-program.ts'

const tag = 'organiser'

/** An organisation's own calls, with Basic credentials (decisions.md §24). */
export const organiserV1 = new Hono<Worker>()
  .get('/programs/:program_id', describes({ summary: 'Export a program as its file', tag, caller: 'organiser', answers: { 200: ProgramFile } }), organiserClient, valid('param', InProgramId), async (c) =>
    c.json(await exportProgram(c.var.ctx, c.req.valid('param')), 200))
  .put('/programs/:program_id', describes({
    summary: 'Apply the file of a program, or plan what it would change', tag, caller: 'organiser', answers: { 200: ProgramPlan },
    errors: ['required', 'not_found', 'transition_not_allowed', 'state_conflict', 'sold_out', 'has_future_registrations', 'feature_disabled'],
  }), organiserClient, valid('param', InProgramId), valid('query', PutProgramQuery), valid('json', ProgramFile), async (c) =>
    c.json(await applyProgram(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query'), file: c.req.valid('json') }), 200))
