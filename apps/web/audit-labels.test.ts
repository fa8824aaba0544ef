import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { choiceKeys, labelKeys } from '#features/operations/audit/web/audit-texts.ts'
import { settingsWireNames } from '#features/organisation/settings/contract.ts'
import ptBR from '../generated/phrases/pt-BR.ts'

type AuditedNoun = { noun: string; fields: z.ZodRawShape; record: z.ZodType }

const isEntity = (value: unknown): value is AuditedNoun =>
  typeof value === 'object' && value !== null && ['noun', 'fields', 'record', 'sorts'].every((key) => key in value)

const root = fileURLToPath(new URL('../..', import.meta.url))
const contracts = globSync('features/**/contract.ts', { cwd: root })
const exported = await Promise.all(contracts.map((file) => import(`${root}/${file}`) as Promise<object>))
const entities = exported.flatMap((contract) => Object.values(contract).filter(isEntity))

const isSaid = (key: string) =>
  typeof key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], ptBR) ===
  'string'

test('finds the entities of all contracts', () => expect(entities.length).toBeGreaterThan(4))

test.each(Object.entries(settingsWireNames))(
  'the audit trail labels the setting %s as the form does',
  (column, wireName) => {
    const [first] = labelKeys('settings', column).filter(isSaid)
    expect(first).toBe(`nouns.settings.field.${wireName}`)
  },
)

test.each(entities)('the audit trail has labels for the fields and choices of a $noun', ({ noun, fields }) => {
  for (const [field, schema] of Object.entries(fields)) {
    expect(labelKeys(noun, field).filter(isSaid), `${noun}.${field}`).not.toEqual([])
    const choices = schema instanceof z.ZodEnum ? schema.options.map(String) : []
    for (const choice of choices)
      expect(choiceKeys(noun, field, choice).filter(isSaid), `${noun}.${field}: ${choice}`).not.toEqual([])
  }
})
