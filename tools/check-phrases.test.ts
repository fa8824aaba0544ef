import { describe, expect, it } from 'vitest'
import { checkPhrases } from './check-phrases.ts'
import { foreignWord } from './phrases/dialects.ts'
import { writeTree } from '#testing/tree.ts'

const languages = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const
type Phrases = Partial<Record<(typeof languages)[number], object>>

const good = {
  'pt-BR': {
    field: { title: 'Título' },
    list: { count_one: '{{count}} apresentação', count_other: '{{count}} apresentações' },
  },
  'en-US': {
    field: { title: 'Title' },
    list: { count_one: '{{count}} slideshow', count_other: '{{count}} slideshows' },
  },
  es: {
    field: { title: 'Título' },
    list: { count_one: '{{count}} pase', count_many: '{{count}} de pases', count_other: '{{count}} pases' },
  },
  'pt-PT': {
    field: { title: 'Título' },
    list: { count_one: '{{count}} apresentação', count_other: '{{count}} apresentações' },
  },
} satisfies Phrases

const screen = `export const words = (t) => [t('playlists.field.title'), t('playlists.list.count', { count: 2 })]`

function faults(phrases: Phrases, source = screen): Promise<string[]> {
  const files = languages
    .filter((language) => phrases[language])
    .map((language) => [
      `features/playlists/phrases/${language}.ts`,
      `export default ${JSON.stringify(phrases[language])}`,
    ])
  return checkPhrases(writeTree({ ...Object.fromEntries(files), 'features/playlists/web/playlist-list.tsx': source }))
}

it('finds no fault in complete phrases, also when languages have different plural forms', async () => {
  expect(await faults(good)).toEqual([])
})

describe('finds', () => {
  it('a missing language', async () => {
    const { es: _, ...rest } = good
    expect(await faults(rest)).toEqual(['features/playlists/phrases/es.ts is missing'])
  })

  it('a missing key and an extra key', async () => {
    const found = await faults({ ...good, es: { field: { name: 'Título' }, list: good.es.list } })
    expect(found).toEqual([
      'features/playlists/phrases/es.ts: playlists.field.title is missing',
      'features/playlists/phrases/es.ts: playlists.field.name is not in pt-BR, which is the source of keys',
    ])
  })

  it('a plural without its general form', async () => {
    const found = await faults({ ...good, 'en-US': { ...good['en-US'], list: { count_one: '{{count}} slideshow' } } })
    expect(found).toEqual(['features/playlists/phrases/en-US.ts: playlists.list.count_other is missing'])
  })

  it('an unused phrase', async () => {
    expect(await faults(good, `export const words = (t) => t('playlists.field.title')`)).toEqual([
      'features/playlists/phrases: playlists.list.count is never used; remove it, or use it',
    ])
  })

  it('an untranslated copy', async () => {
    const found = await faults({ ...good, es: { ...good.es, field: { title: 'Title' } } })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('playlists.field.title is the same as in en-US (“Title”)')
  })

  it('a word of another dialect, ignoring names of placeholders', async () => {
    const found = await faults({
      ...good,
      'en-US': { ...good['en-US'], field: { title: 'Colour of the organisation' } },
      'pt-PT': { ...good['pt-PT'], field: { title: 'O ecrã do usuário' } },
    })
    expect(found).toEqual([
      'features/playlists/phrases/en-US.ts: playlists.field.title says “Colour”, which is not en-US',
      'features/playlists/phrases/pt-PT.ts: playlists.field.title says “usuário”, which is not pt-PT',
    ])
    expect(foreignWord('en-US', 'Use {{colour}}')).toBeNull()
  })

  it('a placeholder with another name', async () => {
    const list = { count_one: '{{number}} slideshow', count_other: '{{count}} slideshows' }
    expect(await faults({ ...good, 'en-US': { ...good['en-US'], list } })).toEqual([
      'features/playlists/phrases/en-US.ts: playlists.list.count_one has {{number}}, pt-BR has {{count}}',
    ])
  })

  it('an empty sentence and a value that is no sentence', async () => {
    const found = await faults({
      ...good,
      es: { ...good.es, field: { title: ' ' } },
      'pt-PT': { ...good['pt-PT'], field: { title: 1 } },
    })
    expect(found).toContain('features/playlists/phrases/es.ts: playlists.field.title is empty')
    expect(found).toContain(
      'features/playlists/phrases/pt-PT.ts: playlists.field.title is neither a sentence nor a group of sentences',
    )
  })
})

describe('counts as used', () => {
  it('keys that a template with a fixed word can build', async () => {
    const source = 'export const label = (t, entity, field) => [t(`${entity}.field.${field}`), "playlists.list.count"]'
    expect(await faults(good, source)).toEqual([])
  })

  it('no key of a template without a fixed word', async () => {
    expect(await faults(good, 'export const label = (t, a, b) => t(`${a}.${b}`)')).toHaveLength(2)
  })
})
