// The note about mails in the form of a scheduled export.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'export-mail-note-test-page.tsx'))

const opened = async (sends: 'S' | 'N') => {
  let isAnswered: () => void
  const answered = new Promise<void>((resolve) => (isAnswered = resolve))
  const page = await open((fresh) =>
    fresh.route('**/api/auth/scheduled_exports/mail*', async (route) => {
      await route.fulfill({ json: { sends } })
      isAnswered()
    }),
  )
  await answered
  return page
}

it('says that mails wait in the outbox when nobody sends them', async () => {
  const page = await opened('N')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toBe('organisation.settings.sender.nobodySends')
})

it('says nothing when the mails go out', async () => {
  const page = await opened('S')
  await page.waitForTimeout(300)
  expect(await page.getByRole('alert').count()).toBe(0)
})
