// Fuzz tests of the report readers. Uploaded projects are untrusted: reading any JSON must return a value and never throw.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromLegacy } from './legacy-report.ts'
import { bookmarkOrder, readBookmark } from './read-bookmark.ts'
import { fieldOfQuery, readFilter, readFilters } from './read-filters.ts'
import { readTheme, themePathOf } from './read-theme.ts'
import { readVisual } from './read-visual.ts'

/** Keys that the readers look for, so that random JSON reaches deep into their code. */
const keys = (
  'visual visualType query queryState projections field Column Measure Aggregation HierarchyLevel Expression SourceRef Source Entity ' +
  'Property Function Hierarchy Level filter From Where Condition In Not And Or Comparison Contains StartsWith Between Left Right ' +
  'Values Expressions Literal Value Table name Name Top OrderBy Direction objects general properties paragraphs textRuns textStyle ' +
  'position sortDefinition sort filterConfig filters explorationState activeSection sections visualContainers singleVisual config ' +
  'prototypeQuery Select layouts themeCollection customTheme resourcePackages items path dataColors __proto__ constructor'
).split(' ')

const { tree } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constantFrom(null, true, 0, -1, 1e9, '', '12L', "'a'", 'slicer', 'textbox', ...keys), fc.string()),
  branch: fc.oneof(
    fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 6, noNullPrototype: true }),
    fc.array(tie('tree'), { maxLength: 4 }),
  ),
  tree: fc.oneof({ depthSize: 'large' }, tie('leaf'), tie('branch')),
}))

test.each<[string, (json: unknown) => unknown]>([
  ['visual', (json) => readVisual(json, 'x')],
  ['visual content', (json) => readVisual({ visual: json }, 'x')],
  ['textbox', (json) => readVisual({ visual: { visualType: 'textbox', objects: json } }, 'x')],
  ['list of filters', readFilters],
  ['filter', readFilter],
  ['condition', (json) => readFilter({ field: json, filter: { Where: [{ Condition: json }] } })],
  ['stored query', fieldOfQuery],
  ['bookmark', readBookmark],
  ['list of bookmarks', bookmarkOrder],
  ['theme', readTheme],
  ['report', themePathOf],
  ['older report', fromLegacy],
])('reads any JSON as %s without an exception', (_, read) => {
  fc.assert(
    fc.property(tree, (json) => {
      expect(() => read(json)).not.toThrow()
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['Not', (inner: unknown) => ({ Not: { Expression: inner } })],
  ['And', (inner: unknown) => ({ And: { Left: inner, Right: inner } })],
  ['Aggregation', (inner: unknown) => ({ Aggregation: { Expression: inner, Function: 0 } })],
])('refuses a condition of 50,000 nested %s without recursion', (_, wrap) => {
  let condition: unknown = {}
  for (let depth = 0; depth < 50_000; depth++) condition = wrap(condition)
  const field = { Column: { Expression: { SourceRef: { Entity: 'Sales' } }, Property: 'Region' } }
  expect(readFilter({ field, filter: { Where: [{ Condition: condition }] } }).filterType).toBe(2)
})
