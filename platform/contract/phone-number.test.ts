import { describe, expect, it } from 'vitest'
import { internationalPhone, phoneText } from './phone-number.ts'

describe('internationalPhone', () => {
  it.each([
    ['11912345678', '+5511912345678'],
    ['(84) 3333-4444', '+558433334444'],
    ['+55 11 3030-1000', '+551130301000'],
    ['+351 21 000 1000', '+351210001000'],
    ['+1 425 555 0100', '+14255550100'],
    ['12345678', null],
    ['+999123456789', null],
    ['+55119123456789', null],
  ])('%s is %s', (typed, expected) => expect(internationalPhone(typed)).toBe(expected))

  it.each([
    ['912 345 678', 'PT', '+351912345678'],
    ['5511912345678', 'BR', '+5511912345678'],
    ['0055 11 91234-5678', 'PT', '+5511912345678'],
    ['(425) 555-0100', 'US', '+14255550100'],
    ['5,51199E+12', 'BR', null],
    ['11912345678', 'PT', null],
  ] as const)('%s in %s is %s', (typed, country, expected) => expect(internationalPhone(typed, country)).toBe(expected))
})

describe('phoneText', () => {
  it.each([
    ['+5511912345678', '+55 11 91234 5678'],
    ['11912345678', '11912345678'],
    ['+999123', '+999123'],
  ])('%s is displayed as %s', (stored, expected) => expect(phoneText(stored)).toBe(expected))
})
