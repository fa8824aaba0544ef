import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ticketMails as limits } from '#catalogue/limits.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { headersOf } from './mail-headers.ts'
import {
  addressOf,
  codeOf,
  markOf,
  messageIdOf,
  newCode,
  originalWithoutTokens,
  readAddress,
  tokenOf,
  tokensInReferences,
  tokensInText,
  withoutTokens,
} from './reply-address.ts'
import { readMail } from './read-mail.ts'
import { isProven, isSentBy, messageKeyOf, recipientsIn, tokenOfReferences } from './rules.ts'

const mailIn = { domain: 'tickets.example', localPart: 'reply', smtp: null, imapUrl: null, authServer: null }
const secrets = createSecrets('a'.repeat(40))
const of = (text: string) => headersOf(Buffer.from(`${text}\r\n\r\nOi`))

describe('a signed address', () => {
  it('leads back to its code, in any case of the letters', () => {
    for (let times = 0; times < 200; times += 1) {
      const code = newCode()
      const token = tokenOf(code, secrets)
      const address = addressOf(token, mailIn)
      expect(readAddress(address.toUpperCase(), mailIn)).toEqual({ token })
      expect(codeOf(token, secrets)).toBe(code)
      expect(tokensInReferences(messageIdOf(token, mailIn))).toEqual([token])
      expect(tokensInText(`> ${markOf(token)}`)).toEqual([token])
    }
  })

  it('Z5: with any other letter has no valid signature, and neither has one of another installation', () => {
    const token = tokenOf(newCode(), secrets)
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'.split(''))
    fc.assert(
      fc.property(fc.nat(31), letters, (at, letter) => {
        const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`
        expect(codeOf(changed, secrets) === null).toBe(changed !== token)
      }),
    )
    expect(codeOf(token, createSecrets('b'.repeat(40)))).toBeNull()
    expect(codeOf(token, createSecrets('b'.repeat(40), ['a'.repeat(40)]))).not.toBeNull()
    for (const short of ['', token.slice(0, 16), token.slice(0, 30)]) expect(codeOf(short, secrets)).toBeNull()
  })

  it('is of our domain and local part only', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readAddress(text, mailIn)?.token ?? null).toBeNull()
      }),
    )
    expect(readAddress('reply@tickets.example', mailIn)).toEqual({ token: null })
    for (const other of ['reply@tickets.example.org', 'replyx@tickets.example', 'a@reply@tickets.example', '']) {
      expect(readAddress(other, mailIn)).toBeNull()
    }
  })
})

describe('Z5: a token in a text that others read', () => {
  const token = tokenOf(newCode(), secrets)
  const isIn = (text: string) =>
    text
      .replace(/[^a-z2-7]/gi, '')
      .toLowerCase()
      .includes(token)

  it('is taken out, also with letters around it and with signs inside that no reader sees', () => {
    const { length } = token
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 't', 'Z', '7', '.', ' ') }),
        fc.nat(length),
        fc.array(fc.constantFrom('\u00ad', '\u200b', '\u200d', '\u2060', '\ufeff'), { maxLength: 8 }),
        fc.boolean(),
        (around, at, signs, isUpper) => {
          const split = `t${token.slice(0, at)}${signs.join('')}${token.slice(at)}`
          const text = `${around}reply+${isUpper ? split.toUpperCase() : split}${around}`
          expect(isIn(withoutTokens(text))).toBe(false)
        },
      ),
    )
    for (const kept of ['Relatório de vendas 👩‍💻', 'antirreflexivamente', 'a'.repeat(100), `t${'a'.repeat(31)}`])
      expect(withoutTokens(kept)).toBe(kept)
  })

  it('is masked in an original, in each way in which mail programs write it', () => {
    const cases = [
      `To: reply+t${token}@tickets.example`,
      `References: <t${token}.0123@tickets.example>x`,
      `Subject: =?utf-8?B?${Buffer.from(`Re: ref:t${token}`).toString('base64')}?=`,
      `A: b\r\n\r\nref:=\r\nt${token.slice(0, 9)}=\r\n${token.slice(9)}z`,
      `A: b\r\n\r\nt${token.slice(0, 9)}&#8203;${token.slice(9, 20)}<wbr>${token.slice(20)}`,
      `Content-Transfer-Encoding: base64\r\nA: b\r\n\r\nt${token}\r\n`,
    ]
    for (const raw of cases) {
      const clean = Buffer.from(originalWithoutTokens(Buffer.from(raw))).toString()
      expect([clean.length, clean.includes(token.slice(0, 9)), clean.includes('***')], raw).toEqual([
        raw.length,
        false,
        !raw.startsWith('Subject'),
      ])
      const word = /B\?([^?]+)/.exec(clean)?.[1] ?? ''
      expect(isIn(Buffer.from(word, 'base64').toString())).toBe(false)
    }
  })

  it('is masked in folded headers of servers, and a signature of DKIM stays as it is', () => {
    const at = (place: number, fold: string) => `reply+t${token.slice(0, place)}${fold}${token.slice(place)}`
    const signature = 'AbT'.repeat(14)
    const signed = `b=${signature}\r\n ${signature}; bh=${signature}`
    fc.assert(
      fc.property(
        fc.nat(32),
        fc.constantFrom('', '\r\n ', '\n\t', '\r\n        '),
        fc.boolean(),
        (place, fold, isUpper) => {
          const text = isUpper ? at(place, fold).toUpperCase() : at(place, fold)
          for (const header of [
            `DKIM-Signature: v=1; z=From:a=40b|To:${text}=40tickets.example; ${signed}`,
            `ARC-Message-Signature: i=1; ${signed};\r\n z=To:${text}=40tickets.example`,
            `ARC-Authentication-Results: i=1; mx.example; spf=pass smtp.rcptto=${text}@tickets.example`,
            `Received: from a by b\r\n\tfor <${text}@tickets.example>; Fri, 27 Nov 2026`,
          ]) {
            const raw = `${header}\r\nSubject: Olá\r\n\r\nSim.\r\n`
            const clean = Buffer.from(originalWithoutTokens(Buffer.from(raw))).toString()
            expect([clean.length, isIn(clean), clean.replace(/[^\r\n]/g, '')]).toEqual([
              raw.length,
              false,
              raw.replace(/[^\r\n]/g, ''),
            ])
            expect(clean.includes(signed)).toBe(raw.includes(signed))
          }
        },
      ),
    )
    // Small letters only: it can be a token.
    const forged = `DKIM-Signature: v=1; b=t${token.slice(0, 9)}\r\n\t${token.slice(9)}\r\n\r\n`
    expect(isIn(Buffer.from(originalWithoutTokens(Buffer.from(forged))).toString())).toBe(false)
    // A first line that begins with a space belongs to no header.
    const odd = ` t${token}\r\nA: b\r\n\r\n`
    expect(isIn(Buffer.from(originalWithoutTokens(Buffer.from(odd))).toString())).toBe(false)
  })

  it('is masked in base64 of any lines, and files without one stay as they are', () => {
    const part = (bytes: Uint8Array, width: number) =>
      `--b\r\nContent-Type: a/b\r\nContent-Transfer-Encoding:\r\n base64\r\nX: y\r\n\r\n${Buffer.from(bytes)
        .toString('base64')
        .replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n')}\r\n`
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 3_000 }),
        fc.integer({ min: 4, max: 76 }),
        fc.nat(200),
        (bytes, width, at) => {
          const text = Buffer.from(`${' '.repeat(at)}reply+t${token}@x`)
          const clean = Buffer.from(
            originalWithoutTokens(Buffer.from(`A: b\r\n\r\n${part(bytes, width)}${part(text, width)}--b--\r\n`)),
          ).toString('latin1')
          expect(clean).toContain(part(bytes, width))
          const last = clean.split('X: y').at(-1)?.split('--')[0] ?? ''
          expect(Buffer.from(last, 'base64').toString()).toBe(`${' '.repeat(at)}reply+${'*'.repeat(33)}@x`)
        },
      ),
    )
  })
})

describe('references', () => {
  it('name the mail that was replied to: In-Reply-To, else the last of References', () => {
    const [first, last] = [tokenOf(newCode(), secrets), tokenOf(newCode(), secrets)]
    const [one, two] = [messageIdOf(first, mailIn), messageIdOf(last, mailIn)]
    expect(tokenOfReferences(of(`References: ${one}\r\n ${two}\r\n <a@b.example>`))).toBe(last)
    expect(tokenOfReferences(of(`In-Reply-To: ${one}\r\nReferences: ${one} ${two}`))).toBe(first)
    expect(tokenOfReferences(of('References: <a@b.example>'))).toBeUndefined()
  })
})

describe('recipients of a mailbox', () => {
  it('are those of all headers that name them', () => {
    const headers = of('Delivered-To: a@x.example\r\nTo: "B, C" <b@x.example>,\r\n c@x.example\r\nCc: d@x.example')
    expect(recipientsIn(headers)).toEqual(['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'])
  })
})

describe('the results of the operator’s server', () => {
  const proven = (header: string, sender = 'ana@norte.example') =>
    isProven(of(`Authentication-Results: ${header}`), sender, 'mx.example')

  it('count when DMARC passed, or DKIM of the domain of the sender', () => {
    expect(proven('mx.example; spf=pass; dmarc=pass header.from=norte.example')).toBe(true)
    expect(proven('mx.example 1; dkim=pass header.d=norte.example')).toBe(true)
    expect(proven('mx.example; dkim=pass header.i=@norte.example header.s=s')).toBe(true)
    for (const other of [
      'mx.example; spf=pass smtp.mailfrom=norte.example',
      'mx.example; dkim=pass header.d=other.example',
      'mx.example; dkim=fail header.d=norte.example; dmarc=fail',
      'other.example; dmarc=pass',
      'mx.example.org; dmarc=pass',
      '',
    ]) {
      expect([other, proven(other)]).toEqual([other, false])
    }
    const forged = of(
      'Authentication-Results: mx.example; dmarc=fail\r\nAuthentication-Results: mx.example; dmarc=pass header.from=norte.example',
    )
    expect(isProven(forged, 'ana@norte.example', 'mx.example')).toBe(false)
  })
})

describe('hostile results', () => {
  const proven = (header: string) =>
    isProven(of(`Authentication-Results: ${header}`), 'ana@norte.example', 'mx.example')

  it.each([
    'mx.example; dmarc=pass',
    'mx.example; dmarc=pass header.from=evil.example',
    'mx.example; dmarc=pass header.from=norte.example.evil.example',
    'mx.example; dmarc=pass header.from=evil.example header.from=norte.example',
    'mx.example; dmarc=pass header.from=evil.example; dmarc=pass header.from=norte.example',
    'mx.example; dmarc=fail header.from=norte.example; dkim=pass header.d=norte.example',
    'mx.example; dmarc=pass (header.from=norte.example) header.from=evil.example',
    'mx.example; dmarc=fail (x; dmarc=pass header.from=norte.example) header.from=norte.example',
    'mx.example; spf=pass smtp.mailfrom="x; dmarc=pass header.from=norte.example; y"',
    'mx.example; spf=pass (a \\) ; dmarc=pass header.from=norte.example ; ( b )',
    'mx.example; spf=pass (a (b) ; dmarc=pass header.from=norte.example',
    'mx.example; spf=pass smtp.mailfrom="a; dmarc=pass header.from=norte.example',
    'mx.example; dmarc=pass header.from="norte.example"evil.example',
    'mx.example; dmarc=pass xheader.from=norte.example',
    'mx.example; xdmarc=pass header.from=norte.example',
    'mx.example; dmarc=passed header.from=norte.example',
    'mx.example; dkim=pass header.d=evil.example header.i=@norte.example',
    'mx.example; dkim=pass header.i=@norte.example@evil.example',
    'mx.example 2; dmarc=pass header.from=norte.example',
    'mx.example evil; dmarc=pass header.from=norte.example',
    '(mx.example) evil.example; dmarc=pass header.from=norte.example',
    'mx.example (; dmarc=pass header.from=norte.example)',
    `mx.example; ${'spf=none;'.repeat(2_000)} dmarc=pass header.from=norte.example`,
  ])('prove nothing: %s', (header) => {
    expect(proven(header)).toBe(false)
  })

  it.each([
    'mx.example; dmarc=pass header.from=Norte.Example',
    'mx.example (comment (inside) \\) ;) 1; none; dmarc = pass (p=none; sp=none) header.from = norte.example ;',
    'mx.example; dkim=pass (2048-bit key; x) header.d=norte.example header.i=@norte.example header.b=a+/b=; spf=fail reason="no; way"',
  ])('of a server are read: %s', (header) => {
    expect(proven(header)).toBe(true)
  })

  it('inside of a comment or a quoted text never count, whatever they are', () => {
    const pass = 'dmarc=pass header.from=norte.example'
    const texts = fc.string({ unit: fc.constantFrom(...'ab;=. "()\\'.split(''), pass), maxLength: 12 })
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const quoted = `"${one.replace(/["\\]/g, '\\$&')}"`
        const comment = `(${other.replace(/[()\\]/g, '\\$&')})`
        expect(proven(`mx.example; spf=pass ${comment} reason=${quoted}`)).toBe(false)
        expect(proven(`mx.example; spf=pass ${comment} reason=${quoted}; ${pass}`)).toBe(one !== '')
      }),
    )
  })
})

describe('the sender', () => {
  const sendersOf = async (from: string) => (await readMail(Buffer.from(`From: ${from}\r\n\r\nOi`)))?.senders

  it.each([
    'ana@norte.example, Grupo: evil@evil.example;',
    'Grupo: ana@norte.example;',
    'Grupo:;, ana@norte.example',
    'ana@norte.example, Ana sem endereço',
    'ana@norte.example\r\nFrom: evil@evil.example',
    '',
  ])('is not certain in From: %s', async (from) => {
    const senders = await sendersOf(from)
    expect([senders?.length === 1, isSentBy(senders ?? [], 'ana@norte.example')]).toEqual([false, false])
  })

  it.each([
    ['Ana <ana@norte.example>', true],
    ['"Souza, Ana (vendas)" <Ana@Norte.example>', true],
    ['ana@norte.example (Ana)', true],
    ['"ana@norte.example" <evil@evil.example>', false],
    ['(ana@norte.example) evil@evil.example', false],
    ['ana@norte.example <evil@evil.example>', false],
    ['Ana <ana@norte.example>, Eva <evil@evil.example>', false],
  ])('in From: %s is the addressee: %s', async (from, expected) => {
    expect(isSentBy((await sendersOf(from)) ?? [], 'ana@norte.example')).toBe(expected)
  })
})

describe('the key of a mail', () => {
  const keyOf = (text: string) => messageKeyOf(Buffer.from(text), headersOf(Buffer.from(text)))

  it('is the same on each way, and differs with the Message-ID and with the body', () => {
    const mail = 'Message-ID: <a@b.example>\r\nFrom: a\r\n\r\nOi'
    expect(keyOf(`Received: x\r\n${mail}`)).toBe(keyOf(mail))
    expect(keyOf(mail.replace('<a@', '<c@'))).not.toBe(keyOf(mail))
    expect(keyOf(`${mail}!`)).not.toBe(keyOf(mail))
  })
})

describe('parts of a mail', () => {
  const withParts = (count: number) => {
    const part = '--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--\r\n'
    const text = '--b\r\n\r\nOi\r\n'
    return Buffer.from(
      `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${text}${part.repeat(count)}--b--`,
    )
  }

  it('are limited before they are parsed', async () => {
    expect((await readMail(withParts(50)))?.text).toContain('Oi')
    expect(await readMail(withParts(limits.parts))).toBeUndefined()
  })
})

describe('the name of a file', () => {
  it('is cut to text, also inside of a pair of surrogates', async () => {
    const name = `😀${'a'.repeat(145)}.txt`
    const raw = `From: a@b.example\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx`
    const [file] = (await readMail(Buffer.from(raw)))?.files ?? []
    expect([file?.name.length, file?.name.isWellFormed()]).toEqual([150, true])
  })
})

describe('headers', () => {
  it('of one name, 80,000 of them, are added to one list', () => {
    const raw = Buffer.from(`${'x:\n'.repeat(80_000)}\nOi`)
    // A copy of the list for each header takes the processor for seconds.
    const set = vi.spyOn(Map.prototype, 'set')
    const headers = headersOf(raw)
    const calls = set.mock.calls.filter(([name]) => name === 'x').length
    set.mockRestore()
    expect([headers.get('x')?.length, calls]).toEqual([80_000, 1])
  })

  it('of any bytes are read without a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(headersOf(bytes).size).toBeLessThan(401)
        expect(messageKeyOf(bytes, headersOf(bytes))).toMatch(/^[0-9a-f]{64}$/)
      }),
    )
  })
})
