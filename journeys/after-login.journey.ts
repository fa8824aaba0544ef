// One sign-in with a survey, a broadcast message and a mandatory term, answered by keyboard, one dialog after the other.
import { expect } from '@playwright/test'
import { broadcastCalls } from '#features/messaging/broadcasts/contract.ts'
import { readSurvey, updateSurvey } from '#features/messaging/survey/contract.ts'
import { acceptTerm, publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const only = (text: string) => ({ 'pt-BR': text, 'en-US': '', es: '', 'pt-PT': '' })
/** The day in Brazil, where it is earlier than elsewhere. */
const day = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

test('survey, broadcast and mandatory term come one after the other, and the keyboard answers them', async ({
  portal,
}) => {
  const platform = await portal.as(people.platform, '')
  const admin = await portal.as(people.admin)
  const askSurvey = async (enabled: 'S' | 'N') => {
    const { version } = await platform(readSurvey, {})
    await platform(updateSurvey, { version, enabled })
  }
  await askSurvey('S')
  const message = { name: 'Parada de domingo', message: only('O portal para no domingo às 8h.') }
  const broadcast = await platform(broadcastCalls.add, { ...message, starts_on: day(0), ends_on: day(1) })
  const body = only('Os dados destes relatórios ficam na empresa.')
  const said = {
    name: 'Sigilo',
    title: only('Sigilo'),
    body,
    condition: 'mandatory',
    place: 'after_login',
    active: 'S',
  } as const
  const term = await admin(userTermCalls.add, { ...said, report_id: null })
  try {
    await admin(publishTerm, { id: term.id, version: 1 })
    for (const [width, who] of [
      [1280, people.otherSeller],
      [390, people.seller],
    ] as const) {
      const page = await portal.pageOf(who, { viewport: { width, height: 844 } })
      const faults = faultsOf(page)
      const dialog = page.getByRole('dialog')
      const look = async (what: string) => {
        await expect(dialog).toHaveCount(1)
        await noViolations(page, what)
        await fits(page, what)
        await takePicture(page, `test-results/after-login-${what}-${String(width)}.png`)
      }
      await expect(dialog.getByText(say('messaging.survey.dialog.question'))).toBeVisible()
      await look('survey')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await expect(dialog.getByRole('radio', { name: say('messaging.survey.positions.supervisor') })).toBeChecked()
      await page.keyboard.press('Enter')

      await expect(dialog.getByText('O portal para no domingo às 8h.')).toBeVisible()
      await look('broadcast')
      // Escape closes it until the next sign-in.
      await page.keyboard.press('Escape')

      await expect(dialog.getByText('Os dados destes relatórios ficam na empresa.')).toBeVisible()
      await look('term')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(1)
      await dialog.getByRole('checkbox', { name: say('organisation.userTerms.dialog.agree') }).focus()
      await page.keyboard.press('Space')
      await dialog.getByRole('button', { name: say('organisation.userTerms.dialog.accept') }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      expect(faults).toEqual([])

      // The next sign-in brings the message only, which is then dismissed for good.
      const again = await portal.pageOf(who)
      await expect(again.getByRole('dialog').getByText('O portal para no domingo às 8h.')).toBeVisible()
      await again
        .getByRole('dialog')
        .getByRole('button', { name: say('messaging.broadcasts.dialog.dismiss') })
        .press('Enter')
      await expect(again.getByRole('dialog')).toHaveCount(0)
    }
  } finally {
    await askSurvey('N')
    await platform(broadcastCalls.remove, { id: broadcast.id })
    await admin(acceptTerm, { id: term.id, version: 1 })
    await admin(userTermCalls.remove, { id: term.id })
  }
})
