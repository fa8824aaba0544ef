// The editor of rich texts (tiptap in Mantine's frame). It is large: rich-texts-field.tsx loads it when a form shows it.
import { Link, RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.css'
import { IconCode, IconPhoto } from '@tabler/icons-react'
import { Image } from '@tiptap/extension-image'
import { type Editor, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type RefObject, useEffect, useRef } from 'react'
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
  const labels = useLabels()
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
  return (
    <RichTextEditor
      editor={editor}
      labels={labels}
      withTypographyStyles={false}
      classNames={{ root: classes.editor ?? '', content: classes.paper ?? '', toolbar: classes.toolbar ?? '' }}
    >
      <EditorToolbar onPicture={onPicture && (() => input.current?.click())} onImport={onImport} />
      {/* As people read it: a wide picture must stay inside. */}
      <RichTextEditor.Content className={classes.text} mih={160} />
      {editor && onPicture ? <PictureText editor={editor} /> : null}
      {onPicture ? <PictureInput ref={input} editor={editor} onPicture={onPicture} /> : null}
    </RichTextEditor>
  )
}

/** The names of the editor's tools. */
function useLabels() {
  const { t } = useTranslation()
  return {
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
}

type EditorToolbarProps = Pick<RichEditorProps, 'onImport'> & {
  /** Asks for a picture. Absent: no pictures. */
  onPicture: (() => void) | undefined
}

function EditorToolbar({ onPicture, onImport }: EditorToolbarProps) {
  const { t } = useTranslation()
  return (
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
            onClick={onPicture}
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
  )
}

type PictureInputProps = Required<Pick<RichEditorProps, 'onPicture'>> & {
  ref: RefObject<HTMLInputElement | null>
  editor: Editor | null
}

/** The file that the browser asks for; it is uploaded, and stands at the cursor. */
function PictureInput({ ref, editor, onPicture }: PictureInputProps) {
  const addPicture = async (to: Editor, file: File | undefined) => {
    const source = file && (await onPicture(file))
    if (source) to.chain().focus().setImage({ src: source, alt: '' }).run()
  }
  return (
    <input
      ref={ref}
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
  )
}
