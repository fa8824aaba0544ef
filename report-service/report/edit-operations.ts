// The changes that an editor makes to a report. A draft is the published definition and a list of them, so undoing removes the last one.
// Viewer and service both read this file. Next: edit-report.ts (what each does), ../viewer/edit/editor.ts.
import type { EditableType } from '../contract/editable-types.ts'
import type { Field } from './definition.ts'

export type Box = { x: number; y: number; width: number; height: number }
/** Fields by role, in their order. */
export type FieldsByRole = Record<string, Field[]>

export type EditOperation =
  | { kind: 'title'; page: string; visual: string; title: string }
  | { kind: 'type'; page: string; visual: string; type: EditableType }
  | { kind: 'fields'; page: string; visual: string; fields: FieldsByRole }
  | { kind: 'place'; page: string; visual: string; box: Box }
  | { kind: 'addVisual'; page: string; visual: string; type: EditableType; box: Box }
  | { kind: 'removeVisual'; page: string; visual: string }
  | { kind: 'addPage'; page: string; displayName: string }
  | { kind: 'renamePage'; page: string; displayName: string }
  | { kind: 'removePage'; page: string }
