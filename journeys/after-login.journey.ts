// One sign-in with a survey, a broadcast message and a mandatory term, answered by keyboard, one dialog after the other.
import { expect } from '@playwright/test'
import { broadcastCalls } from '#features/messaging/broadcasts/contract.ts'
import { readSurvey, updateSurvey } from '#features/messaging/survey/contract.ts'
import { acceptTerm, publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, type Portal, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const only = (text: string) => ({ 'pt-BR': text, 'en-US': '', es: '', 'pt-PT': '' })
/** The day in Brazil, where it is earlier than elsewhere. */
const day = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** Sends a change of a person; it must succeed. */
async function tellAs(portal: Portal, who: string, unit?: string) {
  const ask = await portal.rawAs(who, unit)
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await ask({ method, path: `/api/${path}`, ...(body ? { body } : {}) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
}

test('survey, broadcast and mandatory term come one after the other, and the keyboard answers them', async ({
  portal,
}) => {
  const platform = await tellAs(portal, people.platform, '')
  const admin = await tellAs(portal, people.admin)
  const askSurvey = async (enabled: 'S' | 'N') => {
    const { version } = await platform('GET', readSurvey.path)
    await platform('PUT', updateSurvey.path, { version, enabled })
  }
  await askSurvey('S')
  const message = { name: 'Parada de domingo', message: only('O portal para no domingo às 8h.') }
  const broadcast = await platform('POST', broadcastCalls.add.path, { ...message, starts_on: day(0), ends_on: day(1) })
  const body = only('Os dados destes relatórios ficam na empresa.')
  const said = {
    name: 'Sigilo',
    title: only('Sigilo'),
    body,
    condition: 'mandatory',
    place: 'after_login',
    active: 'S',
  }
  const term = await admin('POST', userTermCalls.add.path, { ...said, report_id: null })
  try {
    await admin('POST', publishTerm.path, { id: term['id'], version: 1 })
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
    await platform('DELETE', `${broadcastCalls.remove.path}?id=${String(broadcast['id'])}`)
    await admin('POST', acceptTerm.path, { id: term['id'], version: 1 })
    await admin('DELETE', `${userTermCalls.remove.path}?id=${String(term['id'])}`)
  }
})
