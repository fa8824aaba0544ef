import { expect, test } from 'vitest'
import { listTitleKey } from './audit-words.ts'

test('an exported list has the title of its screen in the reader’s language', () => {
  const titleOf = (target_type: string, tenant_name: string | null = 'Norte', event = 'list.exported') =>
    listTitleKey({ event, target_type, tenant_name })
  expect(titleOf('user')).toBe('nouns.user.title')
  expect(titleOf('user', null)).toBe('nouns.team.title')
  expect(titleOf('report_group')).toBe('nouns.report_group.title')
  expect(titleOf('mail')).toBe('nouns.mail.title')
  expect(titleOf('user', 'Norte', 'user.updated')).toBeNull()
})
