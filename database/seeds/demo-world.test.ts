import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { placeIn, unitsWithReports } from './demo-world.ts'

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
    const portuguese = [
      'Vendas › Resultados › Visão geral de vendas',
      'Vendas › Revendas › Desempenho de revendas',
      'Produtos › Portfólio › Produtos',
    ]
    expect(told).toEqual({
      'aw-brasil': portuguese,
      'aw-us': [
        'Sales › Results › Sales overview',
        'Sales › Resellers › Reseller performance',
        'Products › Portfolio › Products',
      ],
      lisboa: portuguese,
      madrid: [
        'Ventas › Resultados › Visión general de ventas',
        'Ventas › Distribuidores › Rendimiento de distribuidores',
        'Productos › Portafolio › Productos',
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

  it('leave out what is not among them', () => {
    expect(placeIn('en-US', 'Another report')).toBeNull()
  })
})
