import { z } from 'zod'
import type { JobKind } from '#platform/server/jobs/job.ts'

/** The job of the noun tickets that computes the due times of a business unit again, after its service levels changed. */
export const applyKind = { name: 'service_level.apply', scope: 'tenant', input: z.object({}) } satisfies JobKind
