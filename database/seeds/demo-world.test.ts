import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { peopleOfUnit } from './demo-people.ts'
import { demoWorkspaceId, newReportsOf, placeIn, unitsWithReports } from './demo-world.ts'

const titles = ['Visão geral de vendas', 'Desempenho de revendas', 'Produtos']

describe('the reports of the demo world', () => {
  it('have names, places and descriptions in the language of their business unit', () => {
    const told = Object.fromEntries(
      unitsWithReports.map(({ unit }) => [
        unit.subdomain,
        titles.map((title) => {
          const place = placeIn(unit.language, title)
          return `${place?.group} › ${place?.subgroup} › ${place?.name}`
        }),
      ]),
    )
    expect(told).toEqual({
      'aw-brasil': [
        'Vendas › Resultados › Visão geral de vendas',
        'Vendas › Revendas › Desempenho de revendas',
        'Produtos › Portfólio › Produtos',
      ],
      'aw-us': [
        'Sales › Results › Sales overview',
        'Sales › Resellers › Reseller performance',
        'Products › Portfolio › Products',
      ],
      lisboa: [
        'Vendas › Resultados › Visão geral de vendas',
        'Vendas › Revendedores › Desempenho dos revendedores',
        'Produtos › Portfólio › Produtos',
      ],
      madrid: [
        'Ventas › Resultados › Resumen de ventas',
        'Ventas › Distribuidores › Rendimiento de los distribuidores',
        'Productos › Cartera › Productos',
      ],
    })
    expect(placeIn('en-US', 'Products')?.description).toBe('Categories, margins and the best-selling products.')
  })

  it('pin visuals that their files have, with the type and the title of the visual', () => {
    const samples = join(import.meta.dirname, '../../report-service/samples')
    for (const project of ['SalesOverview', 'ResellerPerformance']) {
      const pins = placeIn('pt-BR', project)?.pins ?? []
      expect(pins.length).toBeGreaterThan(0)
      for (const { page, visual, kind, title } of pins) {
        const file = join(samples, `${project}.Report/definition/pages/${page}/visuals/${visual}/visual.json`)
        const text = readFileSync(file, 'utf8')
        expect(text).toContain(`"visualType": "${kind}"`)
        expect(text).toContain(`'${title}'`)
      }
    }
  })

  it.each(['en-US', 'es', 'pt-PT'])('are named as the translated report itself in %s', (language) => {
    const file = join(import.meta.dirname, `../../report-service/samples/translations/${language}.json`)
    const { texts } = JSON.parse(readFileSync(file, 'utf8')) as { texts: Record<string, string> }
    for (const title of titles) {
      const place = placeIn(language, title)
      expect(place?.name).toBe(texts[title] ?? title)
      const own = placeIn('pt-BR', title)?.pins ?? []
      expect(place?.pins.map((pin) => pin.title)).toEqual(own.map((pin) => texts[pin.title] ?? pin.title))
    }
  })

  it('are granted to the groups of every business unit that has them', () => {
    for (const { unit } of unitsWithReports) {
      const groups = new Set((peopleOfUnit[unit.subdomain] ?? []).flatMap((person) => person.groups))
      for (const title of titles) {
        const granted = Object.keys(placeIn(unit.language, title)?.roles ?? {})
        expect([unit.subdomain, title, granted.some((name) => groups.has(name))]).toEqual([unit.subdomain, title, true])
      }
    }
  })

  it('leave out what is not among them', () => {
    expect(placeIn('en-US', 'Another report')).toBeNull()
  })
})

describe('the reports that nobody has imported yet', () => {
  it('have names in the language of the business unit, which none of its published reports has', () => {
    const named = Object.fromEntries(
      unitsWithReports.map(({ unit }) => {
        const { name, reports } = newReportsOf(unit)
        return [unit.subdomain, [name, ...reports.map((report) => report.name)].join(', ')]
      }),
    )
    expect(named).toEqual({
      'aw-brasil': 'Equipe de dados, Loja on-line, Margem por produto, Vendas por território',
      'aw-us': 'Data team, Online store, Margin by product, Sales by territory',
      lisboa: 'Equipa de dados, Loja online, Margem por produto, Vendas por território',
      madrid: 'Equipo de datos, Tienda en línea, Margen por producto, Ventas por territorio',
    })
    for (const { unit } of unitsWithReports) {
      const published = titles.map((title) => placeIn(unit.language, title)?.name)
      for (const { name } of newReportsOf(unit).reports) expect(published).not.toContain(name)
    }
  })

  it('are pages of shipped reports, in a workspace of their own', () => {
    const samples = join(import.meta.dirname, '../../report-service/samples')
    for (const { unit } of unitsWithReports) {
      for (const { of, pages } of newReportsOf(unit).reports)
        for (const page of pages)
          expect(existsSync(join(samples, `${of}.Report/definition/pages/${page}/page.json`))).toBe(true)
    }
    const ids = unitsWithReports.flatMap(({ unit }) => [newReportsOf(unit).workspaceId, demoWorkspaceId(unit)])
    expect(new Set(ids).size).toBe(2 * unitsWithReports.length)
  })
})
