import { expect, it, vi } from 'vitest'
import { saveContent } from './save-content.ts'

const reportThat = (answer: () => Promise<unknown>) => ({ save: vi.fn(answer) })

it('saves nothing for somebody who may not edit any more, or of whom that is not known', async () => {
  const report = reportThat(async () => undefined)
  expect(await saveContent(report, async () => false)).toBe('refused')
  expect(await saveContent(report, () => Promise.reject(new Error('offline')))).toBe('failed')
  expect(report.save).not.toHaveBeenCalled()
  expect(await saveContent(report, async () => true)).toBeNull()
  expect(report.save).toHaveBeenCalledOnce()
})

it('tells a save of another person from a service that does not answer', async () => {
  const failsWith = (message: string) => saveContent({ save: vi.fn().mockRejectedValue({ message }) }, async () => true)
  expect(await failsWith('ReportChanged')).toBe('conflict')
  expect(await failsWith('Unavailable')).toBe('failed')
})
