import { expect, test } from 'vitest'
import { granteeOf, listTitleKey } from './audit-texts.ts'

test('an exported list has the title of its screen in the reader’s language', () => {
  const titleOf = (target_type: string, tenant_name: string | null = 'Norte', event = 'list.exported') =>
    listTitleKey({ event, target_type, tenant_name })
  expect(titleOf('user')).toBe('nouns.user.title')
  expect(titleOf('user', null)).toBe('nouns.team.title')
  expect(titleOf('report_group')).toBe('nouns.report_group.title')
  expect(titleOf('mail')).toBe('nouns.mail.title')
  expect(titleOf('user', 'Norte', 'user.updated')).toBeNull()
})

test('a grant is labelled by its person or user group', () => {
  const id = '0192a3b4-0000-7000-8000-00000000000a'
  expect(granteeOf(`user ${id}`)).toEqual({ type: 'user', id })
  expect(granteeOf(`group ${id}`)).toEqual({ type: 'user_group', id })
  expect(granteeOf('group_id')).toBeNull()
})
