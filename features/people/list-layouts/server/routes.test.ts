import { describe, expect, it } from 'vitest'
import { listChoices as max } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { type PersonName, people, tenants } from '#testing/world.ts'
import { readListChoices, writeListChoice } from '../contract.ts'

const portal = testPortal()
const saveChoice = (who: PersonName, choice: object) => portal.as(who).ask(writeListChoice, choice as never)
const storedChoices = async (who: PersonName) => (await portal.as(who).ask(readListChoices, {})).body.data

const active = { name: 'Ativas', query: { state: 'A', sort: 'name' }, columns: ['name', 'state'], is_default: 'S' }
const users = { list: 'page_user', columns: ['name'], views: [active] }

describe('saved columns and views', () => {
  it('are stored until the next change, and deleted when both are empty', async () => {
    expect((await saveChoice('adminOfNorte', users)).status).toBe(200)
    expect(await storedChoices('adminOfNorte')).toEqual([
      { ...users, layout: null, views: [{ ...active, is_default: true }] },
    ])
    await saveChoice('adminOfNorte', { ...users, columns: null })
    expect(await storedChoices('adminOfNorte')).toMatchObject([{ list: 'page_user', columns: null }])
    await saveChoice('adminOfNorte', { list: 'page_user', layout: 'folders', columns: null, views: [] })
    expect(await storedChoices('adminOfNorte')).toMatchObject([{ list: 'page_user', layout: 'folders', columns: null }])
    await saveChoice('adminOfNorte', { list: 'page_user', columns: null, views: [] })
    expect(await storedChoices('adminOfNorte')).toEqual([])
  })

  it('refuse the names of properties that every object has', async () => {
    for (const name of ['constructor', 'valueOf', 'hasOwnProperty', 'toString']) {
      for (const choice of [
        { ...users, layout: name },
        { ...users, list: name },
        { ...users, columns: [name] },
        { ...users, views: [{ ...active, query: { [name]: 'a' } }] },
      ])
        expect((await saveChoice('adminOfNorte', choice)).status, JSON.stringify(choice)).toBe(400)
    }
  })

  it('T1: belong to one person in one business unit', async () => {
    await saveChoice('masterOfAlfa', { ...users, list: 'page_tenant' })
    await saveChoice('adminOfNorte', users)
    expect(await storedChoices('userOfNorte')).toEqual([])
    expect(await storedChoices('adminOfLeste')).toEqual([])
    expect(await storedChoices('masterOfAlfa')).toMatchObject([{ list: 'page_tenant' }])
    await saveChoice('userOfNorte', { ...users, columns: ['email'] })
    expect(await storedChoices('adminOfNorte')).toMatchObject([{ columns: ['name'] }])
    expect((await storedChoices('masterOfAlfa')).length).toBe(1)
  })

  it('refuse duplicate names, two default views, and more than the limit', async () => {
    const other = { ...active, name: 'Outra', is_default: 'N' }
    for (const views of [
      [active, { ...other, name: 'Ativas' }],
      [active, { ...other, is_default: 'S' }],
      Array.from({ length: max.views + 1 }, (_, at) => ({ ...other, name: `V${at}` })),
      [{ ...other, query: { __proto__x: 'a' } }],
      [{ ...other, query: { search: 'a'.repeat(max.valueLength + 1) } }],
    ]) {
      expect((await saveChoice('adminOfNorte', { ...users, views })).status).toBe(400)
    }
    expect(await storedChoices('adminOfNorte')).toMatchObject([{ views: [{ name: 'Ativas' }] }])
  })

  it('are limited to a number of lists per person', async () => {
    const owner = { user_id: people.userOfSul.id, tenant_id: tenants.sul.id }
    const rows = Array.from({ length: max.lists }, (_, at) => ({ ...owner, list: `page_${at}` }))
    await portal.platform((db) => db.insertInto('list_choices').values(rows).execute())
    expect((await saveChoice('userOfSul', users)).status).toBe(400)
    expect((await saveChoice('userOfSul', { ...users, list: 'page_0' })).status).toBe(200)
  })
})
