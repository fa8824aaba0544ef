// The editor of rich texts (tiptap in Mantine's frame). It is large: rich-texts-field.tsx loads it when a form shows it.
import { Link, RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.css'
import { IconCode, IconPhoto } from '@tabler/icons-react'
import { Image } from '@tiptap/extension-image'
import { type Editor, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readNonce } from '../theme/theme.ts'
import { PictureText } from './rich-editor-picture.tsx'
import { BlockStyles, SpanStyles } from './rich-editor-styles.ts'
import { tables } from './rich-editor-tables.ts'
import classes from './rich-text.module.css'

export type RichEditorProps = {
  label: string
  lang: string
  value: string
  onChange: (html: string) => void
  /** Uploads a picture and answers its address. Absent: no pictures. */
  onPicture?: (file: File) => Promise<string | null>
  /** Asks for HTML to import. */
  onImport: () => void
}

export function RichEditor({ label, lang, value, onChange, onPicture, onImport }: RichEditorProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const editor = useEditor({
    shouldRerenderOnTransaction: true,
    // The editor adds a style element of its own.
    injectNonce: readNonce(),
    extensions: [
      StarterKit.configure({ link: false, heading: { levels: [1, 2, 3, 4] } }),
      Link,
      ...(onPicture ? [Image] : []),
      BlockStyles,
      SpanStyles,
      ...tables,
    ],
    content: value,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', lang } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  // Imported HTML, or a draft that was kept. A destroyed editor has no schema: React can run this effect between two editors.
  useEffect(() => {
    if (
      editor &&
      !editor.isDestroyed &&
      !editor.isFocused &&
      value !== editor.getHTML() &&
      !(value === '' && editor.isEmpty)
    )
      editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  const addPicture = async (to: Editor, file: File | undefined) => {
    const source = file && (await onPicture?.(file))
    if (source) to.chain().focus().setImage({ src: source, alt: '' }).run()
  }
  const labels = {
    boldControlLabel: t('general.editor.bold'),
    italicControlLabel: t('general.editor.italic'),
    underlineControlLabel: t('general.editor.underline'),
    h2ControlLabel: t('general.editor.heading'),
    h3ControlLabel: t('general.editor.subheading'),
    bulletListControlLabel: t('general.editor.bullets'),
    orderedListControlLabel: t('general.editor.numbers'),
    blockquoteControlLabel: t('general.editor.quote'),
    linkControlLabel: t('general.editor.link'),
    unlinkControlLabel: t('general.editor.unlink'),
    undoControlLabel: t('general.editor.undo'),
    redoControlLabel: t('general.editor.redo'),
    linkEditorInputLabel: t('general.editor.address'),
    linkEditorInputPlaceholder: 'https://example.com/',
    linkEditorSave: t('general.action.save'),
    linkEditorExternalLink: t('general.editor.newTab'),
    linkEditorInternalLink: t('general.editor.sameTab'),
  }
  return (
    <RichTextEditor editor={editor} labels={labels} withTypographyStyles={false}>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
          {onPicture ? (
            <RichTextEditor.Control
              aria-label={t('general.editor.picture')}
              title={t('general.editor.picture')}
              onClick={() => input.current?.click()}
            >
              <IconPhoto size={16} stroke={1.6} aria-hidden />
            </RichTextEditor.Control>
          ) : null}
          <RichTextEditor.Control
            aria-label={t('general.editor.import')}
            title={t('general.editor.import')}
            onClick={onImport}
          >
            <IconCode size={16} stroke={1.6} aria-hidden />
          </RichTextEditor.Control>
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      {/* As people read it: a wide picture must stay inside. */}
      <RichTextEditor.Content className={classes.text} mih={160} />
      {editor && onPicture ? <PictureText editor={editor} /> : null}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        accept="image/png,image/jpeg"
        onChange={({ currentTarget }) => {
          if (editor) void addPicture(editor, currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
    </RichTextEditor>
  )
}
