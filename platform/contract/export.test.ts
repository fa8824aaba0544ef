import { expect, it } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { exportCall } from './export.ts'

it('Z1: a file of a list is hidden with the screens of its list, also where those are not its noun’s', () => {
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
