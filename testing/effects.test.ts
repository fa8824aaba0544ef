import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Effects, effects } from './effects.ts'
import { isTested, root } from './named-tests.ts'

/** The controls of a form: names of inputs, and the lists of fields from which a form makes inputs. */
const controlsIn = (form: string): string =>
  globSync(join(root, 'features', form, 'web', '*.tsx'))
    .map((file) => readFileSync(file, 'utf8').replaceAll(/^type [\s\S]*?\n\n/gm, ''))
    .join('\n')

function hiddenFieldsOf({ form, alsoNamed = {}, shown = [], proofs }: Effects): string[] {
  const controls = controlsIn(form)
  return Object.keys(proofs).filter((wire) => {
    const names = [wire, alsoNamed[wire] ?? wire]
    return !names.some((name) => new RegExp(shown.includes(wire) ? `\\b${name}\\b` : `['"]${name}['"]`).test(controls))
  })
}

describe.each(effects.map((each) => [each.record, each] as const))('the fields of %s', (_, group) => {
  it('have each a test of their effect, and the table has no other field', () => {
    const named = [...Object.keys(group.proofs), ...Object.keys(group.without ?? {})]
    expect(named.toSorted()).toEqual([...new Set(group.taken)].toSorted())
  })

  it('name tests that exist', () => {
    const absent = Object.entries(group.proofs).filter(([, proof]) => !isTested(proof))
    expect(absent.map(([field, [file, name]]) => `${field}: ${file} has no test “${name}”`)).toEqual([])
  })

  it('are all on their form', () => {
    expect(hiddenFieldsOf(group)).toEqual([])
  })
})
