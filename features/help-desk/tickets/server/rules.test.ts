import { expect, it } from 'vitest'
import { kindOfFile, maySetStatus, statusByAnswer } from './rules.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const png = bytes('\u0089PNG\r\n\u001A\n....')

it.each([
  ['tela.PNG', png, 'picture'],
  ['tela.jpg', png, 'picture'],
  ['contrato.pdf', bytes('%PDF-1.7 …'), 'document'],
  ['notas.xlsx', bytes('PK\u0003\u0004…'), 'document'],
  ['notas.csv', bytes('a;b\n1;2'), 'document'],
  ['page.html', bytes('<script>'), null],
  ['vector.svg', bytes('<svg>'), null],
  ['png', png, null],
  ['contrato.pdf', bytes('MZ…'), null],
  ['tela.png', bytes('<script>'), null],
  ['notas.txt', bytes('a\0b'), null],
  ['tool.exe', bytes('MZ…'), null],
] as const)('V6: the file %s is taken by its name and its first bytes', (name, sent, kind) => {
  expect(kindOfFile(name, sent)).toBe(kind)
})

it('lets only people who handle tickets set a ticket in progress, and who only watches it set nothing', () => {
  const allowed = (person: { handles: boolean; own: boolean }) =>
    (['on_going', 'closed', 'open'] as const).map((status) => maySetStatus(status, person))
  expect(allowed({ handles: false, own: true })).toEqual([false, true, true])
  expect(allowed({ handles: false, own: false })).toEqual([false, false, false])
  expect(allowed({ handles: true, own: false })).toEqual([true, true, true])
})

it('moves the status with an answer', () => {
  expect(statusByAnswer('open', null, true)).toBe('on_going')
  expect(statusByAnswer('on_going', null, true)).toBe(null)
  expect(statusByAnswer('closed', null, true)).toBe(null)
  expect(statusByAnswer('closed', null, false)).toBe('open')
  expect(statusByAnswer('open', null, false)).toBe(null)
  expect(statusByAnswer('open', 'closed', false)).toBe('closed')
  expect(statusByAnswer('closed', 'closed', true)).toBe(null)
})
