import { describe, expect, it } from 'vitest'
import { internationalPhone } from './phone.ts'

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
})
