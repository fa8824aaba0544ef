import { describe, expect, it } from 'vitest'
import { sentPhone, wholePhone, writtenPhone } from './phone-number.ts'

describe('a phone number', () => {
  it('is formatted while it is typed, and again without a change', () => {
    const typed = ['1', '11', '11912', '11912345', '11912345678'].map((text) => writtenPhone(text, 'BR'))
    expect(typed.at(-1)).toBe('(11) 91234-5678')
    for (const text of typed) expect(writtenPhone(text, 'BR')).toBe(text)
    expect(writtenPhone('+351912345678', 'BR')).toBe('+351 912 345 678')
  })

  it('is sent as E.164, with the code of the country of the language where none is typed', () => {
    expect(sentPhone('(11) 91234-5678', 'BR')).toBe('+5511912345678')
    expect(sentPhone('912 345 678', 'PT')).toBe('+351912345678')
    expect(sentPhone('+1 425 555 0100', 'BR')).toBe('+14255550100')
    expect(sentPhone('(11) 912', 'BR')).toBe('11912')
    expect(sentPhone('', 'BR')).toBe('')
  })

  it('is shown with its country when it is whole', () => {
    expect(wholePhone('+5511912345678', 'US')).toEqual({
      stored: '+5511912345678',
      text: '+55 11 91234 5678',
      country: 'BR',
    })
    expect(wholePhone('123', 'US')).toBeNull()
  })
})
