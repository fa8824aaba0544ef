import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure } from '#platform/contract/failure.ts'
import { type Operation, patched, type PatchShapes } from './patch.ts'

const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const shapes: PatchShapes = {
  userName: { kind: 'single', required: true },
  active: { kind: 'single' },
  name: { kind: 'complex', parts: ['formatted', 'givenName', 'familyName'], forgotten: ['middleName'] },
  emails: { kind: 'multi', parts: ['value', 'type', 'primary'] },
  [enterprise]: { kind: 'complex', parts: ['department'], forgotten: ['manager'] },
  id: { kind: 'read_only' },
  title: { kind: 'forgotten' },
  addresses: { kind: 'forgotten' },
}
const present = {
  userName: 'ana',
  active: true,
  name: { formatted: 'Ana Lima', givenName: 'Ana', familyName: 'Lima' },
  emails: [
    { value: 'ana@work.example', type: 'work', primary: true },
    { value: 'ana@home.example', type: 'home' },
  ],
  id: 'read-only',
  other: 'not an attribute of the table',
}
const after = (...operations: Operation[]) =>
  JSON.parse(JSON.stringify(patched(present, operations, { shapes, coreSchema }).resource)) as typeof present & {
    [enterprise]?: { department: string }
  }
const faultOf = (...operations: Operation[]) => {
  try {
    patched(present, operations, { shapes, coreSchema })
    return null
  } catch (error) {
    return error instanceof Failure ? error.code : String(error)
  }
}

describe('a patch', () => {
  it('sets, merges and removes attributes by path', () => {
    expect(after({ op: 'replace', path: 'userName', value: 'bea' }).userName).toBe('bea')
    expect(after({ op: 'Replace', path: 'USERNAME', value: 'bea' }).userName).toBe('bea')
    expect(after({ op: 'add', path: `${coreSchema}:userName`, value: 'bea' }).userName).toBe('bea')
    expect(after({ op: 'replace', path: 'name', value: { familyName: 'Sá' } }).name).toEqual({
      ...present.name,
      familyName: 'Sá',
    })
    expect(after({ op: 'replace', path: 'name.givenName', value: 'Bea' }).name.givenName).toBe('Bea')
    expect(after({ op: 'remove', path: 'name' })).not.toHaveProperty('name')
    expect(after({ op: 'remove', path: 'name.formatted' }).name).not.toHaveProperty('formatted')
    expect(after({ op: 'add', path: `${enterprise}:department`, value: 'Vendas' })[enterprise]).toEqual({
      department: 'Vendas',
    })
    expect(after({ op: 'add', path: enterprise, value: { department: 'Vendas' } })[enterprise]).toEqual({
      department: 'Vendas',
    })
  })

  it('takes paths as keys of a value without a path', () => {
    const value = { 'name.givenName': 'Bea', 'emails[type eq "home"].value': 'bea@home.example', active: false }
    expect(after({ op: 'replace', value })).toMatchObject({
      active: false,
      name: { givenName: 'Bea' },
      emails: [{ value: 'ana@work.example' }, { value: 'bea@home.example' }],
    })
  })

  it('changes elements of a list by a filter', () => {
    const byFilter = (op: string, path: string, value?: unknown) => after({ op, path, value }).emails
    expect(byFilter('replace', 'emails[type eq "HOME"].value', 'x')[1]?.value).toBe('x')
    expect(byFilter('replace', 'emails[type eq "home" and value co "@home"].value', 'x')[1]?.value).toBe('x')
    expect(byFilter('replace', 'emails[primary eq true].value', 'x')[0]?.value).toBe('x')
    expect(byFilter('replace', 'emails[not (primary eq true)].value', 'x')[1]?.value).toBe('x')
    expect(byFilter('remove', 'emails[type eq "home"]')).toHaveLength(1)
    expect(byFilter('remove', 'emails')).toEqual([])
    expect(byFilter('replace', 'emails', [{ value: 'x' }])).toEqual([{ value: 'x' }])
  })

  it('adds an element that its filter describes, as Entra expects', () => {
    const added = after({ op: 'Add', path: 'emails[type eq "other"].value', value: 'x' }).emails[2]
    expect(added).toEqual({ type: 'other', value: 'x' })
    expect(faultOf({ op: 'add', path: 'emails[type ne "work" and type ne "home"].value', value: 'x' })).toBe(
      'scim.path_invalid',
    )
  })

  it('adds an element once, and the new primary one takes the mark from the others', () => {
    const [home] = present.emails.slice(1)
    expect(after({ op: 'add', path: 'emails', value: [home] }).emails).toHaveLength(2)
    const { emails } = after({ op: 'add', path: 'emails', value: { value: 'new', primary: true } })
    expect(emails.map(({ primary }) => primary)).toEqual([false, undefined, true])
  })

  it('refuses a replacement and a removal that select nothing, as RFC 7644 requires', () => {
    for (const op of ['replace', 'remove'])
      for (const path of ['emails[type eq "other"]', 'emails[type eq "other"].value'])
        expect(faultOf({ op, path, value: { value: 'x' } }), `${op} ${path}`).toBe('scim.no_target')
  })

  it('replaces a selected element as a whole, and adds to it', () => {
    const path = 'emails[type eq "home"]'
    expect(after({ op: 'replace', path, value: { value: 'x' } }).emails[1]).toEqual({ value: 'x' })
    expect(after({ op: 'add', path, value: { value: 'x' } }).emails[1]).toEqual({ value: 'x', type: 'home' })
  })

  it('leaves one primary element, the one that was made primary last', () => {
    const marks = (...operations: Operation[]) => after(...operations).emails.map(({ primary }) => primary)
    const path = 'emails[type eq "home"].primary'
    expect(marks({ op: 'replace', path, value: true })).toEqual([false, true])
    expect(marks({ op: 'add', path: 'emails[type eq "home"]', value: { primary: 'True' } })).toEqual([false, 'True'])
  })

  it('changes nothing that is read-only or required, and takes a read-only value as it is', () => {
    expect(after({ op: 'replace', value: { id: 'read-only', userName: 'bea' } }).userName).toBe('bea')
    for (const operation of [
      { op: 'replace', path: 'id', value: 'another' },
      { op: 'replace', value: { id: 'another' } },
      { op: 'remove', path: 'id' },
      { op: 'remove', path: 'userName' },
      { op: 'replace', path: 'userName', value: null },
    ])
      expect(faultOf(operation), JSON.stringify(operation)).toBe('scim.read_only')
  })

  it('null removes, as an unassigned value', () => {
    expect(after({ op: 'replace', path: 'name.formatted', value: null }).name).not.toHaveProperty('formatted')
    expect(after({ op: 'add', value: { emails: null } }).emails).toEqual([])
  })

  it('forgets unknown attributes of a record, as of a whole resource', () => {
    expect(after({ op: 'add', value: { favouriteColour: 'red', 'urn:example:2.0:Own': { a: 1 } } })).toEqual(after())
  })

  it('forgets attributes that the portal does not keep', () => {
    const unknown = [
      'title',
      'addresses[type eq "work"].street',
      'name.middleName',
      'urn:example:2.0:Own:active',
      `${enterprise}:manager`,
      `${enterprise}:manager.value`,
    ]
    for (const path of unknown) expect(after({ op: 'add', path, value: 'x' }), path).toEqual(after())
  })

  it.each<[string, Operation, string]>([
    ['an unknown operation', { op: 'move', path: 'userName' }, 'scim.syntax_invalid'],
    ['a remove without a path', { op: 'remove' }, 'scim.no_target'],
    ['an add without a value', { op: 'add', path: 'userName' }, 'scim.value_invalid'],
    ['a path of an unknown attribute', { op: 'add', path: 'favouriteColour', value: 'x' }, 'scim.path_invalid'],
    ['an unknown part', { op: 'add', path: 'name.nick', value: 'x' }, 'scim.path_invalid'],
    [
      'an unknown attribute of an extension',
      { op: 'add', path: `${enterprise}:floor`, value: 'x' },
      'scim.path_invalid',
    ],
    [
      'a part of an extension without parts',
      { op: 'add', path: `${enterprise}:department.name`, value: 'x' },
      'scim.path_invalid',
    ],
    ['dots in the schema', { op: 'add', path: 'urn:..:userName', value: 'x' }, 'scim.path_invalid'],
    ['dots as the schema', { op: 'add', path: '..:userName', value: 'x' }, 'scim.path_invalid'],
    ['dots after the name', { op: 'add', path: 'userName..', value: 'x' }, 'scim.path_invalid'],
    ['dots below the name', { op: 'add', path: 'emails..value', value: 'x' }, 'scim.path_invalid'],
    ['dots as a key', { op: 'add', value: { '..': 'x' } }, 'scim.path_invalid'],
    ['dots in a path of a file', { op: 'add', path: '../userName', value: 'x' }, 'scim.path_invalid'],
    ['a value without a path that is no record', { op: 'add', value: 'x' }, 'scim.value_invalid'],
    ['an empty path', { op: 'add', path: '', value: 'x' }, 'scim.path_invalid'],
    ['a path of dots', { op: 'add', path: '..', value: 'x' }, 'scim.path_invalid'],
    ['a path with a blank part', { op: 'add', path: 'name..givenName', value: 'x' }, 'scim.path_invalid'],
    ['a filter of a single value', { op: 'add', path: 'userName[value eq "a"]', value: 'x' }, 'scim.path_invalid'],
    ['a filter that is none', { op: 'add', path: 'emails[type xx "a"]', value: 'x' }, 'scim.path_invalid'],
    ['a filter by an unknown part', { op: 'remove', path: 'emails[password eq "a"]' }, 'scim.path_invalid'],
    ['a part of a single value', { op: 'add', path: 'userName.value', value: 'x' }, 'scim.path_invalid'],
    ['a record as text', { op: 'replace', path: 'name', value: 'x' }, 'scim.value_invalid'],
  ])('refuses %s', (_, operation, code) => expect(faultOf(operation)).toBe(code))
})

describe('a hostile patch', () => {
  const names = ['__proto__', 'constructor', 'prototype', '__PROTO__', 'Constructor']
  const places = (name: string): Operation[] => [
    { op: 'add', path: name, value: { polluted: 1 } },
    { op: 'add', path: `${name}.polluted`, value: 'y' },
    { op: 'replace', path: `${name}.prototype.polluted`, value: 'y' },
    { op: 'add', path: `name.${name}`, value: { polluted: 1 } },
    { op: 'add', path: `${coreSchema}:${name}.polluted`, value: 1 },
    { op: 'add', path: `${enterprise}:${name}`, value: { polluted: 1 } },
    { op: 'add', path: `emails[${name} eq "a"].value`, value: 1 },
    { op: 'add', path: `emails[type eq "work"].${name}`, value: { polluted: 1 } },
    { op: 'add', path: `${name}[type eq "work"].value`, value: 1 },
    { op: 'add', value: { [`${name}.polluted`]: 'y' } },
    { op: 'add', value: JSON.parse(`{"${name}":{"polluted":1}}`) as object },
    { op: 'add', path: 'name', value: JSON.parse(`{"${name}":{"polluted":1}}`) as object },
    { op: 'add', path: 'emails', value: [JSON.parse(`{"${name}":{"polluted":1}}`)] },
    { op: 'remove', path: `${name}.keys` },
  ]

  it.each(names.flatMap((name) => places(name).map((operation) => [JSON.stringify(operation), operation] as const)))(
    'U6: %s is refused',
    (_, operation) => expect(faultOf(operation)).toBe('scim.path_invalid'),
  )

  it('C5: the elements of a list, the changes and the length of a path have a limit', () => {
    const mails = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `a${String(index)}` }))
    expect(faultOf({ op: 'replace', path: 'emails', value: mails(50) })).toBeNull()
    expect(faultOf({ op: 'replace', path: 'emails', value: mails(51) })).toBe('scim.value_invalid')
    expect(faultOf({ op: 'add', path: 'emails', value: mails(49) })).toBe('scim.value_invalid')
    const changes = (count: number) => mails(count).map(({ value }) => ({ op: 'add', path: 'userName', value }))
    expect(faultOf(...changes(200))).toBeNull()
    expect(faultOf(...changes(201))).toBe('scim.limit_exceeded')
    const keys = Object.fromEntries(mails(201).map(({ value }) => [value, 1]))
    expect(faultOf({ op: 'add', value: keys })).toBe('scim.limit_exceeded')
    const long = `emails[${'value eq "x" or '.repeat(40)}value pr]`
    expect(faultOf({ op: 'remove', path: long })).toBe('scim.path_invalid')
  })

  it('U6: changes no built-in object, whatever it is (5,000 random patches)', () => {
    const builtIns = [Object, Object.prototype, Function, Function.prototype, Array, Array.prototype, Map.prototype]
    const keysOf = () => builtIns.map((each) => Reflect.ownKeys(each).map(String))
    const before = keysOf()
    const word = fc.constantFrom(
      ...names,
      'name',
      'emails',
      'userName',
      'value',
      'keys',
      enterprise,
      'toString',
      '[',
      ']',
      '.',
      ' eq "a"',
      ':',
    )
    const path = fc.array(word, { maxLength: 6 }).map((words) => words.join(''))
    const value = fc.oneof(
      fc.string(),
      fc.constant(null),
      fc.dictionary(path, fc.string()),
      fc.array(fc.dictionary(word, fc.string())),
    )
    const operation = fc.record({
      op: fc.constantFrom('add', 'replace', 'remove'),
      path: fc.option(path, { nil: undefined }),
      value,
    })
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 4 }), (operations) => {
        let keys: string[] = []
        try {
          keys = Object.keys(patched(present, operations, { shapes, coreSchema }).resource)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
        }
        expect(keys.filter((key) => !Object.hasOwn(shapes, key))).toEqual([])
        expect(keysOf()).toEqual(before)
      }),
      { numRuns: 5_000 },
    )
  })
})
