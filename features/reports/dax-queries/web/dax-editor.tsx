// The editor of a DAX query (CodeMirror). It is large: exports.tsx loads it when a form shows it.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Annotation, Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readNonce } from '#platform/web/theme/theme.ts'
import type { QueryPosition } from '../contract.ts'
import { choicesAfter, type DaxSchema } from './dax-completion.ts'
import { dax } from './dax-language.ts'

export type DaxEditorProps = {
  name: string
  /** The ids of the elements that label and describe the editor. */
  labelledBy: string
  describedBy: string
  isInvalid: boolean
  value: string
  onChange: (query: string) => void
  onRun: () => void
  schema: DaxSchema
  /** The error of the last run, at its place; null: there is none, or the query was changed since. */
  fault: { position: QueryPosition; text: string } | null
}

export function DaxEditor({ value, onChange, onRun, schema, fault, ...labels }: DaxEditorProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<EditorView>(null)
  const changed = useEffectEvent(onChange)
  const run = useEffectEvent(onRun)
  const complete = useEffectEvent((context: CompletionContext) => completionsAt(context, schema))
  const attributes = useRef(new Compartment())
  const { name, labelledBy, describedBy, isInvalid } = labels
  const described = EditorView.contentAttributes.of({
    id: name,
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-multiline': 'true',
    'aria-invalid': String(isInvalid),
    spellcheck: 'false',
  })
  const begin = useEffectEvent((parent: HTMLDivElement) => {
    // A contenteditable element ignores the disabled fieldset around it.
    const isFixed = parent.closest('fieldset:disabled') !== null
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        extensions: [
          keymap.of([
            { key: 'Mod-Enter', preventDefault: true, run: () => (run(), true) },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...historyKeymap,
            ...defaultKeymap,
            // The editor lets Tab leave after Escape, as the description says.
            indentWithTab,
          ]),
          history(),
          drawSelection(),
          lineNumbers(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ override: [(context) => complete(context)], icons: false }),
          dax,
          syntaxHighlighting(colours),
          theme,
          EditorView.lineWrapping,
          EditorView.cspNonce.of(readNonce()),
          EditorState.readOnly.of(isFixed),
          EditorView.editable.of(!isFixed),
          EditorState.phrases.of({
            Completions: t('reports.daxQueries.completions'),
            Diagnostics: t('reports.daxQueries.errors'),
          }),
          attributes.current.of(described),
          EditorView.updateListener.of((update) => {
            const isOwn = update.transactions.every((each) => each.annotation(fromForm) !== true)
            if (update.docChanged && isOwn) changed(update.state.doc.toString())
          }),
        ],
      }),
    })
    shown.current = view
    return view
  })

  useEffect(() => {
    if (box.current === null) return
    const view = begin(box.current)
    return () => view.destroy()
  }, [])
  useEffect(() => {
    shown.current?.dispatch({ effects: attributes.current.reconfigure(described) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the attributes are made of these four texts
  }, [name, labelledBy, describedBy, isInvalid])
  // A query that the form sets: an example, a draft of the language model, or a merged change of another person.
  useEffect(() => {
    const view = shown.current
    const text = value.replaceAll('\r\n', '\n')
    if (view === null || view.state.doc.toString() === text) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: fromForm.of(true) })
  }, [value])
  useEffect(() => {
    const view = shown.current
    if (view === null) return
    const marks = fault ? [diagnosticOf(view.state, fault)] : []
    view.dispatch(setDiagnostics(view.state, marks))
    // The person asked for the run: the cursor waits where they have to correct.
    if (marks[0]) view.dispatch({ selection: { anchor: marks[0].from }, scrollIntoView: true })
  }, [fault])
  return <div ref={box} />
}

/** A change that the form made: the form need not be told. */
const fromForm = Annotation.define<boolean>()

function completionsAt(context: CompletionContext, schema: DaxSchema) {
  const kind = syntaxTree(context.state).resolveInner(context.pos, -1).name
  if (kind === 'string' || kind === 'comment') return null
  const line = context.state.doc.lineAt(context.pos)
  const found = choicesAfter(line.text.slice(0, context.pos - line.from), schema, context.explicit)
  return (
    found && {
      from: context.pos - found.typed,
      options: found.choices.map(({ kind: type, ...choice }) => ({ ...choice, type })),
      validFor: /^(?:\[[^\]]*|'[^']*|[\p{L}\p{N}_.]*)$/u,
    }
  )
}

/** Marks the word at the place of an error; at the end of a line the character before it. */
function diagnosticOf(state: EditorState, { position, text }: NonNullable<DaxEditorProps['fault']>) {
  const line = state.doc.line(Math.min(position.line, state.doc.lines))
  const from = Math.min(line.from + position.column - 1, Math.max(line.from, line.to - 1))
  const word =
    /^(?:'[^']*'?|\[[^\]]*\]?|"[^"]*"?|[\p{L}\p{N}_.]+|.)/u.exec(line.text.slice(from - line.from))?.[0] ?? ''
  return { from, to: Math.min(from + word.length, line.to), severity: 'error' as const, message: text }
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent-text)', fontWeight: '600' },
  { tag: tags.function(tags.name), color: 'var(--info)' },
  { tag: tags.typeName, color: 'var(--amber-text)' },
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: tags.special(tags.string), color: 'var(--danger)', fontWeight: '600' },
  { tag: tags.number, color: 'var(--info)' },
  { tag: tags.comment, color: 'var(--ink-quiet)', fontStyle: 'italic' },
])

const theme = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-default)',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent-text)', outlineOffset: '-1px' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '1.6',
    maxHeight: '32rem',
    borderRadius: 'inherit',
  },
  '.cm-content, .cm-gutter': { minHeight: '7rem' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '0.5rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-gutters': { backgroundColor: 'var(--surface-sunken)', color: 'var(--ink-quiet)', border: 'none' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family-monospace)', maxWidth: '88vw' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--ink-quiet)' },
})
