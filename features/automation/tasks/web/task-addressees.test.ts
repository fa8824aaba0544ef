import { describe, expect, it } from 'vitest'
import { largeAudience, type NotificationSettings } from './task-addressees.ts'

const task = (overrides: Partial<NotificationSettings>): NotificationSettings => ({
  repeat_policy: 'always',
  channels: ['portal'],
  target: 'chosen',
  send_to_self: true,
  people: [],
  groups: [],
  ...overrides,
})

describe('the question before a run by hand', () => {
  it('is asked for whole profiles, and for more than a few chosen people', () => {
    expect(largeAudience(task({ target: 'everybody' }))).toMatchObject({ target: 'everybody' })
    expect(largeAudience(task({ people: [1, 2], groups: [{ members: 30 }] }))).toEqual({ target: 'chosen', max: 33 })
  })

  it('is not asked for a few people, or when nobody is notified', () => {
    expect(largeAudience(task({ people: [1] }))).toBeNull()
    expect(largeAudience(task({ target: 'everybody', repeat_policy: 'only_execute_dax' }))).toBeNull()
    expect(largeAudience(task({ target: 'everybody', channels: ['webhook'] }))).toBeNull()
  })
})
