// The sentences that only the browser says, of all that tells people something: notifications, templates, broadcast, survey, user terms,
// questions, updates, and the page of a blocked pop-up. Each is written here as the specification or the product words it, and read on a
// page in four languages. The sentences are journeys/told-sentences/; those of the server are in apps/server/told-sentences.db.test.ts.
import { expect, type Page } from '@playwright/test'
import { broadcastCalls } from '#features/messaging/broadcasts/contract.ts'
import { changelogEntryCalls } from '#features/messaging/changelog/contract.ts'
import { faqEntryCalls } from '#features/messaging/faq/contract.ts'
import { deleteNotifications } from '#features/messaging/notifications/contract.ts'
import { addMessage } from '#features/messaging/messages/contract.ts'
import { templateCalls } from '#features/messaging/templates/contract.ts'
import { readProfile, updateProfile } from '#features/people/profile/contract.ts'
import { readSurvey, updateSurvey } from '#features/messaging/survey/contract.ts'
import { acceptTerm, publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { faultsOf, fits, noViolations, people, test, takePicture } from './portal.ts'
import { type Place, said } from './told-sentences/all.ts'
import { keepToasts, type Reader, reader, speakers } from './told-sentences/reader.ts'
import type { Sentence } from './told-sentences/in-languages.ts'

const inAll = (text: string) => ({
  'pt-BR': text,
  'en-US': `${text} (en)`,
  es: `${text} (es)`,
  'pt-PT': `${text} (pt)`,
})
const day = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

const browsers = ['Google Chrome', 'Microsoft Edge', 'Mozilla Firefox', 'Apple Safari', 'Opera']

test('every sentence of what tells people something is read on a page, in four languages @all', async ({
  portal,
  browser,
}) => {
  const readers = speakers.map(({ language }) => reader(language))
  const platform = await portal.as(people.platform, '')
  const admin = await portal.as(people.admin)
  const [adminPage, platformPage] = await Promise.all([
    portal.pageOf(people.admin, { viewport: { width: 1280, height: 1600 } }),
    portal.pageOf(people.platform, { unit: '', viewport: { width: 1280, height: 1600 } }),
  ])
  const faults = [faultsOf(adminPage), faultsOf(platformPage)]
  // In force from the next load, which begins each language.
  for (const page of [adminPage, platformPage]) await keepToasts(page)
  const inEachLanguage = async (read: (here: Reader, at: number) => Promise<void>, ...pages: Page[]) => {
    for (const [at, here] of readers.entries()) {
      for (const page of pages) await here.speak(page)
      await read(here, at)
    }
  }

  // The demo world has updates.
  for (const { id } of (await platform(changelogEntryCalls.list, {})).data)
    await platform(changelogEntryCalls.remove, { id })

  await test.step('nothing is there yet: each page says what to do', () =>
    inEachLanguage(
      async ({ says, show }) => {
        for (const [path, place] of [
          ['/notifications/templates', 'templates'],
          ['/user_terms', 'terms'],
          ['/faq/entries', 'faqWriting'],
          ['/notifications/messages', 'messages'],
          ['/notifications/maintenance', 'maintenance'],
          ['/changelog', 'timelineEmpty'],
        ] as const) {
          await show(adminPage, path)
          await says(adminPage, place)
        }
        for (const [path, place] of [
          ['/updates', 'updates'],
          ['/broadcasts', 'broadcasts'],
          ['/survey', 'surveyPage'],
          ['/notifications', 'centreEmpty'],
        ] as const) {
          await show(platformPage, path)
          await says(platformPage, place)
        }
      },
      adminPage,
      platformPage,
    ))

  await test.step('pages before the sign-in', async () => {
    for (const [at, { says, text, speak, press, language }] of readers.entries()) {
      const { width, colorScheme } = speakers[at] ?? speakers[0]
      const options = { viewport: { width, height: 844 }, colorScheme } as const
      const page = await (await browser.newContext(options)).newPage()
      faults.push(faultsOf(page))
      const look = async (what: string) => {
        await fits(page, `${what} in ${language}`)
        await noViolations(page, `${what} in ${language}`)
        await takePicture(page, `test-results/told-${what}-${language}.png`, { fullPage: true })
      }
      await page.goto(portal.url('/faq'))
      await expect(page.getByRole('heading').first()).toBeVisible()
      await speak(page)
      await says(page, 'faqEmpty')
      await look('faq-empty')
      await page.goto(portal.url('/popup_blocked'))
      for (const name of browsers) {
        const step = page.getByRole('button', { name: new RegExp(`^${name}`) })
        if ((await step.getAttribute('aria-expanded')) === 'false') await step.click()
        await expect(step).toHaveAttribute('aria-expanded', 'true')
        const own = name.toLowerCase().split(' ').at(-1) as 'chrome' | 'edge' | 'firefox' | 'safari' | 'opera'
        await expect(page.getByText(text(said.popup[own]))).toBeVisible()
      }
      await says(page, 'popupPage')
      await look('popup')
      await page.goto(portal.url(`/unsubscribe/${'a'.repeat(43)}.${'b'.repeat(43)}`))
      await says(page, 'mailEnd')
      await press(page, said.mailEnd.action)
      await says(page, 'mailEnded')
      await look('mail-end')
      await page.context().close()
    }
  })

  const question = { question: inAll('Como entro?'), answer: inAll('<p>Com o e-mail.</p>') }
  await admin(faqEntryCalls.add, question)
  await admin(faqEntryCalls.add, { ...question, question: inAll('Quem ajuda?') })
  const recovery = { type: 'password_recovery', subject: inAll('Senha'), body: inAll('<p>{{link}}</p>') } as const
  await admin(templateCalls.add, recovery)
  const message: SentOf<typeof addMessage> = {
    title: inAll('Inventário'),
    body: inAll('<p>Contamos na sexta.</p>'),
    target: 'everybody',
    group_ids: [],
    user_ids: [],
    login_notice: 'S',
    starts_on: null,
    ends_on: null,
  }
  const { id: notice } = await admin(addMessage, message)
  await admin(addMessage, { ...message, title: inAll('Balanço'), starts_on: day(3) })

  const term = {
    body: inAll('<p>Os dados ficam na empresa.</p>'),
    place: 'after_login',
    report_id: null,
    active: 'S',
  } as const
  const { id: mandatory } = await admin(userTermCalls.add, { ...term, title: inAll('Sigilo'), condition: 'mandatory' })
  const care = { ...term, title: inAll('Cuidados'), condition: 'informative' } as const
  const { id: informative } = await admin(userTermCalls.add, care)

  await test.step('an administrator writes notifications, templates, terms and questions', () =>
    inEachLanguage(async ({ says, show, speak, press, text, language }) => {
      await show(adminPage, '/notifications/messages/add')
      await says(adminPage, 'messageForm')
      await adminPage.locator('select[name="target"]').selectOption('chosen')
      await says(adminPage, 'messageChosen')
      await press(adminPage, said.actions.send)
      await says(adminPage, 'requiredTitle')
      await press(adminPage, said.importHtml.import)
      await says(adminPage, 'importHtml')
      await adminPage.keyboard.press('Escape')
      await speak(adminPage)
      await show(adminPage, '/notifications/messages')
      await says(adminPage, 'messageList')

      await show(adminPage, '/notifications/templates/add')
      await says(adminPage, 'templateForm', 'templateTypes')
      await adminPage.locator('select[name="type"]').selectOption('password_recovery')
      await press(adminPage, said.templateForm.start)
      await press(adminPage, said.templateForm.test)
      await says(adminPage, 'templateTest')
      await press(adminPage, said.actions.add)
      await says(adminPage, 'templateTaken')
      await speak(adminPage)

      await show(adminPage, '/faq/entries/add')
      await says(adminPage, 'faqForm')
      await show(adminPage, '/faq/entries')
      await press(adminPage, said.faqOrder.open)
      await says(adminPage, 'faqOrder')
      await adminPage.keyboard.press('Escape')

      await show(adminPage, '/user_terms/add')
      await says(adminPage, 'termForm')
      const box = (label: Sentence, end = '') =>
        adminPage.getByRole('textbox', { name: new RegExp(`^${text(label)}${end}`) }).first()
      await box(said.termForm.title).fill(`Uso ${language}`)
      await box(said.termForm.body, ' · ').fill('Sigilo')
      await press(adminPage, said.actions.add)
      await says(adminPage, 'termAdded')
      await adminPage.getByRole('button', { name: /1$/ }).click()
      await says(adminPage, 'termPublication')
      await press(adminPage, said.actions.no)
      await show(adminPage, '/user_terms')
      await says(adminPage, 'termList')
      for (const place of ['usersPerReport', 'reportsPerUser'] as const) {
        await show(adminPage, `/notifications/${place === 'usersPerReport' ? 'users_per_report' : 'reports_per_user'}`)
        await says(adminPage, place)
      }
    }, adminPage))

  const news = {
    title: inAll('Filtros'),
    body: inAll('Novos.'),
    kind: 'system_update',
    day: day(0),
    sent: 'S',
  } as const
  for (const name of ['Filtros', 'Favoritos', 'Impressão', 'Busca'])
    await platform(changelogEntryCalls.add, { ...news, title: inAll(name) })
  await platform(changelogEntryCalls.add, { ...news, title: inAll('Versão'), kind: 'new_version', sent: 'N' })
  await platform(changelogEntryCalls.add, { ...news, title: inAll('Ajuste'), kind: 'improvement', day: day(9) })
  const broadcast = {
    name: 'Parada',
    message: inAll('<p>O portal para no domingo.</p>'),
    starts_on: day(0),
    ends_on: null,
  }
  await platform(broadcastCalls.add, broadcast)
  await platform(broadcastCalls.add, { ...broadcast, name: 'Festa', starts_on: day(9) })

  await test.step('the staff of the platform write updates and broadcasts, and read their notifications', () =>
    inEachLanguage(
      async ({ says, show, press, text }) => {
        for (const [path, place] of [
          ['/updates/add', 'updateForm'],
          ['/updates', 'updateList'],
          ['/broadcasts/add', 'broadcastForm'],
          ['/broadcasts', 'broadcastList'],
        ] as const) {
          await show(platformPage, path)
          await says(platformPage, place)
        }
        await show(platformPage, '/survey')
        await platformPage.getByRole('switch', { name: text(said.surveyPage.enabled) }).click()
        await press(platformPage, said.actions.save)
        await says(platformPage, 'done')
        await show(platformPage, '/notifications')
        await says(platformPage, 'centre', 'copies')
        await press(platformPage, said.centre.deleteRead)
        await says(platformPage, 'deleteRead')
        await press(platformPage, said.actions.no)
        // Its row leads to what it is about.
        const link = platformPage.getByRole('row').nth(1).getByRole('link').first()
        await show(platformPage, String(await link.getAttribute('href')).replace(/\/open$/, ''))
        await says(platformPage, 'notification')
        await press(platformPage, said.notification.delete)
        await says(platformPage, 'notificationDeleted')
        await show(adminPage, '/changelog')
        await says(adminPage, 'timeline')
      },
      adminPage,
      platformPage,
    ))

  for (const { who, language } of speakers) {
    const ask = await portal.as(who)
    const { version } = await ask(readProfile, {})
    await ask(updateProfile, { version, language })
  }
  const { version } = await platform(readSurvey, {})
  await platform(updateSurvey, { version, enabled: 'S' })
  for (const id of [mandatory, informative]) {
    await admin(publishTerm, { id, version: 1 })
    await admin(acceptTerm, { id, version: 1 })
  }

  await test.step('a person is greeted: survey, broadcast, terms and notices', async () => {
    for (const [at, { says, press, text, language }] of readers.entries()) {
      const { who, width, colorScheme } = speakers[at] ?? speakers[0]
      const viewport = { width, height: 844 }
      const page = await portal.pageOf(who, { viewport, colorScheme })
      faults.push(faultsOf(page))
      const dialog = page.getByRole('dialog')
      const look = async (what: string) => {
        await expect(dialog).toHaveCount(1)
        await fits(page, `${what} in ${language}`)
        await takePicture(page, `test-results/told-${what}-${language}.png`)
      }
      await says(page, 'survey')
      await press(page, said.survey.send)
      await says(page, 'required')
      await look('survey')
      await dialog.getByRole('radio', { name: text(said.survey.outro), exact: true }).check()
      await says(page, 'surveyOther')
      await dialog.getByRole('textbox').fill('  ')
      await press(page, said.survey.send)
      await says(page, 'requiredDetail')
      await look('survey-other')
      await dialog.getByRole('textbox').fill('Controladoria')
      await press(page, said.survey.send)
      await says(page, 'broadcast')
      await look('broadcast')
      await press(page, said.broadcast.dismiss)
      await says(page, 'mandatory')
      await look('mandatory')
      await dialog.getByRole('checkbox', { name: text(said.mandatory.agree) }).check()
      await press(page, said.mandatory.accept)
      await says(page, 'informative')
      await look('informative')
      await press(page, said.informative.read)
      await says(page, 'notices', 'author')
      await look('notices')
      await press(page, said.notices.markRead)
      await expect(dialog).toHaveCount(0)
      await page.goto(portal.url('/faq'))
      await says(page, 'faq')
      await fits(page, `questions in ${language}`)
      await takePicture(page, `test-results/told-faq-${language}.png`)
      await page.context().close()
    }
  })

  const seller = await portal.as(people.seller)
  await seller(deleteNotifications, { ids: [notice] })
  /** As the server answers when the author of a planned notification has lost the right: nobody waits here for its first day. */
  const refused = (row: object) =>
    'published_at' in row && row.published_at === null ? { ...row, refusal: 'right_lost' } : row
  const onTheWire = await portal.rawAs(people.admin)
  await adminPage.route(/\/api\/auth\/notifications\/messages\/(all|get)\?/, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const { body } = await onTheWire({ method: 'GET', path: `${pathname}${search}` })
    const json = Array.isArray(body['data']) ? { ...body, data: body['data'].map(refused) } : refused(body)
    await route.fulfill({ json })
  })

  await test.step('those who wrote see the answers, the acceptances and the readers', () =>
    inEachLanguage(
      async ({ says, show, text }) => {
        await show(platformPage, '/survey')
        await says(platformPage, 'surveyAnswers')
        await show(adminPage, `/user_terms/${mandatory}/acceptances`)
        await says(adminPage, 'acceptances')
        await show(adminPage, `/notifications/messages/${notice}`)
        await says(adminPage, 'messagePage')
        await show(adminPage, '/notifications/messages')
        await expect(adminPage.getByText(text(said.refusedRow.rightLost))).toBeVisible()
        await says(adminPage, 'refusedRow')
        await adminPage.getByRole('link', { name: /^Balanço/ }).click()
        await says(adminPage, 'refused')
        await takePicture(adminPage, `test-results/told-refused-${text(['pt-BR', 'en-US', 'es', 'pt-PT'])}.png`)
      },
      adminPage,
      platformPage,
    ))

  const places = Object.keys(said).filter((place) => !['popup', 'actions'].includes(place))
  for (const { language, found } of readers)
    expect(
      places.filter((place) => !found.has(place as Place)),
      `read in ${language}`,
    ).toEqual([])
  expect(faults.flat()).toEqual([])
})
