// The profile survey by keyboard: Escape puts the question off to the next sign-in, and an answer ends it. A position in the person's own
// words is trimmed, and stands among the answers that the administrator counts.
import { expect, type Page } from '@playwright/test'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { readSurvey, updateSurvey } from '#features/messaging/survey/contract.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const dialog = (page: Page) => page.getByRole('dialog')
const question = say('messaging.survey.dialog.question')

test('Escape puts the survey off to the next sign-in, and an answer in own words ends it @all', async ({ portal }) => {
  const platform = await portal.as(people.platform, '')
  const { version } = await platform(readSurvey, {})
  await platform(updateSurvey, { version, enabled: 'S' })

  await test.step('Escape: the question does not come back before the next sign-in', async () => {
    const page = await portal.pageOf(people.seller)
    await expect(dialog(page).getByText(question)).toBeVisible()
    await expect(dialog(page).getByRole('radio', { name: say('messaging.survey.positions.diretor') })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    // A survey that is due comes one second after the page.
    await page.reload()
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await page.getByRole('button', { name: say('frame.profile.menu') }).click()
    await expect(page.getByRole('menuitem', { name: say('frame.signOut') })).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('the next sign-in asks again, and wants the words of another position', async () => {
    const page = await portal.pageOf(people.seller, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const faults = faultsOf(page)
    await expect(dialog(page).getByText(question)).toBeVisible()
    await dialog(page)
      .getByRole('radio', { name: say('messaging.survey.positions.outro') })
      .check()
    const detail = dialog(page).getByRole('textbox', { name: say('messaging.survey.dialog.detail') })
    await expect(detail).toBeFocused()
    await page.keyboard.type('   ')
    await page.keyboard.press('Enter')
    await expect(
      dialog(page).getByText(say('general.field.required', { name: say('messaging.survey.dialog.detail') })),
    ).toBeVisible()
    await noViolations(page, 'survey')
    await fits(page, 'survey')
    await takePicture(page, 'test-results/survey-other-phone.png')
    // At most 80 characters are taken.
    await detail.fill('')
    await page.keyboard.type('x'.repeat(85))
    await expect(detail).toHaveValue('x'.repeat(80))
    await detail.fill('  Coordenadora de vendas ')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    expect(faults).toEqual([])
  })

  await test.step('the answer is counted, trimmed, and nobody is asked twice', async () => {
    const staff = await portal.pageOf(people.platform, { unit: '' })
    await staff.goto(portal.url('/survey', ''))
    await expect(staff.getByText(/^Coordenadora de vendas · 1$/)).toBeVisible()
    await noViolations(staff, 'answers of the survey')
    await takePicture(staff, 'test-results/survey-answers.png', { fullPage: true })
    const isAsked = async (email: string) => {
      const ask = await portal.rawAs(email)
      const { body: config } = await ask({ path: `/api/${readConfig.path}`, body: {} })
      return config['show_questionario_perfil']
    }
    expect([await isAsked(people.seller), await isAsked(people.manager)]).toEqual(['N', 'S'])
  })
})
