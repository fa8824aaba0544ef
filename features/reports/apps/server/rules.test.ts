import { describe, expect, it } from 'vitest'
import { acceptedTexts } from '#platform/server/html/accepted.ts'
import type { AppSection } from '../contract.ts'
import { cleanedSections, openableSections } from './rules.ts'

const html = (text: string): AppSection[] => [
  { id: 's', title: 'S', items: [{ id: 'i', title: 'I', kind: 'html', html: text }] },
]

const stored = async (text: string) =>
  JSON.stringify(await cleanedSections(html(text), async (texts) => acceptedTexts(texts)))

describe('the HTML of an app', () => {
  it.each([
    '<script>alert(1)</script>',
    '<p onclick="x()">',
    '<link rel="stylesheet" href="https://x">',
    '<body style="margin:0">',
    '<a href="javascript:alert(1)">',
    '<style>@import "x"</style>',
    '<iframe src="https://x">',
    '<img src="https://x.example/a.png">',
  ])('U3: refuses scripts, handlers, external styles, frames, and styles of whole pages: %s', async (text) => {
    await expect(stored(text)).rejects.toMatchObject({
      code: 'app.html_refused',
      details: { fields: { sections: 'app.html_refused' } },
    })
  })

  it('U3: is stored with allowed elements only, also if the check finds no fault', async () => {
    expect(await stored('<center class="a">Oi</center>')).toContain('"html":"Oi"')
  })

  it('U6: that is nested too deep or empty is refused with its reason', async () => {
    await expect(stored('<i>'.repeat(8_000))).rejects.toMatchObject({ code: 'html.too_deep' })
    await expect(stored('<p> </p>')).rejects.toMatchObject({ code: 'call.invalid' })
  })

  it('accepts inline styles and plain markup', async () => {
    expect(await stored('<h1 style="color: red">Olá</h1><p>Na onda: 1 &lt; 2</p>')).toContain('Olá</h1>')
  })
})

it('Z4: a reader sees the items that they may open, and no empty section', () => {
  const sections: AppSection[] = [
    { id: 'a', title: 'A', items: [{ id: '1', title: 'R', kind: 'report', report_id: 'r' }] },
    {
      id: 'b',
      title: 'B',
      items: [
        { id: '2', title: 'P', kind: 'playlist', playlist_id: 'p' },
        { id: '3', title: 'L', kind: 'link', address: 'https://example.com/' },
      ],
    },
  ]
  const seen = openableSections(sections, { reports: new Map(), playlists: ['other'] })
  expect(seen.map(({ id, items }) => [id, items.map((item) => item.id)])).toEqual([['b', ['3']]])
})

it('Z4: a reader with some pages of a report sees the items of those pages only', () => {
  const page = (id: string, name: string) => ({
    id,
    title: id,
    kind: 'page' as const,
    report_id: 'r',
    page: name,
    page_name: null,
  })
  const items = [page('1', 'own'), page('2', 'other'), { id: '3', title: 'R', kind: 'report' as const, report_id: 'r' }]
  const seen = (pages: string[] | null) =>
    openableSections([{ id: 'a', title: 'A', items }], { reports: new Map([['r', pages]]), playlists: [] })
      .flatMap((section) => section.items)
      .map(({ id }) => id)
  expect(seen(['own'])).toEqual(['1', '3'])
  expect(seen(null)).toEqual(['1', '2', '3'])
})
