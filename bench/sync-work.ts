// How long the largest input of a call blocks the main thread of the portal, during which no other request is answered. Target: at most
// 20 ms. Next: watch-loop.ts (how a block is measured).
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'node:http'
import sharp from 'sharp'
import { zipSync } from 'fflate'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { askDatabase } from '#apps/server/testing/portal-history.ts'
import { makeToken } from '#platform/server/session/token.ts'
import { askedHtml, inLanguages } from './html.ts'
import { password, type Setup } from './setup.ts'
import { table } from './table.ts'
import { loopFigures } from './watch-loop.ts'

const longestBlock = 20
const host = 'bench-5.localhost'
const foreignHost = 'bench-6.localhost'

/** `body`: a text or bytes with their media type; an object is sent as JSON. */
type Sent = { method?: string; path: string; body?: unknown; type?: string; host?: string; token?: string | null }

type Case = { what: string; input: string; send: () => Promise<{ status: number; body: string }> }

export async function measureSyncWork(setup: Setup, chosen: string[]): Promise<string> {
  const cases = (await casesOf(setup)).filter(
    ({ what }) => chosen.length === 0 || chosen.some((part) => what.includes(part)),
  )
  const blockOf = async (work: () => Promise<unknown>) => {
    await loopFigures(setup.portal)
    await work()
    return (await loopFigures(setup.portal)).block
  }
  const lines: string[][] = [
    ['(nothing, for one second)', '', '', (await blockOf(() => sleep(1_000))).toFixed(0), '', ''],
  ]
  for (const { what, input, send } of cases) {
    const statuses = new Set<number>()
    const measured = () =>
      blockOf(async () => {
        statuses.add((await send()).status)
        // Includes the work after the answer, such as live events.
        await sleep(200)
      })
    const first = await measured()
    const later = [await measured(), await measured(), await measured()].toSorted((a, b) => a - b)
    const usual = later[1] ?? Number.NaN
    lines.push([
      what,
      input,
      [...statuses].join(' '),
      first.toFixed(0),
      usual.toFixed(0),
      usual > longestBlock ? 'longer than 20 ms' : '',
    ])
  }
  return table(
    'The longest block of the main thread by one request; ms of processor time. Later: the median of three more',
    ['call', 'input', 'status', 'first', 'later', ''],
    lines,
  )
}

function ids(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID())
}

async function casesOf({ portal, ownerUrl, world, tokenOf }: Setup): Promise<Case[]> {
  const token = tokenOf(world.admin)
  const send = ({ method = 'POST', path, body, type = 'application/json', ...sent }: Sent) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const bearer = sent.token === undefined ? token : sent.token
      const headers = {
        host: `${sent.host ?? host}:${String(portal.port)}`,
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
      }
      const options = {
        host: '127.0.0.1',
        port: portal.port,
        method,
        path: path.startsWith('/') ? path : `/api/${path}`,
        headers,
      }
      const clientRequest = request(options, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(0, 2_000)))
        answer.on('error', reject).on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
      })
      clientRequest.on('error', () => resolve({ status: 0, body: '' }))
      clientRequest.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
    })
  const upload = (path: string, fields: Record<string, string>, name: string, bytes: Uint8Array) => {
    const boundary = 'benchmark'
    const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
    const before = Object.entries(fields).map(([key, value]) => `${part(`name="${key}"`)}${value}\r\n`)
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    const body = Buffer.concat([Buffer.from(before.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return send({ path, body, type: `multipart/form-data; boundary=${boundary}` })
  }
  const json = (what: string, input: string, path: string, body: unknown, method = 'POST'): Case => {
    const text = JSON.stringify(body)
    return { what, input, send: () => send({ method, path, body: text }) }
  }
  const { nested, flat, message, term, template, faqEntry, app } = askedHtml

  const scim = makeToken()
  await askDatabase(
    ownerUrl,
    `insert into scim_connections (tenant_id, token_hash, token_hint) select id, $1, 'test' from tenants where subdomain = 'bench-5'`,
    [scim.hash],
  )
  const scimCase = (what: string, input: string, body: string, token: string | null): Case => ({
    what,
    input,
    send: () => send({ path: '/scim/v2/Users', body, type: 'application/scim+json', token }),
  })
  const groupName = () => `Group ${randomUUID()}`
  const people =
    'nome;email;telefone\n' +
    Array.from(
      { length: 5_000 },
      (_, n) => `Pessoa ${String(n)} ${'x'.repeat(60)};p${String(n)}@x.example;${'9'.repeat(600)}`,
    ).join('\n')
  const opened = await upload('auth/users/import/upload', { name: 'people.csv' }, 'people.csv', Buffer.from(people))
  const importId = (JSON.parse(opened.body) as { id?: string }).id ?? opened.body
  const cells = `${Array.from({ length: 60 }, () => '"x123456"').join(';')}\n`.repeat(5_000)
  const sheet = sheetOf(5_000, 12)
  const noise = await sharp({
    create: {
      width: 5_000,
      height: 4_999,
      channels: 3,
      background: '#123',
      noise: { type: 'gaussian', mean: 128, sigma: 2 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const picture = noise.length < 8_000_000 ? noise : await sharp(noise).jpeg({ quality: 60 }).toBuffer()
  await addEntries(ownerUrl)
  const foreignToken = await tokenAt(portal.port, foreignHost, 'admin@bench-6.example', password)
  await tokenAt(portal.port, foreignHost, 'reader-1@bench-6.example', password)

  return [
    json('html/check', '99 kB, nested', 'auth/notifications/messages/html/check', { html: nested(99_000) }),
    json('html/check', '99 kB, 6,000 elements', 'auth/notifications/messages/html/check', { html: flat(99_000) }),
    json('html/check', '3.9 kB, 1,300 elements', 'auth/notifications/messages/html/check', {
      html: '<i>'.repeat(90) + '<b></b>'.repeat(500),
    }),
    json('html/check', '99 kB, one style', 'auth/notifications/messages/html/check', {
      html: `<p style="${'color:red;'.repeat(9_800)}">a</p>`,
    }),
    json('messages/add', '4 × 99 kB', 'auth/notifications/messages/add', {
      ...message(flat(99_000)),
      target: 'everybody',
    }),
    json('messages/add', '5,000 people', 'auth/notifications/messages/add', {
      ...message('<p>a</p>'),
      user_ids: ids(5_000),
    }),
    json('user_terms/add', '4 × 124 kB', 'auth/user_terms/add', term(flat(99_000) + ' a'.repeat(12_000))),
    json('templates/add', '4 × 49 kB', 'auth/notifications/templates/add', template(flat(49_000))),
    json('faq/entries/add', '4 × 32 kB', 'auth/faq/entries/add', faqEntry(flat(31_900))),
    json(
      'apps/add',
      '20 pages of 49 kB',
      'auth/apps/add',
      app(Array.from({ length: 20 }, () => flat(16_000) + ' a'.repeat(16_000))),
    ),
    json('apps/add', '1,000 links and 2,000 people', 'auth/apps/add', {
      ...app([]),
      sections: links(),
      user_ids: ids(2_000),
    }),
    json('group_users/add', '5,000 members', 'auth/group_users/add', {
      name: groupName(),
      description: null,
      member_ids: ids(5_000),
    }),
    json(
      'report/access/update',
      '2,000 grants',
      'auth/report/access/update',
      {
        report_id: world.reportIds[0],
        version: 1,
        grants: ids(2_000).map((user_id) => ({
          user_id,
          group_id: null,
          roles: [],
          identity: 'email',
          identity_value: null,
          custom_data: null,
        })),
        tell: 'N',
      },
      'PUT',
    ),
    {
      what: 'users/import/upload',
      input: 'CSV, 5,000 rows, 3.4 MB',
      send: () => upload('auth/users/import/upload', { name: 'people.csv' }, 'people.csv', Buffer.from(people)),
    },
    {
      what: 'users/import/upload',
      input: 'CSV, 5,000 rows × 60 cells',
      send: () => upload('auth/users/import/upload', { name: 'people.csv' }, 'people.csv', Buffer.from(cells)),
    },
    {
      what: 'users/import/upload',
      input: 'XLSX, 5,000 rows × 12',
      send: () => upload('auth/users/import/upload', { name: 'people.xlsx' }, 'people.xlsx', sheet),
    },
    json('users/import/map', '5,000 rows', 'auth/users/import/map', {
      id: importId,
      columns: ['nome_usuario', 'email', 'phone'],
    }),
    json('users/import/rows/edit', '5,000 rows', 'auth/users/import/rows/edit', {
      id: importId,
      number: 2,
      column: 0,
      value: 'x',
    }),
    {
      what: 'messages/picture/add',
      input: `25 megapixels, ${(picture.length / 1e6).toFixed(1)} MB`,
      send: () => upload('auth/notifications/messages/picture/add', { kind: 'picture' }, 'a.png', picture),
    },
    {
      what: 'a JSON body',
      input: '1 MB, nested arrays',
      send: () => send({ path: 'auth/group_users/add', body: '['.repeat(500_000) + ']'.repeat(500_000) }),
    },
    {
      what: 'a JSON body',
      input: '1 MB, many keys',
      send: () =>
        send({
          path: 'auth/group_users/add',
          body: `{${Array.from({ length: 70_000 }, (_, n) => `"k${String(n)}":{}`).join(',')}}`,
        }),
    },
    {
      what: 'a JSON body',
      input: '1 MB, combining marks',
      send: () => send({ path: 'auth/group_users/add', body: { name: 'e\u0301\u0327'.repeat(200_000) } }),
    },
    {
      what: 'saml/callback, nobody',
      input: 'form, 1 MB of fields',
      send: () =>
        send({
          path: 'saml/callback',
          body: 'a&'.repeat(500_000),
          type: 'application/x-www-form-urlencoded',
          token: null,
        }),
    },
    {
      what: 'saml/callback, nobody',
      input: 'form, XML of 256 kB',
      send: () =>
        send({
          path: 'saml/callback',
          body: `SAMLResponse=${encodeURIComponent(Buffer.from(`<a>${`<b c="${'d'.repeat(40)}"/>`.repeat(4_900)}</a>`).toString('base64'))}`,
          type: 'application/x-www-form-urlencoded',
          token: null,
        }),
    },
    scimCase(
      'scim/v2/Users, nobody',
      '1 MB',
      JSON.stringify({ emails: Array.from({ length: 9_000 }, () => ({ value: `${'x'.repeat(80)}@x.example` })) }),
      null,
    ),
    scimCase(
      'scim/v2/Users',
      '1 MB, 9,000 e-mails',
      JSON.stringify({
        userName: 'a@x.example',
        emails: Array.from({ length: 9_000 }, () => ({ value: `${'x'.repeat(80)}@x.example` })),
      }),
      scim.token,
    ),
    {
      what: 'scim/v2/Groups',
      input: 'POST, 10,000 members',
      send: () =>
        send({
          path: '/scim/v2/Groups',
          type: 'application/scim+json',
          token: scim.token,
          body: { displayName: groupName(), members: ids(10_000).map((value) => ({ value })) },
        }),
    },
    {
      what: 'openapi.json, nobody',
      input: 'whole',
      send: () => send({ method: 'GET', path: '/api/openapi.json', token: null }),
    },
    {
      what: 'faq/entries/export',
      input: 'CSV, 600 answers of 32 kB',
      send: () =>
        send({ method: 'GET', path: 'auth/faq/entries/export?format=csv', host: foreignHost, token: foreignToken }),
    },
    {
      what: 'faq/entries/export',
      input: 'XLSX, 600 answers of 32 kB',
      send: () =>
        send({ method: 'GET', path: 'auth/faq/entries/export?format=xlsx', host: foreignHost, token: foreignToken }),
    },
    {
      what: 'faq/entries/all',
      input: 'page of 100 answers of 4 × 32 kB',
      send: () =>
        send({ method: 'GET', path: 'auth/faq/entries/all?size=100', host: foreignHost, token: foreignToken }),
    },
  ]
}

const links = () =>
  Array.from({ length: 20 }, () => ({
    id: randomUUID(),
    title: 'x',
    items: Array.from({ length: 50 }, () => ({
      id: randomUUID(),
      title: 'x',
      kind: 'link',
      address: `https://x.example/${'y'.repeat(400)}`,
    })),
  }))

/** A workbook with one sheet of inline texts. */
function sheetOf(rows: number, columns: number): Buffer {
  const cells = (row: number) =>
    Array.from(
      { length: columns },
      (_, column) => `<c t="inlineStr"><is><t>cell ${String(row)} ${String(column)} ${'x'.repeat(40)}</t></is></c>`,
    ).join('')
  const xml = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${Array.from({ length: rows }, (_, row) => `<row r="${String(row + 1)}">${cells(row)}</row>`).join('')}</sheetData></worksheet>`
  const text = (value: string) => Buffer.from(value)
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': text(
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      ),
      '_rels/.rels': text(
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ),
      'xl/workbook.xml': text(
        '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': text(
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': text(xml),
    }),
  )
}

/** Questions with the longest answers, as the editor stores them. */
const addEntries = (ownerUrl: string) =>
  askDatabase(
    ownerUrl,
    `insert into faq_entries (tenant_id, question, answer)
     select t.id, jsonb_build_object('pt-BR', 'Question ' || n, 'en-US', null, 'es', null, 'pt-PT', null), $1::jsonb
       from tenants t, generate_series(1, 600) n where t.subdomain = 'bench-6'`,
    [JSON.stringify(inLanguages(askedHtml.flat(31_900)))],
  )
