import { expect, it } from 'vitest'
import { hueTurn, initialsOf } from './cover-tint.ts'

it('the initials are those of the first and the last long word', () => {
  const names = ['Visão geral de vendas', 'Produtos', 'Desempenho de revendas', '2024 KPI', 'çà et là', 'ab', '–', '']
  expect(names.map(initialsOf)).toEqual(['VV', 'P', 'DR', '2K', 'ÇL', 'A', '', ''])
})

it('the tone is the same for the same name, within 30 degrees of the accent', () => {
  const names = ['Visão geral de vendas', 'Produtos', 'Desempenho de revendas', 'Margem', 'Clientes', '']
  const turns = names.map(hueTurn)
  expect(names.map((name) => hueTurn(name.normalize('NFD')))).toEqual(turns)
  expect(turns.every((turn) => Math.abs(turn) <= 30)).toBe(true)
  expect(new Set(turns).size).toBeGreaterThan(4)
})
