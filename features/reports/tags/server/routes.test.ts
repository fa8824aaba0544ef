import { beforeAll, describe, expect, it } from 'vitest'
import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testPortal } from '#testing/portal.ts'
import { tagCalls } from '../contract.ts'

const portal = testPortal()
behavesLikeResource(portal, tagCalls, { noun: 'tag', sample: (name) => ({ name, color: 'green' as const }) })

describe('names of tags', () => {
  const admin = () => portal.as('adminOfSul')
  const add = (name: string) => admin().ask(tagCalls.add, { name, color: 'blue' })

  beforeAll(async () => {
    for (const name of ['Zona', 'abelha', 'Ábaco']) await add(name)
  })

  it('are unique regardless of Unicode normalization and invisible characters', async () => {
    expect((await add('Região'.normalize('NFD'))).status).toBe(200)
    const alike = ['Região', 'Re\u00ADgião', 'Região\u200B', '\u202ERegião', '\u00A0Região']
    for (const name of alike) expect((await add(name)).raw).toMatchObject({ status: 'exists' })
    for (const form of ['NFC', 'NFD'] as const) {
      const { body } = await admin().ask(tagCalls.list, { search: 'Região'.normalize(form) })
      expect(body.total).toBe(1)
    }
  })

  it('are sorted without regard to case and accents', async () => {
    const { body } = await admin().ask(tagCalls.list, {})
    expect(body.data.map(({ name }) => name)).toEqual(['Ábaco', 'abelha', 'Região', 'Zona'])
  })
})
