import { expect, test } from 'vitest'
import { tickets as limits, upload } from '#catalogue/limits.ts'
import { fileFault } from './help-desk-file-rules.ts'

test('a file of an accepted kind and size is uploaded', () => {
  expect(fileFault({ name: 'Tela.PNG', size: upload.bytes }, 0)).toBeNull()
})

test('an oversize file, another kind and one too many are refused before they are sent', () => {
  expect(fileFault({ name: 'tela.png', size: upload.bytes + 1 }, 0)).toBe('tooLarge')
  expect(fileFault({ name: 'tela.png.exe', size: 1 }, 0)).toBe('refused')
  expect(fileFault({ name: 'png', size: 1 }, 0)).toBe('refused')
  expect(fileFault({ name: 'tela.png', size: 1 }, limits.attachments)).toBe('tooMany')
})
