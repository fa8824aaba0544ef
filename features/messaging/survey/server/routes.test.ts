import { describe, expect, it } from 'vitest'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, type PersonName } from '#testing/world.ts'
import { answerSurvey, readSurvey, updateSurvey } from '../contract.ts'
import { answerOf } from './rules.ts'

const portal = testPortal()
const asksFor = async (caller: PersonName) =>
  (await portal.as(caller).ask(readConfig, {})).body.show_questionario_perfil
const switchTo = async (caller: 'platform' | 'masterOfAlfa' | 'masterOfBeta', enabled: 'S' | 'N') => {
  const { version } = (await portal.as(caller).ask(readSurvey, {})).body
  return (await portal.as(caller).ask(updateSurvey, { version, enabled })).status
}
const answer = (caller: PersonName, perfil_usuario: string, user_id = people[caller].id) =>
  portal.as(caller).ask(answerSurvey, { user_id, perfil_usuario })
const clear = () => portal.platform((db) => db.deleteFrom('survey_answers').execute())

describe('profile survey', () => {
  it('asks the people of a partner, or everybody, until they answer', async () => {
    expect([await asksFor('userOfNorte'), await asksFor('userOfLeste')]).toEqual([false, false])
    expect(await switchTo('masterOfAlfa', 'S')).toBe(200)
    expect([await asksFor('userOfNorte'), await asksFor('masterOfAlfa'), await asksFor('userOfLeste')]).toEqual([
      true,
      true,
      false,
    ])
    expect(await switchTo('platform', 'S')).toBe(200)
    expect([await asksFor('userOfLeste'), await asksFor('masterOfBeta'), await asksFor('platform')]).toEqual([
      true,
      true,
      true,
    ])
    expect((await portal.as('masterOfBeta').ask(readSurvey, {})).body).toMatchObject({
      enabled: false,
      by_platform: true,
    })
    expect((await answer('userOfNorte', 'gerente')).status).toBe(200)
    expect([await asksFor('userOfNorte'), await asksFor('adminOfNorte')]).toEqual([false, true])
    expect([await switchTo('platform', 'N'), await switchTo('masterOfAlfa', 'N')]).toEqual([200, 200])
    expect(await asksFor('adminOfNorte')).toBe(false)
  })

  it('stores the position of the caller only, and never the profile', async () => {
    await clear()
    const foreign = await answer('userOfNorte', 'gerente', people.adminOfNorte.id)
    expect([foreign.status, foreign.raw.key]).toEqual([403, 'no_access_functionality'])
    expect((await answer('userOfNorte', 'admin')).status).toBe(200)
    const { body } = await portal.as('userOfNorte').ask(readConfig, {})
    expect(body.user.profile).toBe('user')
    const stored = await portal.platform((db) =>
      db.selectFrom('survey_answers').select(['user_id', 'position', 'detail']).execute(),
    )
    expect(stored).toEqual([{ user_id: people.userOfNorte.id, position: 'outro', detail: 'admin' }])
  })

  it('stores an unlisted position as text of 1 to 80 characters, trimmed', async () => {
    await clear()
    for (const wrong of ['', '   ', 'x'.repeat(81), ' ​ '])
      expect((await answer('userOfNorte', wrong)).status, JSON.stringify(wrong)).toBe(400)
    const none = await answer('userOfNorte', '')
    expect(none.raw.errors).toEqual({ perfil_usuario: 'Position is required!' })
    const otherWithoutText = await answer('userOfNorte', ' outro ')
    expect([otherWithoutText.status, otherWithoutText.raw.errors]).toEqual([
      400,
      { perfil_usuario: 'Position is required!' },
    ])
    expect((await answer('userOfNorte', `  ${'x'.repeat(80)}  `)).status).toBe(200)
    expect(answerOf('diretor')).toEqual({ position: 'diretor', detail: null })
    expect(['outro', 'Outro', 'OUTRO'].map(answerOf)).toEqual([null, null, null])
    expect(answerOf('Gerente')).toEqual({ position: 'gerente', detail: null })
    expect(answerOf('Diretor de TI')).toEqual({ position: 'outro', detail: 'Diretor de TI' })
  })

  it('counts all answers for the platform, and the answers of its own people for a partner', async () => {
    await clear()
    await answer('userOfNorte', 'analista')
    await answer('adminOfNorte', 'analista')
    await answer('userOfSul', 'Consultor')
    await answer('adminOfSul', 'consultor')
    await answer('userOfLeste', 'diretor')
    const { body } = await portal.as('masterOfAlfa').ask(readSurvey, {})
    expect(body).toMatchObject({
      answered: 4,
      people: 6,
      positions: [
        { position: 'analista', people: 2 },
        { position: 'outro', people: 2 },
      ],
      details: [{ people: 2 }],
    })
    expect((await portal.as('platform').ask(readSurvey, {})).body).toMatchObject({ answered: 5, people: 10 })
    expect((await portal.as('masterOfBeta').ask(readSurvey, {})).body).toMatchObject({ answered: 1, people: 3 })
    for (const caller of ['adminOfNorte', 'userOfNorte', masterInNorte] as const)
      expect((await portal.as(caller).ask(readSurvey, {})).status).toBe(403)
  })

  it('D5: writes who answered and who switched it to the audit trail', async () => {
    await clear()
    await answer('userOfSul', 'gerente')
    await answer('userOfSul', 'gerente')
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'changes'])
        .where('event', 'like', 'survey.%')
        .where('actor_id', '=', people.userOfSul.id)
        .orderBy('at', 'desc')
        .limit(1)
        .execute(),
    )
    expect(entries).toEqual([{ event: 'survey.answered', changes: { position: [null, 'gerente'] } }])
  })
})
