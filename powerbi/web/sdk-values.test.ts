import * as models from 'powerbi-models'
import { expect, test } from 'vitest'
import { BackgroundType, FilterType, LayoutType, Permissions, SectionVisibility, ViewMode } from './sdk-values.ts'

test('the values are those of powerbi-models', () => {
  expect(models).toMatchObject({ BackgroundType, FilterType, LayoutType, Permissions, SectionVisibility, ViewMode })
})
