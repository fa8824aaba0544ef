import { expect, it } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { exportCall } from './export.ts'

it('Z1: an export is hidden with the screens of its list, also when the list names its own screens', () => {
  const list = call({
    method: 'GET',
    path: 'auth/things/all',
    summary: 'Things.',
    access: 'user.read',
    screens: ['tags', 'faq'],
    does: 'read',
    input: z.object({ page: z.number(), size: z.number() }),
    answers: z.unknown(),
  })
  expect(exportCall(list)).toMatchObject({ path: 'auth/things/export', screens: ['tags', 'faq'] })
})
