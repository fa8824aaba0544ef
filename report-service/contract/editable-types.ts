// What an editor of reports may choose, for the viewer and the service. Next: ../report/edit-operations.ts.

/** The visual types that an editor chooses from, each with the roles of its fields. The viewer draws all of them. */
export const EDITABLE_TYPES = {
  card: ['Values'],
  clusteredColumnChart: ['Category', 'Series', 'Y'],
  columnChart: ['Category', 'Series', 'Y'],
  clusteredBarChart: ['Category', 'Series', 'Y'],
  barChart: ['Category', 'Series', 'Y'],
  lineChart: ['Category', 'Series', 'Y'],
  areaChart: ['Category', 'Series', 'Y'],
  pieChart: ['Category', 'Y'],
  donutChart: ['Category', 'Y'],
  tableEx: ['Values'],
} as const satisfies Record<string, readonly string[]>

export type EditableType = keyof typeof EDITABLE_TYPES
export const isEditableType = (type: string): type is EditableType => Object.hasOwn(EDITABLE_TYPES, type)

/** An editor saves before the list is longer. */
export const MAX_OPERATIONS = 300
