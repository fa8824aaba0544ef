import { expect, it } from 'vitest'
import { mayRegister } from './rules.ts'

it('compares the whole domain of an address with the allowed ones', () => {
  expect(mayRegister([], 'ana@any.example')).toBe(true)
  expect(mayRegister(['norte.example'], 'ana@norte.example')).toBe(true)
  for (const email of [
    'ana@xnorte.example',
    'ana@sub.norte.example',
    'ana@norte.example.evil',
    '"a@norte.example"@evil.example',
  ])
    expect(mayRegister(['norte.example'], email)).toBe(false)
})
