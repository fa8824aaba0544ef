// The panel beside an edited report: history, page, and the title, type and fields of the chosen visual.
import { type EditableType, EDITABLE_TYPES, isEditableType } from '../../contract/editable-types.ts'
import type { EditOperation, FieldsByRole } from '../../report/edit-operations.ts'
import type { Field, Page, Visual } from '../../report/definition.ts'
import type { ModelField } from '../../report/viewer-calls.ts'
import { h, icon, type Child } from '../page/element.ts'
import { findPage, findVisual, isSlicer } from '../state/view-state.ts'
import type { EditTools } from './edit-tools.ts'
import type { EditPhrases } from './phrases.ts'

type History = { undo: () => void; redo: () => void; undoSave: () => void; join: () => void }
type PanelState = { canUndo: boolean; canRedo: boolean; isBehind: boolean; notice: string | null }

export function createEditPanel(phrases: EditPhrases, tools: EditTools, history: History) {
  const element = h('aside', { class: 'edit-panel', 'aria-label': phrases.panel })

  function show(state: PanelState): void {
    const keep = keepPlace()
    const page = findPage(tools.answer().report, tools.viewing().state().page)
    const visual = findVisual(page, tools.chosen() ?? '')
    element.replaceChildren(
      ...historyPart(state),
      ...(page ? pagePart(page) : []),
      h('h2', {}, phrases.visual),
      ...(page && visual ? visualPart(page, visual) : [h('p', { class: 'edit-hint' }, phrases.choose)]),
    )
    keep()
  }

  /** The elements are new after each change. The returned function puts the focus and the scroll position back. */
  function keepPlace(): () => void {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['edit'] : undefined
    const { scrollTop } = element
    return () => {
      element.scrollTop = scrollTop
      if (focused !== undefined) element.querySelector<HTMLElement>(`[data-edit="${focused}"]`)?.focus()
    }
  }

  function historyPart({ canUndo, canRedo, isBehind, notice }: PanelState): HTMLElement[] {
    const canUndoSave = !canUndo && tools.answer().hasPrevious
    return [
      h(
        'div',
        { class: 'edit-row' },
        button('undo', phrases.undo, canUndo, history.undo),
        button('redo', phrases.redo, canRedo, history.redo),
        button('undoSave', phrases.undoSave, canUndoSave, history.undoSave),
      ),
      h('div', { 'aria-live': 'polite' }, notice === null ? null : h('p', { class: 'edit-notice' }, notice)),
      ...(isBehind ? [button('join', phrases.join, true, history.join)] : []),
    ]
  }

  function pagePart(page: Page): HTMLElement[] {
    const { pages } = tools.answer().report
    const others = pages.filter((each) => each !== page)
    const addPage = () => {
      const added = newName('page')
      tools.change({ kind: 'addPage', page: added, displayName: freeName(phrases.newPage, pages) })
    }
    const removePage = () => tools.change({ kind: 'removePage', page: page.name })
    const rename = (displayName: string) => {
      if (displayName.trim() !== '') tools.change({ kind: 'renamePage', page: page.name, displayName })
    }
    return [
      h('h2', {}, phrases.page),
      ...textField('pageName', phrases.pageName, { value: page.displayName, max: 100, onChange: rename }),
      h(
        'div',
        { class: 'edit-row' },
        button('addPage', phrases.addPage, true, addPage),
        button(
          'removePage',
          phrases.removePage,
          others.some(({ isHidden }) => !isHidden),
          removePage,
        ),
        button('addVisual', phrases.addVisual, true, () => addVisual(page)),
      ),
    ]
  }

  function addVisual(page: Page): void {
    const visual = newName('visual')
    const box = { x: 24, y: 24, width: Math.min(480, page.width - 24), height: Math.min(280, page.height - 24) }
    tools.choose(null)
    tools.change({ kind: 'addVisual', page: page.name, visual, type: 'clusteredColumnChart', box })
    tools.choose(visual)
  }

  function visualPart(page: Page, visual: Visual): HTMLElement[] {
    const on = { page: page.name, visual: visual.name }
    const retitle = (title: string) => tools.change({ kind: 'title', ...on, title })
    return [
      ...textField('title', phrases.title, { value: visual.title ?? '', max: 200, onChange: retitle }),
      ...(hasChoice(visual) ? typePart(on, visual) : []),
      ...(isEditableType(visual.type) ? fieldParts(on, visual, visual.type) : []),
      h(
        'div',
        { class: 'edit-row' },
        button('removeVisual', phrases.removeVisual, true, () => tools.change({ kind: 'removeVisual', ...on })),
      ),
      h('p', { class: 'edit-hint' }, phrases.hint),
    ]
  }

  function typePart(on: Place, visual: Visual): HTMLElement[] {
    const types = Object.keys(EDITABLE_TYPES) as EditableType[]
    const options = types.map((type) =>
      h('option', { value: type, selected: type === visual.type }, phrases.types[type]),
    )
    // A type that is not offered stays until another one is chosen.
    const present = isEditableType(visual.type) ? null : h('option', { value: '', selected: true }, visual.type)
    const choose = (event: Event) => {
      const { value } = event.currentTarget as HTMLSelectElement
      if (isEditableType(value)) tools.change({ kind: 'type', ...on, type: value })
    }
    return labelled('type', phrases.type, (id) =>
      h('select', { id, 'data-edit': 'type', onchange: choose }, present, ...options),
    )
  }

  function fieldParts(on: Place, visual: Visual, type: EditableType): HTMLElement[] {
    const fields: FieldsByRole = Object.fromEntries(
      Object.entries(visual.wells).map(([role, well]) => [role, well.map(({ field }) => field)]),
    )
    const change = (role: string, list: Field[]): void => {
      const operation: EditOperation = { kind: 'fields', ...on, fields: { ...fields, [role]: list } }
      tools.change(operation)
    }
    return EDITABLE_TYPES[type].flatMap((role) => {
      const present = fields[role] ?? []
      const items = (visual.wells[role] ?? []).map(({ displayName }, index) => {
        const remove = () =>
          change(
            role,
            present.filter((_, place) => place !== index),
          )
        const label = phrases.removeField.replace('{name}', displayName)
        return h(
          'li',
          {},
          displayName,
          h('button', { type: 'button', 'aria-label': label, onclick: remove }, icon('close')),
        )
      })
      const add = (event: Event) => {
        const chosen = offered[Number((event.currentTarget as HTMLSelectElement).value)]
        if (chosen) change(role, [...present, fieldOf(chosen, role, type)])
      }
      const isGroup = role === 'Category' || role === 'Series'
      const offered = tools.answer().fields.filter(({ kind }) => !isGroup || kind === 'column')
      const groups = Map.groupBy(offered, ({ table }) => table)
      const name = phrases.roles[role] ?? role
      return [
        ...labelled(`add-${role}`, name, (id) =>
          h(
            'select',
            { id, 'data-edit': `add-${role}`, onchange: add },
            h('option', { value: '' }, phrases.addField),
            ...[...groups].map(([table, list]) =>
              h(
                'optgroup',
                { label: table },
                ...list.map((field) => h('option', { value: offered.indexOf(field) }, field.name)),
              ),
            ),
          ),
        ),
        h('ul', { class: 'edit-fields' }, ...items),
      ]
    })
  }

  return { element, show, keepPlace }
}

type Place = { page: string; visual: string }

/** Slicers, texts and shapes have no other type. */
const hasChoice = (visual: Visual) =>
  isEditableType(visual.type) || (!isSlicer(visual) && Object.keys(visual.wells).length > 0)

/** Values are added up or counted; a group, and a column of a table that is no number, is shown as it is. */
function fieldOf({ kind, table, name, isNumber }: ModelField, role: string, type: EditableType): Field {
  if (kind === 'measure') return { kind, table, name }
  const isGroup = role === 'Category' || role === 'Series'
  if (isGroup || (type === 'tableEx' && !isNumber)) return { kind: 'column', table, name }
  return { kind: 'aggregation', table, name, aggregation: isNumber ? 'sum' : 'distinctCount' }
}

/** Names of folders, so only small letters and digits. */
const newName = (kind: string) => `${kind}${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`

function freeName(name: string, pages: Page[]): string {
  const taken = new Set(pages.map(({ displayName }) => displayName))
  let number = 1
  while (taken.has(number === 1 ? name : `${name} ${number}`)) number += 1
  return number === 1 ? name : `${name} ${number}`
}

function labelled(key: string, label: string, input: (id: string) => HTMLElement): HTMLElement[] {
  const id = `edit-${key}`
  return [h('label', { for: id }, label), input(id)]
}

type TextField = { value: string; max: number; onChange: (value: string) => void }

function textField(key: string, label: string, { value, max, onChange }: TextField): HTMLElement[] {
  const changed = (event: Event) => onChange((event.currentTarget as HTMLInputElement).value)
  return labelled(key, label, (id) =>
    h('input', { id, 'data-edit': key, value, maxlength: max, autocomplete: 'off', onchange: changed }),
  )
}

function button(key: string, label: Child, isActive: boolean, act: () => void): HTMLElement {
  return h(
    'button',
    { class: 'edit-button', type: 'button', 'data-edit': key, disabled: !isActive, onclick: act },
    label,
  )
}
