import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { findAddress } from '../contract.ts'

const answers: Record<string, string> = {
  '/01310100': JSON.stringify({
    logradouro: 'Avenida Paulista',
    bairro: 'Bela Vista',
    localidade: 'São Paulo',
    uf: 'SP',
  }),
  // A town with one code for all its streets.
  '/59300000': JSON.stringify({ logradouro: '', bairro: '', localidade: 'Caicó', uf: 'RN' }),
  '/00000000': JSON.stringify({ erro: 'true' }),
  '/11111111': '<html>busy</html>',
}
const service = createServer(({ url = '' }, response) => {
  response.writeHead(url in answers ? 200 : 500).end(answers[url])
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
const { port } = service.address() as AddressInfo
afterAll(() => service.close())

const portal = testPortal({
  config: { postalCodeService: `http://127.0.0.1:${port}/{cep}`, providerPrivateHosts: true },
})
const silent = testPortal()
const find = async (cep: string, of = portal) => (await of.as('masterOfAlfa').ask(findAddress, { cep })).body.found

it('reads the address of a postal code, and what the service does not know stays empty', async () => {
  expect(await find('01310100')).toEqual({
    address: 'Avenida Paulista',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  })
  expect(await find('59300000')).toEqual({ address: null, neighborhood: null, city: 'Caicó', state: 'RN' })
})

it.each(['00000000', '11111111', '99999999'])('finds nothing for %s, and does not fail', async (cep) => {
  const { status, body } = await portal.as('masterOfAlfa').ask(findAddress, { cep })
  expect([status, body.found]).toEqual([200, null])
})

it('asks no service where the operator named none', async () => {
  const { status, body } = await silent.as('masterOfAlfa').ask(findAddress, { cep: '01310100' })
  expect([status, body.found]).toEqual([200, null])
  expect((await portal.as('adminOfNorte').ask(findAddress, { cep: '01310100' })).status).toBe(403)
})
