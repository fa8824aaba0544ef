import { expect, it } from 'vitest'
import { type DueMessage, refusalOf } from './rules.ts'

const author = (profile: string, toggles: string[] = []) => ({ profile, staff: null, toggles })
const reader = author('user', ['create_notifications'])
const toGroups: Omit<DueMessage, 'author'> = { target: 'chosen', people: 0, foreign_groups: 0 }

it.each<[string, DueMessage, ReturnType<typeof refusalOf>]>([
  ['an administrator, to everybody', { ...toGroups, author: author('admin'), target: 'everybody' }, null],
  ['an administrator, to groups of others', { ...toGroups, author: author('admin'), foreign_groups: 2 }, null],
  ['a reader with the toggle, to own groups', { ...toGroups, author: reader }, null],
  ['a reader without the toggle', { ...toGroups, author: author('user') }, 'right_lost'],
  ['nobody who may sign in', { ...toGroups, author: null }, 'author_gone'],
  ['a former administrator, to everybody', { ...toGroups, author: reader, target: 'everybody' }, 'right_lost'],
  ['a former administrator, to a person', { ...toGroups, author: reader, people: 1 }, 'right_lost'],
  ['a reader who left a group', { ...toGroups, author: reader, foreign_groups: 1 }, 'groups_left'],
  ['somebody with an unknown profile', { ...toGroups, author: author('owner') }, 'right_lost'],
])('on its first day the right to send a message is checked again: %s', (_, due, refusal) => {
  expect(refusalOf(due)).toBe(refusal)
})
